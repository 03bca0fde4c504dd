// What a network that translates writes: the likeliest target that a beam finds (Sutskever et al. 2014), with
// the length penalty of Wu et al. 2016, equation 14.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/models/sequence_network.h"
#include "engine/models/writing_rules.h"

namespace heed {

struct BeamOptions {
  int64_t width = 4;              // hypotheses that live; 1: greedy
  int64_t most = 128;             // tokens of a target, with its end
  double length_penalty = 0.6;    // score = log p / ((5 + length) / 6)^penalty
  std::vector<int32_t> forced{};  // what every target begins with, likely or not
};

struct Hypothesis {
  std::vector<int32_t>
      ids;  // without the token that it begins with; the end is the last, where it came to one
  double log_probability = 0;  // Σ log p
  double score = 0;
  int node = -1;  // of the tree, where it ends
};

// A token that was weighed on the way, and what became of it.
struct BeamNode {
  enum class Fate { kLived, kEnded, kDropped };
  int parent = -1;  // the node before it; -1: nothing was written yet
  int32_t id = 0;
  double log_probability = 0;  // Σ log p up to here
  Fate fate = Fate::kLived;
};

double score_of(double log_probability, int64_t length, double length_penalty);
// log softmax of a row of scores.
std::vector<double> log_probabilities(const Tensor& scores);

// The `width` best that have ended, best first; where none has, what lives. Each step goes through all
// continuations of what lives, by Σ log p (of equal ones the earlier hypothesis, the smaller id): ends among
// the first `width` have ended, the first `width` others live on. A step is the last where nothing that
// lives can still do better. `rules`: what ends a target, and what may not stand in one. `tree`: filled with
// what was forced and the first 2 · `width` continuations of each step, parents before their children.
std::vector<Hypothesis> beam_search(const SequenceDecoder& network, Context& ctx,
                                    const std::vector<int32_t>& source, int32_t start,
                                    const WritingRules& rules, const BeamOptions& options,
                                    std::vector<BeamNode>* tree = nullptr);

}  // namespace heed
