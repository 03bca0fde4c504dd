#include "engine/explain/target.h"

#include <algorithm>
#include <cmath>

namespace heed::explain {
namespace {

size_t at(int64_t label) {
  return static_cast<size_t>(label);
}

}  // namespace

std::vector<double> probabilities(const double* logits, int64_t C, bool each) {
  std::vector<double> p(logits, logits + C);
  if (each || C == 1) {
    for (double& z : p) z = 1 / (1 + std::exp(-z));
    return p;
  }
  const double most = *std::max_element(p.begin(), p.end());
  double sum = 0;
  for (double& z : p) sum += z = std::exp(z - most);
  for (double& z : p) z /= sum;
  return p;
}

int64_t likeliest(const double* logits, int64_t C) {
  return std::max_element(logits, logits + C) - logits;
}

// ∂p_k/∂z_c = p_k (δ_kc - p_c), or p_k (1 - p_k) of each by itself.
std::vector<double> by_logits(const std::vector<double>& slopes, const std::vector<double>& p, bool each) {
  std::vector<double> directions(p.size());
  double mean = 0;
  for (size_t c = 0; c < p.size(); ++c) mean += slopes[c] * p[c];
  for (size_t c = 0; c < p.size(); ++c)
    directions[c] = p[c] * (each || p.size() == 1 ? slopes[c] * (1 - p[c]) : slopes[c] - mean);
  return directions;
}

double score_of(const Target& target, const double* logits, int64_t C, bool each) {
  const std::vector<double> values = target.of == Target::Of::kProbability
                                         ? probabilities(logits, C, each)
                                         : std::vector<double>(logits, logits + C);
  return values[at(target.label)] - (target.against ? values[at(*target.against)] : 0);
}

std::vector<double> direction_of(const Target& target, const double* logits, int64_t C, bool each) {
  std::vector<double> direction(at(C), 0.0);
  direction[at(target.label)] += 1;
  if (target.against) direction[at(*target.against)] -= 1;
  if (target.of == Target::Of::kLogit) return direction;
  return by_logits(direction, probabilities(logits, C, each), each);
}

}  // namespace heed::explain
