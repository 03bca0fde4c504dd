// What an attention map comes down to.
#include "engine/session/models/analysis.h"

#include <algorithm>

#include "engine/base/random.h"
#include "engine/session/models/inside/model_impl.h"
#include "tests/engine/catch.h"

using namespace heed;
using namespace heed::session;

namespace {

// Weights of few values, so that many are equal.
Analysis with_map(int64_t H, int64_t T, const std::string& kind = "self") {
  AttentionMap map{"encoder.3.attention.weights", kind, 3, H, T, T, true, {}};
  Random random(7);
  for (int64_t i = 0; i < H * T * T; ++i) map.weights.push_back(static_cast<float>(random.below(20)) / 20);
  Analysis analysis;
  analysis.attention.push_back(map);
  return analysis;
}

}  // namespace

TEST_CASE("The strongest pairs are those that sorting finds, of equal ones the first", "[analysis]") {
  for (const int top : {0, 1, 8, 40, 1000}) {
    CAPTURE(top);
    Analysis analysis = with_map(3, 5);
    summarise_attention(analysis, top);
    const AttentionMap& map = analysis.attention[0];
    std::vector<size_t> order(map.weights.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return map.weights[a] > map.weights[b]; });
    order.resize(std::min(order.size(), static_cast<size_t>(top)));
    REQUIRE(analysis.top_pairs.size() == order.size());
    for (size_t i = 0; i < order.size(); ++i) {
      const Pair& pair = analysis.top_pairs[i];
      CHECK(static_cast<size_t>((pair.head * 5 + pair.query) * 5 + pair.key) == order[i]);
      CHECK(pair.weight == static_cast<double>(map.weights[order[i]]));
      CHECK(pair.layer == 3);
    }
  }
}

TEST_CASE("A token receives what all queries give it, heads averaged; pooling has no pairs", "[analysis]") {
  Analysis analysis = with_map(2, 3);
  summarise_attention(analysis, 4);
  const std::vector<float>& w = analysis.attention[0].weights;
  for (size_t s = 0; s < 3; ++s) {
    double sum = 0;
    for (size_t row = 0; row < 6; ++row) sum += static_cast<double>(w[row * 3 + s]) / 2;
    CHECK(analysis.received[s] == Approx(sum));
  }
  Analysis pooling = with_map(1, 3, "pooling");
  summarise_attention(pooling, 4);
  CHECK(pooling.top_pairs.empty());
  CHECK(pooling.received.size() == 3);
}
