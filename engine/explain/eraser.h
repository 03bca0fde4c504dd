// Whether the words that a method ranks first are the ones that matter (DeYoung et al. 2020, ERASER).
#pragma once

#include <cstdint>
#include <vector>

#include "engine/explain/pass.h"

namespace heed::explain {

// Tokens by falling value, the earlier of equal ones first; only those of `among`.
std::vector<int> ranking(const std::vector<double>& values, const std::vector<int>& among);

// p is the probability of one class. A bin takes the first k = ⌈share · T⌉ of T tokens in a given order.
struct Eraser {
  std::vector<int64_t> counts;            // k of each bin
  std::vector<double> comprehensiveness;  // p(x) - p(x without the first k): large if they were needed
  std::vector<double> sufficiency;        // p(x) - p(only the first k, in the text's order): small if enough
  double mean_comprehensiveness = 0, mean_sufficiency = 0;  // over the bins
  // Both between 0 and 1, so that models can be compared (Carton et al. 2020): divided by p(x) - p(nothing);
  // 1 - that of sufficiency. Not a number where p(nothing) is as large as p(x).
  double normalised_comprehensiveness = 0, normalised_sufficiency = 0;
};

const std::vector<double>& eraser_shares();  // 1, 5, 10, 20 and 50 %

// `order`: tokens that stand in the text, most important first. The shorter texts go through the whole model,
// as one batch.
Eraser eraser(const Subject& subject, const EncodedText& text, int64_t label, const std::vector<int>& order,
              const std::vector<double>& shares = eraser_shares());

// The same of several orders of the same tokens; what they have in common is asked once.
std::vector<Eraser> erasers(const Subject& subject, const EncodedText& text, int64_t label,
                            const std::vector<std::vector<int>>& orders,
                            const std::vector<double>& shares = eraser_shares());

// `draws` orders of `tokens`.
std::vector<std::vector<int>> random_orders(const std::vector<int>& tokens, int draws, uint64_t seed);
Eraser mean_of(const std::vector<Eraser>& erased);

// The mean over `draws` orders drawn at random: what any method has to beat.
Eraser random_eraser(const Subject& subject, const EncodedText& text, int64_t label, int draws, uint64_t seed,
                     const std::vector<double>& shares = eraser_shares());

}  // namespace heed::explain
