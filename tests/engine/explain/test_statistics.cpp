// Rank correlation and divergences on cases that can be calculated by hand, or by SciPy.
#include <cmath>

#include "engine/explain/divergence.h"
#include "engine/explain/eraser.h"
#include "engine/explain/kendall.h"
#include "tests/engine/message.h"
#include "tests/engine/tensor/oracle.h"

using namespace heed;
using namespace heed::test;
using namespace heed::explain;

TEST_CASE("SciPy: Kendall's tau of a case with ties", "[oracle][explain]") {
  const Oracle io("attribution_lstm");
  const auto values = [&](const char* name) {
    const Tensor& x = io[name];
    return std::vector<double>(x.data<float>(), x.data<float>() + x.count());
  };
  const KendallTau found = kendall_tau(values("ties.x"), values("ties.y"));
  CHECK(std::abs(found.tau - element(io["ties.tau.f64"], 0)) <= 1e-6);
  CHECK(std::abs(found.p - element(io["ties.p.f64"], 0)) <= 1e-6);
}

TEST_CASE("Kendall's tau without ties: exact p by counting all orders", "[explain]") {
  CHECK(kendall_tau({1, 2, 3, 4}, {1, 2, 3, 4}).tau == Approx(1));
  CHECK(kendall_tau({1, 2, 3, 4}, {1, 2, 3, 4}).p == Approx(2.0 / 24));
  CHECK(kendall_tau({1, 2, 3, 4}, {4, 3, 2, 1}).tau == Approx(-1));
  // One neighbouring pair changed: 1 + 3 orders of 24 have at most one inversion.
  CHECK(kendall_tau({1, 2, 3, 4}, {1, 2, 4, 3}).tau == Approx(4.0 / 6));
  CHECK(kendall_tau({1, 2, 3, 4}, {1, 2, 4, 3}).p == Approx(2 * 4.0 / 24));
  CHECK(kendall_tau({1, 2, 3, 4}, {2, 4, 1, 3}).p == Approx(1));  // three of six
  CHECK(kendall_tau({1, 2}, {1, 2}).p == Approx(1));
  std::vector<double> x, y;
  for (int i = 0; i < 40; ++i) {
    x.push_back(i);
    y.push_back((i * 17) % 40);
  }
  const KendallTau many = kendall_tau(x, y);  // more than 33: by the normal distribution
  CHECK(std::abs(many.tau) < 0.3);
  CHECK(many.p > 0.01);
  CHECK(std::isnan(kendall_tau({1, 1, 1}, {1, 2, 3}).tau));
  CHECK(std::isnan(kendall_tau({1}, {1}).tau));
  CHECK(contains(message_of([] { kendall_tau({1, 2}, {1}); }), "2 and 1 values"));
}

TEST_CASE("Divergences are zero between equals and largest between strangers", "[explain]") {
  CHECK(jensen_shannon({0.25, 0.75}, {0.25, 0.75}) == Approx(0).margin(1e-15));
  CHECK(jensen_shannon({1, 0}, {0, 1}) == Approx(std::log(2)));
  CHECK(total_variation({1, 0}, {0, 1}) == Approx(1));
  CHECK(total_variation({0.5, 0.5}, {0.25, 0.75}) == Approx(0.25));
  CHECK_THROWS_AS(total_variation({1}, {0, 1}), Error);
}

TEST_CASE("A ranking takes the earlier of equal tokens first, and only those asked for", "[explain]") {
  CHECK(ranking({0.1, 0.5, 0.5, 0.9}, {0, 1, 2, 3}) == std::vector<int>{3, 1, 2, 0});
  CHECK(ranking({0.1, 0.5, 0.5, 0.9}, {0, 2}) == std::vector<int>{2, 0});
}
