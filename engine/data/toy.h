// Toy tasks: texts of a rule, of which it is known on which words the answer hangs, so that it can be seen
// whether attention finds them. The last word asks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/data/dataset.h"

namespace heed {

struct ToyOptions {
  std::string task;  // one of toy_tasks()
  int examples = 4000;
  int length = 8;  // words beside the one that asks
  uint64_t seed = 0;
};

struct ToyTask {
  const char* name;
  const char* rule;  // in a sentence
};

//   copy, reverse   letters, and a place: the letter there, from the front or from the back
//   sort            different letters, and a place: the letter there if they were sorted
//   first, last     letters and digits: the first digit, the last one
//   count           how many of the letters are x
//   brackets        whether they are balanced, letters between them
//   addition        two digits among letters: their sum modulo 10
//   induction       the letter that followed when the last letter was there before
//   decides         one word among others says yes or no
const std::vector<ToyTask>& toy_tasks();

// The same options give the same texts on every machine; classes are nearly as frequent as each other. An
// unknown task is a UsageError, a length that it cannot have an Error.
Dataset toy_dataset(const ToyOptions& options);

}  // namespace heed
