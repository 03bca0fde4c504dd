#include "engine/explain/target.h"

#include <algorithm>
#include <cmath>

namespace heed::explain {
namespace {

size_t at(int64_t label) {
  return static_cast<size_t>(label);
}

}  // namespace

int64_t likeliest(const double* logits, int64_t C) {
  return std::max_element(logits, logits + C) - logits;
}

// ∂p_k/∂z_c = p_k (δ_kc - p_c), or of each by itself p_k (1 - p_k); of a value 1.
std::vector<double> by_logits(const std::vector<double>& slopes, const std::vector<double>& p,
                              AnswerKind answers) {
  if (answers == AnswerKind::kValues) return slopes;
  const bool each = answers == AnswerKind::kEachClass;
  std::vector<double> directions(p.size());
  double mean = 0;
  for (size_t c = 0; c < p.size(); ++c) mean += slopes[c] * p[c];
  for (size_t c = 0; c < p.size(); ++c)
    directions[c] = p[c] * (each ? slopes[c] * (1 - p[c]) : slopes[c] - mean);
  return directions;
}

double score_of(const Target& target, const double* logits, int64_t C, AnswerKind answers) {
  const std::vector<double> values = target.of == Target::Of::kProbability
                                         ? answers_to(logits, C, answers)
                                         : std::vector<double>(logits, logits + C);
  return values[at(target.label)] - (target.against ? values[at(*target.against)] : 0);
}

std::vector<double> direction_of(const Target& target, const double* logits, int64_t C, AnswerKind answers) {
  std::vector<double> direction(at(C), 0.0);
  direction[at(target.label)] += 1;
  if (target.against) direction[at(*target.against)] -= 1;
  if (target.of == Target::Of::kLogit) return direction;
  return by_logits(direction, answers_to(logits, C, answers), answers);
}

}  // namespace heed::explain
