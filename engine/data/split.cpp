#include "engine/data/split.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/random.h"
#include "engine/format/json.h"

namespace heed {
namespace {

struct Counts {
  size_t validation, test;  // the rest trains
};

// Rounded shares; a part that is wanted gets one row at least as long as one is left for each part before it.
Counts share_out(size_t n, const SplitFractions& fractions) {
  auto share = [&](double fraction, size_t parts_before) -> size_t {
    if (fraction <= 0 || n <= parts_before) return 0;
    return std::max<size_t>(1, static_cast<size_t>(std::lround(fraction * static_cast<double>(n))));
  };
  size_t train = fractions.train > 0 ? 1 : 0;
  Counts counts{share(fractions.validation, train), 0};
  counts.test = share(fractions.test, train + (fractions.validation > 0 ? 1 : 0));
  if (train == 0 && counts.test > 0) counts.test = n - counts.validation;
  while (counts.validation + counts.test + train > n)
    --(counts.test > counts.validation ? counts.test : counts.validation);
  return counts;
}

void sort_parts(Split& split) {
  for (std::vector<int>* part : {&split.train, &split.validation, &split.test})
    std::sort(part->begin(), part->end());
}

using Rows = std::vector<int>;

// Rows by group, in the order of their first rows.
std::vector<Rows> rows_by_group(const std::vector<int>& groups) {
  std::vector<Rows> rows;
  std::map<int, size_t> place_of;
  for (size_t i = 0; i < groups.size(); ++i) {
    const auto [place, is_new] = place_of.emplace(groups[i], rows.size());
    if (groups[i] < 0 || is_new) rows.emplace_back();
    rows[groups[i] < 0 ? rows.size() - 1 : place->second].push_back(static_cast<int>(i));
  }
  return rows;
}

int most_frequent(const Rows& rows, const std::vector<int>& labels) {
  std::map<int, int> counts;
  for (int row : rows) ++counts[labels[static_cast<size_t>(row)]];
  const auto most = std::max_element(counts.begin(), counts.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return most->first;
}

void append(Rows& to, const Rows& rows) {
  to.insert(to.end(), rows.begin(), rows.end());
}

void check_fractions(const SplitFractions& f) {
  bool positive = f.train >= 0 && f.validation >= 0 && f.test >= 0;
  check(positive && std::abs(f.train + f.validation + f.test - 1) < 1e-9, "[split] fractions ", f.train, ", ",
        f.validation, ", ", f.test, ": expected three of zero or more that add up to 1.");
  check(f.folds != 1 && f.fold >= 0 && f.fold < std::max(f.folds, 1), "[split] fold ", f.fold, " of ",
        f.folds, ": expected two folds or more, and one of them, counted from 0; 0 folds: none.");
}

// Deals rows out, one to each fold in turn, whatever their class.
class Dealer {
 public:
  explicit Dealer(const SplitFractions& fractions) : fractions_(fractions) {}
  bool validates() { return fractions_.folds > 0 && next_++ % fractions_.folds == fractions_.fold; }
  // The shares that are taken before the folds.
  SplitFractions shares() const {
    SplitFractions shares = fractions_;
    if (shares.folds > 0) shares.train += std::exchange(shares.validation, 0);
    return shares;
  }

 private:
  const SplitFractions& fractions_;
  int next_ = 0;
};

}  // namespace

Split stratified_split(const std::vector<int>& labels, uint64_t seed, const SplitFractions& fractions) {
  check_fractions(fractions);
  std::map<int, std::vector<int>> rows_of;
  for (size_t i = 0; i < labels.size(); ++i) rows_of[labels[i]].push_back(static_cast<int>(i));
  Split split;
  Random random(seed);
  Dealer dealer(fractions);
  for (auto& [label, rows] : rows_of) {
    random.shuffle(rows);
    auto [validation, test] = share_out(rows.size(), dealer.shares());
    auto first = rows.begin() + static_cast<std::ptrdiff_t>(validation);
    auto second = first + static_cast<std::ptrdiff_t>(test);
    split.validation.insert(split.validation.end(), rows.begin(), first);
    split.test.insert(split.test.end(), first, second);
    for (auto row = second; row != rows.end(); ++row)
      (dealer.validates() ? split.validation : split.train).push_back(*row);
  }
  sort_parts(split);
  return split;
}

Split grouped_split(const std::vector<int>& labels, const std::vector<int>& groups, uint64_t seed,
                    const SplitFractions& fractions) {
  check(labels.size() == groups.size(), "[split] ", labels.size(), " labels and ", groups.size(),
        " groups: expected one of each per row.");
  check_fractions(fractions);
  std::map<int, std::vector<Rows>> groups_of;
  for (Rows& rows : rows_by_group(groups)) groups_of[most_frequent(rows, labels)].push_back(std::move(rows));
  Split split;
  Random random(seed);
  Dealer dealer(fractions);
  for (auto& [label, of_class] : groups_of) {
    random.shuffle(of_class);
    size_t n = 0;
    for (const Rows& rows : of_class) n += rows.size();
    auto [validation, test] = share_out(n, dealer.shares());
    for (const Rows& rows : of_class) {  // what still fits goes into a held-out part
      if (rows.size() <= validation) {
        validation -= rows.size();
        append(split.validation, rows);
      } else if (rows.size() <= test) {
        test -= rows.size();
        append(split.test, rows);
      } else {
        const bool trains = dealer.shares().train > 0 && !dealer.validates();
        append(trains                                       ? split.train
               : fractions.test > 0 && fractions.folds == 0 ? split.test
                                                            : split.validation,
               rows);
      }
    }
  }
  sort_parts(split);
  return split;
}

Split read_split(const std::string& file, size_t n_rows) {
  nlohmann::json json = parse_json_object(read_file(file, kLongestText), file);
  Split split;
  split.train = require<std::vector<int>>(json, "train", file);
  split.validation = value_or<std::vector<int>>(json, "val", {}, file);
  split.test = value_or<std::vector<int>>(json, "test", {}, file);
  std::vector<const char*> part_of(n_rows, nullptr);
  auto claim = [&](const std::vector<int>& rows, const char* part) {
    for (int row : rows) {
      check(row >= 0 && static_cast<size_t>(row) < n_rows, "[", file, "] has row ", row, " under \"", part,
            "\", expected 0 to ", static_cast<int64_t>(n_rows) - 1, ": the data has ", n_rows, " rows.");
      const char*& owner = part_of[static_cast<size_t>(row)];
      if (owner != nullptr)
        fail("[", file, "] has row ", row, " under \"", owner, "\" and again under \"", part, "\".");
      owner = part;
    }
  };
  claim(split.train, "train");
  claim(split.validation, "val");
  claim(split.test, "test");
  return split;
}

}  // namespace heed
