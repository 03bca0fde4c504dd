// What a mechanism would learn, and attend() draws from the seed instead: the matrices between queries and
// keys, for whoever wants to do its arithmetic by hand.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/session/reading/attend.h"

namespace heed::session {

struct Learned {
  std::string name;  // as in nn/: "general.weight" W [D, D], "score.weight" v [1, width], …
  int64_t rows = 0, columns = 0;
  std::vector<float> values;  // [rows, columns]; a bias has one row
};

// Those of attend() over vectors of width D with these options, in the order in which they are drawn. Empty
// for mechanisms that score the vectors as they are, and for those whose layers attend() shows as q, k and v.
// `vectors`: whose trained ones these are, where the options ask for them.
std::vector<Learned> learned(int64_t D, const AttendOptions& options, const WordVectors* vectors = nullptr);

}  // namespace heed::session
