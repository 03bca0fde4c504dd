// Faithfulness over a data set: what each text comes to, as numbers alone, and what all of them come to.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/explain/faithfulness.h"

namespace heed::explain {

// One text's share. Its lists are in the order of Measured, so that rows can be kept without names.
struct TextFigures {
  int64_t label = 0;  // the class that is predicted
  int64_t tokens = 0;
  Agreement gradient, left_out;
  std::vector<Eraser> erased;
  double largest_weight = 0, median_tvd = 0, largest_tvd = 0;  // of its permutations
  double adversarial_js = 0;
  std::vector<Silenced> silenced;
  double evenness = 1, even_rows = 1;
};
TextFigures figures_of(const Faithfulness& faithfulness);

// Names of the lists: those of FaithfulnessOptions::methods and "random", and the orders of silencing.
struct Measured {
  std::vector<std::string> erased, silenced;
};
Measured measured_by(const FaithfulnessOptions& options);

// Counts of values that are spread evenly over bins from `from` to `to`; the last one holds its end.
struct Histogram {
  double from = 0, to = 1;
  std::vector<int64_t> counts;

  void add(double value);
};

// Kendall's τ over the texts that have one: not those of one token, or of values that are all equal.
struct TauFigures {
  int64_t n = 0;
  double mean = 0, sd = 0;  // sd: of these texts, divided by n
  double significant = 0;   // the share with p ≤ 0.05
  double same_first = 0;    // of all texts: whose first token is the same one
  Histogram spread{-1, 1, std::vector<int64_t>(20)};
};

struct ErasedFigures {
  std::string method;
  std::vector<double> comprehensiveness, sufficiency;  // by share of eraser_shares()
  double mean_comprehensiveness = 0, mean_sufficiency = 0;
  // Over the texts whose class loses when all words are gone: the others have no bounds.
  double normalised_comprehensiveness = 0, normalised_sufficiency = 0;
};

struct SilencedFigures {
  std::string order;
  double mean = 1, median = 1;  // share of the tokens; 1 where the answer never turned
  double turned = 0;            // the share of the texts where it did
};

// Texts whose largest weight is in one quarter of 0 to 1.
struct PermutedFigures {
  int64_t n = 0;
  double median = 0;  // of the texts' medians
};

struct DataFigures {
  int64_t n = 0;
  double tokens = 0;  // of a text, on average
  TauFigures gradient, left_out;
  std::vector<ErasedFigures> erased;
  double permuted_median = 0, permuted_largest = 0;  // change under permutations: means over the texts
  std::array<PermutedFigures, 4> by_largest_weight;
  double adversarial_mean = 0, adversarial_median = 0;
  Histogram adversarial{0, 0.7, std::vector<int64_t>(14)};
  std::vector<SilencedFigures> silenced;
  double evenness = 1, even_rows = 1;
};

// Error where there is no row.
DataFigures sum_up(const std::vector<TextFigures>& rows, const Measured& measured);

}  // namespace heed::explain
