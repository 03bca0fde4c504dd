#include "engine/tasks/own_words.h"

#include "engine/kernels/cpu/cpu_device.h"
#include "tests/engine/catch.h"

using namespace heed;

namespace {

constexpr int64_t kV = 50;

// This network would write the next number behind every token.
class Counting final : public Network {
 public:
  Counting() : Network(uint64_t{1}, DType::kFloat32) {}
  Variable forward(Context& ctx, const TextBatch& batch) const override {
    const Tensor scores = ctx.filled({batch.target_ids.count(), kV}, DType::kFloat32, 0);
    int64_t row = 0;
    for (const int32_t id : batch.target_ids.values<int32_t>())
      scores.data<float>()[row++ * kV + (id + 1) % kV] = 1;
    return Variable(scores);
  }
  std::vector<AttentionPoint> attention() const override { return {}; }
  int64_t multiply_adds(int64_t) const override { return 0; }
};

StepBatch texts(double own_words) {
  StepBatch batch;
  batch.own_words = own_words;
  std::vector<int32_t> lengths, told;
  for (int32_t length = 1; length <= 40; ++length) {
    lengths.push_back(length);
    for (int32_t t = 0; t < length; ++t) told.push_back((7 * t + length) % static_cast<int32_t>(kV));
  }
  batch.batch.targets = Spans::packed(lengths);
  batch.batch.target_ids = Tensor::list(told);
  batch.labels = Tensor::list(told);
  return batch;
}

std::vector<int32_t> mixed(double own_words, int64_t step) {
  StepBatch batch = texts(own_words);
  batch.step = step;
  mix_in_own_words(Counting(), cpu::device(), 3, batch);
  CHECK(batch.labels.values<int32_t>() == texts(0).labels.values<int32_t>());
  return batch.batch.target_ids.values<int32_t>();
}

}  // namespace

TEST_CASE("What the network would have written stands behind the true beginning", "[tasks][sequence]") {
  const StepBatch plain = texts(0);
  const std::vector<int32_t> told = plain.batch.target_ids.values<int32_t>(), all = mixed(1, 0);
  const Spans& targets = plain.batch.targets;
  for (size_t b = 0; b < targets.B(); ++b) {
    const auto first = static_cast<size_t>(targets.begin[b]);
    CHECK(all[first] == told[first]);  // what a target begins with
    for (size_t t = 1; t < static_cast<size_t>(targets.length[b]); ++t)
      CHECK(all[first + t] ==
            (told[first + t - 1] + 1) % static_cast<int32_t>(kV));  // not the one it wrote itself
  }
  CHECK(mixed(0, 0) == told);
  CHECK(mixed(0.3, 5) == mixed(0.3, 5));
  CHECK(mixed(0.3, 5) != mixed(0.3, 6));
  const std::vector<int32_t> some = mixed(0.3, 5);
  int changed = 0;
  for (size_t i = 0; i < told.size(); ++i) changed += some[i] != told[i] ? 1 : 0;
  CHECK(changed > 0.25 * 780);  // of 820 words 40 are first ones
  CHECK(changed < 0.35 * 780);
}
