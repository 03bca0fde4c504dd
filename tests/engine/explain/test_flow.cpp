// Attention flow and rollout on graphs that can be calculated by hand.
#include "engine/explain/rollout.h"
#include "tests/engine/catch.h"

using namespace heed::explain;

namespace {

Matrix rows(std::vector<double> values) {
  Matrix m(2, 2);
  m.values = std::move(values);
  return m;
}

}  // namespace

TEST_CASE("One layer's flow is its row", "[explain]") {
  const std::vector<double> flow = flow_received({rows({0.3, 0.7, 0.6, 0.4})}, {1, 0});
  CHECK(flow[0] == Approx(0.3));
  CHECK(flow[1] == Approx(0.7));
}

TEST_CASE("Through two layers each pipe carries what it can", "[explain]") {
  // From row 0: 0.5 to either state; token 0 takes min(0.5, 0.2) + min(0.5, 0.9), token 1 0.5 + 0.1.
  const std::vector<Matrix> layers{rows({0.2, 0.8, 0.9, 0.1}), rows({0.5, 0.5, 0, 1})};
  const std::vector<double> flow = flow_received(layers, {1, 0});
  CHECK(flow[0] == Approx(0.7));
  CHECK(flow[1] == Approx(0.6));
  const std::vector<double> half = flow_received(layers, {0.1, 0});  // no more than is read
  CHECK(half[0] == Approx(0.1));
}

TEST_CASE("A mixture is half the state itself where layers add, and its rows sum to 1", "[explain]") {
  const Map map{2, 2, 2, {1, 0, 0.5, 0.5, 0, 1, 0.5, 0.5}};
  CHECK(mixture(map, false).values == std::vector<double>{0.5, 0.5, 0.5, 0.5});
  CHECK(mixture(map, true).values == std::vector<double>{0.75, 0.25, 0.25, 0.75});
  const std::vector<Matrix> rolled = rollout({map, map}, true);
  CHECK(rolled[1].at(0, 0) == Approx(0.75 * 0.75 + 0.25 * 0.25));
  CHECK(rolled[1].at(0, 0) + rolled[1].at(0, 1) == Approx(1));
}
