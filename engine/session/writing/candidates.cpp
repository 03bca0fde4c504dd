#include "engine/session/writing/candidates.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "engine/base/error.h"
#include "engine/format/fields_json.h"

namespace heed::session {

std::vector<int> largest(const std::vector<double>& x, int64_t count) {
  std::vector<int> order(x.size());
  std::iota(order.begin(), order.end(), 0);
  const auto end = order.begin() + std::clamp<int64_t>(count, 0, static_cast<int64_t>(x.size()));
  std::partial_sort(order.begin(), end, order.end(), [&](int a, int b) {
    const double left = x[static_cast<size_t>(a)], right = x[static_cast<size_t>(b)];
    return left != right ? left > right : a < b;
  });
  order.erase(end, order.end());
  return order;
}

std::vector<double> softmax(const std::vector<double>& scores, double temperature) {
  const double most = *std::max_element(scores.begin(), scores.end());
  std::vector<double> p(scores.size());
  double total = 0;
  for (size_t i = 0; i < p.size(); ++i) total += p[i] = std::exp((scores[i] - most) / temperature);
  for (double& each : p) each /= total;
  return p;
}

int choose(const std::vector<double>& scores, const WritingOptions& options, Random& random) {
  if (options.temperature == 0) return largest(scores, 1).front();
  const auto V = static_cast<int64_t>(scores.size());
  const std::vector<double> p = softmax(scores, options.temperature);
  const bool all =
      options.top_k == 0 && options.top_p == 1;  // then nobody asks for an order, which takes longest
  std::vector<int> order(all ? p.size() : 0);
  std::iota(order.begin(), order.end(), 0);
  if (!all) order = largest(p, options.top_k > 0 ? std::min(options.top_k, V) : V);
  auto of = [&](int id) { return p[static_cast<size_t>(id)]; };
  double kept = 0;
  for (const int id : order) kept += of(id);
  // The fewest that hold top_p of what is left; one at least.
  size_t count = 0;
  double sum = 0;
  while (count < order.size() && (count == 0 || sum < options.top_p * kept)) sum += of(order[count++]);
  double left = random.uniform() * sum;
  for (size_t i = 0; i + 1 < count; ++i)
    if ((left -= of(order[i])) < 0) return order[i];
  return order[count - 1];
}

void check_options(const WritingOptions& options) {
  check_bounds(WritingOptions::fields(), &options, "generate");
}

const Fields<WritingOptions>& WritingOptions::fields() {
  using O = WritingOptions;
  static const auto described =
      Fields<O>()
          .number("temperature", &O::temperature, {0, 100},
                  "Scores are divided by it: the higher, the bolder; 0 always takes the likeliest token.")
          .number("top_k", &O::top_k, {0, 10'000'000}, "Only so many tokens may come, the likeliest; 0: all.")
          .number("top_p", &O::top_p, {0, 1},
                  "Of those, only the fewest that have this probability together.")
          .number("seed", &O::seed, {0, 9007199254740992}, "The same seed writes the same text.");
  return described;
}

}  // namespace heed::session
