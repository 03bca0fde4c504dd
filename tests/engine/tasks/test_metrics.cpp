#include "engine/tasks/metrics.h"

#include <nlohmann/json.hpp>

#include "tests/engine/catch.h"

using namespace heed;

TEST_CASE("Metrics of two classes, counted by hand", "[metrics]") {
  // predictions 1 1 0 0 1; truth 1 0 0 1 1
  const std::vector<double> p{0.1, 0.9, 0.4, 0.6, 0.8, 0.2, 0.7, 0.3, 0.45, 0.55};
  const Metrics m = compute_metrics({1, 0, 0, 1, 1}, p, {"no", "yes"});
  CHECK(m.accuracy == Approx(3.0 / 5));
  CHECK(m.confusion == std::vector<std::vector<int64_t>>{{1, 1}, {1, 2}});
  CHECK(m.tpr == Approx(2.0 / 3));
  CHECK(m.fpr == Approx(1.0 / 2));
  CHECK(m.tnr + m.fpr == Approx(1));
  CHECK(m.fnr + m.tpr == Approx(1));
  CHECK(m.f1 == Approx(2.0 / 3));
  CHECK(m.per_class[0].f1 == Approx(0.5));
  CHECK(m.macro_f1 == Approx((2.0 / 3 + 0.5) / 2));
  CHECK(m.weighted_f1 == Approx((3 * 2.0 / 3 + 2 * 0.5) / 5));
  // scores of class 1: yes .9 .3 .55, no .6 .2: pairs won 2 + 1 + 1 of 6
  CHECK(m.roc_auc == Approx(4.0 / 6));
  CHECK(m.loss ==
        Approx(-(std::log(0.9) + std::log(0.4) + std::log(0.8) + std::log(0.3) + std::log(0.55)) / 5));
}

TEST_CASE("Ties count half under the ROC curve", "[metrics]") {
  const Metrics m = compute_metrics({1, 0, 1, 0}, {0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5}, {"no", "yes"});
  CHECK(m.roc_auc == Approx(0.5));
}

TEST_CASE("A class without examples gives zeros, not NaN", "[metrics]") {
  const Metrics m = compute_metrics({0, 0}, {0.9, 0.1, 0.0, 0.8, 0.2, 0.0}, {"a", "b", "c"});
  CHECK(m.per_class[2].f1 == 0);
  CHECK(std::isfinite(m.macro_f1));
  CHECK(!to_json(m).contains("tpr"));
  CHECK(to_json(m)["per_class"][0]["support"] == 2);
}

TEST_CASE("Of very many classes there are sums, and no table of all by all", "[metrics]") {
  const size_t C = 20000;
  const std::vector<std::string> labels(C, "word");
  std::vector<double> p(2 * C, 0);
  p[7] = 1;
  p[C + 9] = 1;
  const Metrics m = compute_metrics({7, 8}, p, labels);
  CHECK(m.accuracy == 0.5);
  CHECK(m.macro_f1 == Approx(1.0 / static_cast<double>(C)));
  CHECK(m.confusion.empty());
  CHECK(to_json(m)["per_class"].empty());
}
