#include "engine/session/writing/candidates.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "engine/base/error.h"
#include "engine/base/portable_math.h"
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
  for (size_t i = 0; i < p.size(); ++i) total += p[i] = portable_exp((scores[i] - most) / temperature);
  check(std::isfinite(total),
        "[model] a score is no finite number: the model's weights are too large for its "
        "type, or damaged.");
  for (double& each : p) each /= total;
  return p;
}

namespace {

// The fewest of the largest that hold top_p together of what top_k leaves, and what they hold; one at least.
// To put all into order would take longest: nobody asks for it where all are kept, else some are, and more
// where those do not do.
std::pair<std::vector<int>, double> kept_of(const std::vector<double>& p, const WritingOptions& options) {
  const auto V = static_cast<int64_t>(p.size());
  if (options.top_k == 0 && options.top_p == 1) {
    std::vector<int> all(p.size());
    std::iota(all.begin(), all.end(), 0);
    return {all, std::accumulate(p.begin(), p.end(), 0.)};
  }
  const int64_t most = options.top_k > 0 ? std::min(options.top_k, V) : V;
  for (int64_t count = options.top_k > 0 ? most : std::min<int64_t>(256, V);;
       count = std::min(8 * count, V)) {
    std::vector<int> order = largest(p, count);
    double held = 0;
    for (const int id : order) held += p[static_cast<size_t>(id)];
    const double wanted = options.top_p * (count == most ? held : 1);
    if (count < most && held < wanted) continue;
    size_t kept = 0;
    double sum = 0;
    while (kept < order.size() && (kept == 0 || sum < wanted)) sum += p[static_cast<size_t>(order[kept++])];
    order.resize(kept);
    return {order, sum};
  }
}

}  // namespace

int choose(const std::vector<double>& scores, const WritingOptions& options, Random& random) {
  if (options.temperature == 0)
    return static_cast<int>(std::max_element(scores.begin(), scores.end()) - scores.begin());
  const std::vector<double> p = softmax(scores, options.temperature);
  const auto [order, sum] = kept_of(p, options);
  double left = random.uniform() * sum;
  for (size_t i = 0; i + 1 < order.size(); ++i)
    if ((left -= p[static_cast<size_t>(order[i])]) < 0) return order[i];
  const auto may_come = [&p](int id) { return p[static_cast<size_t>(id)] > 0; };
  const auto last = std::find_if(order.rbegin(), order.rend(), may_come);
  return last == order.rend() ? order.back() : *last;
}

void check_options(const WritingOptions& options) {
  check_bounds(WritingOptions::fields(), &options, "generate");
}

const Fields<WritingOptions>& WritingOptions::fields() {
  using O = WritingOptions;
  static const auto described =
      Fields<O>()
          .number("temperature", &O::temperature, {0, 100},
                  "Sampling temperature, which divides the scores; 0 always takes the likeliest token.")
          .number("top_k", &O::top_k, {0, 10'000'000},
                  "Sample only from this many likeliest tokens; 0 means all.")
          .number("top_p", &O::top_p, {0, 1},
                  "Sample only from the fewest tokens that reach this probability together.")
          .number("seed", &O::seed, {0, 9007199254740992}, "Seed of sampling.");
  return described;
}

}  // namespace heed::session
