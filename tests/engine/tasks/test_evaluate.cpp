// The loop that measures: every example once, and of long ones few at a time.
#include "engine/tasks/evaluate.h"

#include "engine/kernels/cpu/cpu_device.h"
#include "tests/engine/catch.h"

using namespace heed;

namespace {

class Lengths : public Network {
 public:
  Lengths() : Network(uint64_t{1}, DType::kFloat32) {}
  Variable forward(Context& ctx, const TextBatch& batch) const override {
    const Tensor lengths = ctx.make({static_cast<int64_t>(batch.sentences.B()), 1}, DType::kFloat32);
    for (size_t b = 0; b < batch.sentences.B(); ++b)
      lengths.data<float>()[b] = static_cast<float>(batch.sentences.length[b]);
    return Variable(lengths);
  }
  std::vector<AttentionPoint> attention() const override { return {}; }
  int64_t multiply_adds(int64_t) const override { return 0; }
};

}  // namespace

TEST_CASE("Examples are measured once each, few at a time where they are long", "[tasks]") {
  const std::vector<int32_t> lengths{5, 4000, 3000, 2000, 6000, 9000, 1, 2, 3};
  std::vector<float> seen;
  std::vector<int> order;
  std::vector<size_t> counts;
  for_answers(
      Lengths(), cpu::device(), lengths.size(), 4,
      [&](const Batch& chosen) {
        std::vector<int32_t> some;
        for (int i : chosen) some.push_back(lengths[static_cast<size_t>(i)]);
        StepBatch made;
        made.batch.sentences = Spans::packed(some);
        made.batch.ids = Tensor::zeros({made.batch.sentences.rows()}, DType::kInt32);
        return made;
      },
      [&](Context&, const StepBatch&, const Variable& answer, const Batch& chosen) {
        const std::vector<float> given = answer.value().values<float>();
        seen.insert(seen.end(), given.begin(), given.end());
        order.insert(order.end(), chosen.begin(), chosen.end());
        counts.push_back(chosen.size());
      });
  CHECK(seen == std::vector<float>(lengths.begin(), lengths.end()));
  CHECK(order == std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8});
  CHECK(counts == std::vector<size_t>{2, 2, 1, 1, 3});
}
