#include "engine/kernels/optimizer.h"

#include "engine/kernels/cpu/dispatch.h"
#include "engine/kernels/cpu/tables.h"

HEED_BEGIN_KERNELS
namespace {

// Moments that decay towards zero become denormal numbers, which x86 computes a hundred times more slowly:
// within a kernel they count as zero.
class FlushDenormals {
#if defined(__SSE__) && !defined(__EMSCRIPTEN__)
 public:
  FlushDenormals() : before_(__builtin_ia32_stmxcsr()) {
    __builtin_ia32_ldmxcsr(before_ | 0x8040);
  }
  ~FlushDenormals() {
    __builtin_ia32_ldmxcsr(before_);
  }
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;

 private:
  unsigned before_;
#endif
};

// The equations for a run of elements, one vector at a time. g is a function of the element's index.
struct Pointers {
  float *weight, *m, *v, *average;
  Pointers at(int64_t i) const { return {weight + i, m + i, v + i, average ? average + i : nullptr}; }
};

void update(const AdamStep& step, Pointers p, int64_t count, const float* gradient, float clip) {
  for (int64_t i = 0; i < count; ++i) {
    float theta = p.weight[i];
    float g = (gradient ? gradient[i] * clip : 0.0f) + step.l2 * theta;
    float m = step.beta1 * p.m[i] + (1 - step.beta1) * g;
    float v = step.beta2 * p.v[i] + (1 - step.beta2) * g * g;
    theta -= step.decay * theta + step.rate * m / (__builtin_sqrtf(v) * step.root_correction + step.epsilon);
    p.m[i] = m;
    p.v[i] = v;
    p.weight[i] = theta;
  }
  if (!p.average) return;
  // Written so that a weight that rests leaves its average as it is, to the bit.
  for (int64_t i = 0; i < count; ++i) p.average[i] += (1 - step.ema_keep) * (p.weight[i] - p.average[i]);
}

Pointers pointers(const Tensor& weight, const Tensor& m, const Tensor& v, const Tensor& average) {
  return {pointer<float>(weight), pointer<float>(m), pointer<float>(v),
          average.defined() ? pointer<float>(average) : nullptr};
}

void adam(const Device& device, const AdamStep& step, float clip, const Tensor& gradient,
          const Tensor& weight, const Tensor& m, const Tensor& v, const Tensor& average) {
  const Pointers all = pointers(weight, m, v, average);
  over_elements(device, weight, [&](int64_t first, int64_t last) {
    [[maybe_unused]] const FlushDenormals flush;
    update(step, all.at(first), last - first, pointer<float>(gradient) + first, clip);
  });
}

void adam_rows(const Device& device, const AdamStep& step, float clip, const std::vector<int32_t>& rows,
               const Tensor& gradient, const Tensor& weight, const Tensor& m, const Tensor& v,
               const Tensor& average) {
  const int64_t D = weight.shape().columns();
  const Pointers all = pointers(weight, m, v, average);
  parallel_for(device.threads, static_cast<int64_t>(rows.size()), 64, [&](int64_t first, int64_t last) {
    [[maybe_unused]] const FlushDenormals flush;
    for (int64_t r = first; r < last; ++r)
      update(step, all.at(rows[static_cast<size_t>(r)] * D), D, pointer<float>(gradient) + r * D, clip);
  });
}

void adam_catch_up(const Device& device, const std::vector<AdamStep>& steps, const std::vector<int32_t>& rows,
                   const std::vector<int32_t>& first_step, const Tensor& weight, const Tensor& m,
                   const Tensor& v, const Tensor& average) {
  const int64_t D = weight.shape().columns();
  const Pointers all = pointers(weight, m, v, average);
  parallel_for(device.threads, static_cast<int64_t>(rows.size()), 16, [&](int64_t first, int64_t last) {
    [[maybe_unused]] const FlushDenormals flush;
    for (auto r = static_cast<size_t>(first); r < static_cast<size_t>(last); ++r)
      for (auto s = static_cast<size_t>(first_step[r]); s < steps.size(); ++s)
        update(steps[s], all.at(rows[r] * D), D, nullptr, 1);
  });
}

}  // namespace

OptimizerKernels optimizer_kernels() {
  return {training(adam), training(adam_catch_up), training(adam_rows)};
}

HEED_END_KERNELS
