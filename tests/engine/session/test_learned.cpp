// The scores of attend() can be done by hand from what it says it drew.
#include <cmath>

#include "engine/session/reading/attend.h"
#include "tests/engine/catch.h"

using namespace heed;
using namespace heed::session;

namespace {

const NamedMatrix& shown_matrix(const Attended& attended, const std::string& name) {
  for (const NamedMatrix& m : attended.matrices)
    if (m.name == name) return m;
  FAIL("no matrix " << name);
  throw 0;
}

}  // namespace

TEST_CASE("learned: qᵀ W k is the score of general and local attention", "[session][learned]") {
  const int64_t D = 5;
  const AttendTensors in = random_tensors(7, 3, D);
  for (const std::string mechanism : {"general", "local-m", "local-p"}) {
    AttendOptions options;
    options.mechanism = mechanism;
    options.seed = 11;
    const Attended attended = attend(in, options);
    const auto& all = attended.learned;
    REQUIRE(all.front().name == "general.weight");
    REQUIRE((all.front().rows == D && all.front().columns == D));
    const std::vector<float>& W = all.front().values;
    for (int64_t t = 0; t < 3; ++t)
      for (int64_t s = 0; s < 3; ++s) {
        double e = 0;
        for (int64_t i = 0; i < D; ++i)
          for (int64_t j = 0; j < D; ++j)
            e += static_cast<double>(in.query[static_cast<size_t>(t * D + i)]) *
                 static_cast<double>(W[static_cast<size_t>(i * D + j)]) *
                 static_cast<double>(in.key[static_cast<size_t>(s * D + j)]);
        CHECK(attended.scores[static_cast<size_t>(t * 3 + s)] == Approx(e).margin(1e-5));
      }
  }
}

TEST_CASE("learned: v·tanh of q and k as shown is the score of additive and concat", "[session][learned]") {
  const AttendTensors in = random_tensors(7, 2, 4);
  for (const std::string mechanism : {"additive", "concat"}) {
    AttendOptions options;
    options.mechanism = mechanism;
    options.width = 6;
    const Attended attended = attend(in, options);
    const auto& all = attended.learned;
    REQUIRE(all.back().name == "score.weight");
    REQUIRE((all.back().rows == 1 && all.back().columns == 6));
    const NamedMatrix &q = shown_matrix(attended, "q"), &k = shown_matrix(attended, "k");
    for (size_t t = 0; t < 2; ++t)
      for (size_t s = 0; s < 2; ++s) {
        double e = 0;
        for (size_t i = 0; i < 6; ++i)
          e += static_cast<double>(all.back().values[i]) *
               std::tanh(static_cast<double>(q.values[t * 6 + i]) + static_cast<double>(k.values[s * 6 + i]));
        CHECK(attended.scores[t * 2 + s] == Approx(e).margin(1e-5));
      }
  }
}

TEST_CASE("learned: mechanisms without weights of their own have none", "[session][learned]") {
  for (const std::string mechanism : {"dot", "scaled-dot", "hard", "sparsemax", "trainable", "multi-head"}) {
    AttendOptions options;
    options.mechanism = mechanism;
    CHECK(attend(random_tensors(7, 2, 4), options).learned.empty());
  }
}
