#include "engine/ranks/gradient_sum.h"

#include "engine/kernels/cpu/cpu_device.h"
#include "tests/engine/catch.h"
#include "tests/engine/ranks/played_ranks.h"

using namespace heed;
using namespace heed::test;

namespace {

constexpr int kParts = 5;

float number(int part, int64_t i) {
  return 1.0f / static_cast<float>(3 + part * 7 + i);
}

Tensor numbers(const Shape& shape, int part) {
  std::vector<float> all;
  for (int64_t i = 0; i < shape.count(); ++i) all.push_back(number(part, i));
  return Tensor::of<float>(shape, all);
}

// A matrix that every part reaches, a table of which each part has other rows, and a table that one part
// reads as a whole; nobody reaches the last weight.
struct Weights {
  Parameters parameters{uint64_t{1}};
  Variable matrix = parameters.add("matrix", {3, 2}, Init::kNormal);
  Variable table = parameters.add("table", {6, 2}, Init::kNormal);
  Variable tied = parameters.add("tied", {4, 2}, Init::kNormal);
  Variable idle = parameters.add("idle", {2}, Init::kNormal);

  void reach(int part) const {
    matrix.node().grad = numbers({3, 2}, part);
    if (part % 2 == 0) table.node().sparse_grad = {{part, 5}, numbers({2, 2}, part)};
    if (part == 3)
      tied.node().grad = numbers({4, 2}, part);
    else if (part < 2)
      tied.node().sparse_grad = {{1, 2 + part}, numbers({2, 2}, part)};
  }
  std::vector<std::vector<float>> gradients() const {
    std::vector<std::vector<float>> all{matrix.grad().values<float>(), tied.grad().values<float>(),
                                        table.node().sparse_grad.values.values<float>()};
    for (int32_t row : table.node().sparse_grad.rows) all.back().push_back(static_cast<float>(row));
    check(!table.grad().defined() && !tied.node().sparse_grad.defined() && !idle.grad().defined(),
          "a gradient is of another kind than expected");
    return all;
  }
};

// Two steps, of which the second knows the weights.
std::vector<std::vector<float>> summed(Ranks* ranks) {
  const Device device = cpu::device();
  const Weights weights;
  GradientSum sum(weights.parameters, device, ranks);
  const PartRange own = ranks ? parts_of_rank(kParts, ranks->size(), ranks->rank()) : PartRange{0, kParts};
  for (int step = 0; step < 2; ++step) {
    weights.parameters.clear_grads();
    sum.begin(kParts, heap());
    std::vector<double> figures;
    for (int part = own.first; part < own.end; ++part) {
      weights.reach(part);
      sum.add(part);
      figures.push_back(part);
    }
    check(sum.finish(figures) == std::vector<double>{0, 1, 2, 3, 4}, "figures are not those of all parts");
  }
  return weights.gradients();
}

}  // namespace

TEST_CASE("Gradients of parts add up to the same bits, whoever has the parts", "[ranks]") {
  const auto alone = summed(nullptr);
  const auto m = [](int part) { return number(part, 4); };
  CHECK(alone[0][4] == ((m(0) + m(1)) + (m(2) + m(3))) + m(4));
  CHECK(alone[1][2] == number(0, 0) + number(1, 0) + number(3, 2));  // row 1 of the tied table
  CHECK(alone[2].size() == 4 * 2 + 4);                               // rows 0, 2, 4 and 5
  for (int size : {1, 2, 3, 7}) {
    std::vector<std::vector<std::vector<float>>> found(static_cast<size_t>(size));
    as_ranks(size, [&](Ranks& ranks) { found[static_cast<size_t>(ranks.rank())] = summed(&ranks); });
    for (const auto& of_rank : found) CHECK(of_rank == alone);
  }
}
