// The question of an explanation: why this class, or why this class and not that one.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/models/class_answers.h"

namespace heed::explain {

struct Target {
  enum class Of { kLogit, kProbability };
  int64_t label = 0;               // a class
  std::optional<int64_t> against;  // another one: the difference is explained
  Of of = Of::kLogit;
};

int64_t likeliest(const double* logits, int64_t C);

// Σ_k slopes[k] ∂p_k/∂z_c per class c, of answers p (models/class_answers.h).
std::vector<double> by_logits(const std::vector<double>& slopes, const std::vector<double>& p,
                              AnswerKind answers);

// The score to explain, z_a or z_a - z_b (or of probabilities), and its derivative by the logits, [C].
double score_of(const Target& target, const double* logits, int64_t C, AnswerKind answers);
std::vector<double> direction_of(const Target& target, const double* logits, int64_t C, AnswerKind answers);

}  // namespace heed::explain
