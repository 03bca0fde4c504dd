#include "engine/optim/gradient_buckets.h"

#include "engine/kernels/kernels.h"

namespace heed {
namespace {

constexpr int64_t kAlignment = 64;  // numbers

// A weight's gradient and where it begins in its bucket.
struct Place {
  const Variable* parameter;
  int64_t begin;
};

Tensor make_bucket(const Device& device, const std::vector<Place>& places, int64_t count) {
  Tensor bucket({count}, DType::kFloat32, *device.memory);
  device.kernels->elementwise.fill(device, 0, bucket);
  for (const auto& [parameter, begin] : places)
    parameter->node().gradient_home =
        bucket.rows(begin, parameter->value().count()).reshaped(parameter->shape());
  return bucket;
}

}  // namespace

GradientBuckets::GradientBuckets(const Parameters& parameters, const Device& device, size_t most_bytes)
    : parameters_(parameters) {
  const auto most = static_cast<int64_t>(most_bytes / sizeof(float));
  std::vector<Place> places;
  int64_t count = 0;
  auto close = [&] {
    if (!places.empty()) buckets_.push_back(make_bucket(device, places, count));
    places.clear();
    count = 0;
  };
  for (auto p = parameters.all().rbegin(); p != parameters.all().rend(); ++p) {
    if (!p->requires_grad()) continue;
    const int64_t needed = (p->value().count() + kAlignment - 1) / kAlignment * kAlignment;
    if (count > 0 && count + needed > most) close();
    places.push_back({&*p, count});
    count += needed;
  }
  close();
}

GradientBuckets::~GradientBuckets() {
  for (const Variable& parameter : parameters_.all()) parameter.node().gradient_home = {};
}

}  // namespace heed
