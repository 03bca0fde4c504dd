#include "engine/optim/gradient_buckets.h"

#include "engine/kernels/kernels.h"

namespace heed {
namespace {

// Where a gradient ends, rounded up for the next one.
int64_t room_for(const Variable& weight) {
  constexpr int64_t kAlignment = 64;  // numbers
  return (weight.value().count() + kAlignment - 1) / kAlignment * kAlignment;
}

GradientBucket make_bucket(const Device& device, std::vector<Variable> weights) {
  int64_t count = 0, begin = 0;
  for (const Variable& weight : weights) count += room_for(weight);
  const Tensor numbers({count}, DType::kFloat32, *device.memory);
  device.kernels->elementwise.fill(device, 0, numbers);
  for (const Variable& weight : weights) {
    weight.node().gradient_home = numbers.rows(begin, weight.value().count()).reshaped(weight.shape());
    begin += room_for(weight);
  }
  return {numbers, std::move(weights)};
}

}  // namespace

GradientBuckets::GradientBuckets(const std::vector<Variable>& weights, const Device& device,
                                 size_t most_bytes) {
  const auto most = static_cast<int64_t>(most_bytes / sizeof(float));
  std::vector<Variable> together;
  int64_t count = 0;
  auto close = [&] {
    if (!together.empty()) buckets_.push_back(make_bucket(device, std::move(together)));
    together.clear();
    count = 0;
  };
  for (auto weight = weights.rbegin(); weight != weights.rend(); ++weight) {
    if (!weight->requires_grad()) continue;
    if (count > 0 && count + room_for(*weight) > most) close();
    together.push_back(*weight);
    count += room_for(*weight);
  }
  close();
}

GradientBuckets::~GradientBuckets() {
  for (const GradientBucket& bucket : buckets_)
    for (const Variable& weight : bucket.weights) weight.node().gradient_home = {};
}

}  // namespace heed
