// Pairs of texts, of which the second is to be written when the first is read: translations, and those of a
// rule.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heed {

struct TextPair {
  std::string source, target;
  std::string links = "";  // which words mean each other, as a person has marked them: tasks/alignment.h
};

struct Pairs {
  std::vector<TextPair> pairs;
  std::vector<std::string> warnings;  // rows that were left out
};

// Tab-separated, gzipped or not: columns by their number from 1; `links_column` 0: there are none. Error for
// a file without a pair.
Pairs read_pairs(const std::vector<std::string>& files, size_t source_column, size_t target_column,
                 size_t links_column = 0);

struct PairTask {
  const char* name;
  const char* rule;  // in a sentence
};
//   dates    a date as people write it in six languages, to year-month-day (ISO 8601)
//   reverse  words, to the same from the last to the first
//   sort     words, to the same in the order of the alphabet
const std::vector<PairTask>& pair_tasks();

// The same numbers give the same pairs on every machine. An unknown task is a UsageError.
Pairs made_pairs(const std::string& task, int count, int length, uint64_t seed);

// A number for each pair: pairs that have a source or a target in common, also by way of others, have the
// same.
std::vector<int> groups_of(const std::vector<TextPair>& pairs);

}  // namespace heed
