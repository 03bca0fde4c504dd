// What is asked: why this class, or why this class and not that one.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace heed::explain {

struct Target {
  enum class Of { kLogit, kProbability };
  int64_t label = 0;               // a class
  std::optional<int64_t> against;  // another one: the difference is explained
  Of of = Of::kLogit;
};

// [C] of logits [C]: softmax, or where each class is a yes or no of its own, as a single one is, the logistic
// function.
std::vector<double> probabilities(const double* logits, int64_t C, bool each = false);

int64_t likeliest(const double* logits, int64_t C);

// Σ_k slopes[k] ∂p_k/∂z_c per class c, of probabilities p.
std::vector<double> by_logits(const std::vector<double>& slopes, const std::vector<double>& p,
                              bool each = false);

// What is explained, z_a or z_a - z_b (of probabilities likewise), and its derivative by the logits, [C].
double score_of(const Target& target, const double* logits, int64_t C, bool each = false);
std::vector<double> direction_of(const Target& target, const double* logits, int64_t C, bool each = false);

}  // namespace heed::explain
