#include "engine/data/pairs.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "engine/base/error.h"
#include "engine/base/names.h"
#include "engine/base/random.h"
#include "engine/data/dates.h"
#include "engine/data/rows.h"

namespace heed {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

// Words of two to five letters, as many as `length` at most.
std::vector<std::string> words_of(Random& random, int length) {
  std::vector<std::string> words(1 + random.below(static_cast<size_t>(length)));
  for (std::string& word : words)
    for (size_t n = 2 + random.below(4); n > 0; --n) word += static_cast<char>('a' + random.below(26));
  return words;
}

TextPair reversed(Random& random, int length) {
  std::vector<std::string> words = words_of(random, length);
  const std::string source = joined(words);
  std::reverse(words.begin(), words.end());
  return {source, joined(words)};
}

TextPair sorted(Random& random, int length) {
  std::vector<std::string> words = words_of(random, length);
  const std::string source = joined(words);
  std::sort(words.begin(), words.end());
  return {source, joined(words)};
}

// A forest of disjoint sets (Galler & Fischer 1964).
class Sets {
 public:
  explicit Sets(size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }
  int root(int n) {
    while (parent_[static_cast<size_t>(n)] != n) {
      int& parent = parent_[static_cast<size_t>(n)];
      n = parent = parent_[static_cast<size_t>(parent)];
    }
    return n;
  }
  void join(int a, int b) { parent_[static_cast<size_t>(root(a))] = root(b); }

 private:
  std::vector<int> parent_;
};

}  // namespace

Pairs read_pairs(const std::vector<std::string>& files, size_t source_column, size_t target_column,
                 size_t links_column) {
  Pairs all;
  const size_t needed = std::max(source_column, target_column);
  for (const std::string& file : files) {
    size_t left_out = 0, first = 0, before = all.pairs.size();
    for (const Row& row : split_fields(read_text(file), '\t')) {
      const bool there = row.fields.size() >= needed && !row.fields[source_column - 1].empty() &&
                         !row.fields[target_column - 1].empty();
      if (there)
        all.pairs.push_back({row.fields[source_column - 1], row.fields[target_column - 1],
                             links_column > 0 && row.fields.size() >= links_column
                                 ? row.fields[links_column - 1]
                                 : std::string()});
      else if (left_out++ == 0)
        first = row.line;
    }
    check(all.pairs.size() > before, "[", file, "] holds no pair: expected a text in column ", source_column,
          " and another in column ", target_column,
          ", separated by tabs (data.text_column, data.label_column).");
    if (left_out > 0)
      all.warnings.push_back("[" + file + "] " + std::to_string(left_out) +
                             " lines without a pair, the first line " + std::to_string(first) +
                             ", were left out.");
  }
  return all;
}

const std::vector<PairTask>& pair_tasks() {
  static const std::vector<PairTask> all = {
      {"dates", "A date as people write it in six languages becomes year-month-day."},
      {"reverse", "Words are written from the last to the first."},
      {"sort", "Words are written in the order of the alphabet."}};
  return all;
}

Pairs made_pairs(const std::string& task, int count, int length, uint64_t seed) {
  std::vector<std::string> names;
  for (const PairTask& one : pair_tasks()) names.emplace_back(one.name);
  if (std::find(names.begin(), names.end(), task) == names.end())
    fail<UsageError>("[data] there is no rule for pairs \"", task, "\": expected ", listed(names), ".");
  Random random(seed);
  Pairs made;
  for (int n = 0; n < count; ++n)
    made.pairs.push_back(task == "dates"     ? written_date(random)
                         : task == "reverse" ? reversed(random, length)
                                             : sorted(random, length));
  return made;
}

std::vector<int> groups_of(const std::vector<TextPair>& pairs) {
  Sets sets(pairs.size());
  std::unordered_map<std::string, int> sources, targets;
  for (size_t n = 0; n < pairs.size(); ++n) {
    const int pair = static_cast<int>(n);
    sets.join(pair, sources.emplace(pairs[n].source, pair).first->second);
    sets.join(pair, targets.emplace(pairs[n].target, pair).first->second);
  }
  std::vector<int> groups;
  groups.reserve(pairs.size());
  for (size_t n = 0; n < pairs.size(); ++n) groups.push_back(sets.root(static_cast<int>(n)));
  return groups;
}

}  // namespace heed
