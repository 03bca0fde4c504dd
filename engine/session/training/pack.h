// Texts as one file that masked words are learned from elsewhere.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/progress.h"

namespace heed::session {

struct PackOptions {
  std::string recipe = "masked-words";  // its text and split settings count
  std::string from;                     // a model folder whose pieces are used; "": as the recipe says
  std::vector<std::string> data;        // files or folders
  std::string out;                      // the file
  int64_t tokens = 0;                   // the most that are in it; 0: all
  int threads = 1;
  std::optional<uint64_t> split_seed;
  std::vector<std::string> set;  // KEY=VALUE, as in TrainOptions
  WorkProgress preparing = nullptr;
};

struct Packed {
  int64_t documents = 0, train = 0, held_out = 0;  // the latter two in tokens
  int64_t pieces = 0;                              // of the vocabulary
  int64_t bytes = 0;                               // of the file
};

// Tokenises texts as a run of the recipe would, and writes a file that such a run takes in their place: it
// reads the same rows and comes to the same bits. Beside `out` there are files while it works.
Packed pack(const PackOptions& options);

}  // namespace heed::session
