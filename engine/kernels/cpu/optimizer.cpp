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

// The numbers of a run of elements; null where the rule has none.
struct Pointers {
  float *weight, *m, *v, *v_max, *average;

  explicit Pointers(const UpdateState& s)
      : weight(of(s.weight)), m(of(s.m)), v(of(s.v)), v_max(of(s.v_max)), average(of(s.average)) {}
  Pointers at(int64_t i) const {
    Pointers p = *this;
    for (float** number : {&p.weight, &p.m, &p.v, &p.v_max, &p.average})
      if (*number) *number += i;
    return p;
  }

 private:
  static float* of(const Tensor& t) { return t.defined() ? pointer<float>(t) : nullptr; }
};

// How far one weight moves: the equations.
template <UpdateRule rule>
float movement(const UpdateStep& step, const Pointers& p, int64_t i, float g) {
  if constexpr (rule == UpdateRule::kSgd) return step.rate * g;
  if constexpr (rule == UpdateRule::kMomentum || rule == UpdateRule::kNesterov) {
    const float m = step.beta1 * p.m[i] + g;
    p.m[i] = m;
    return step.rate * (rule == UpdateRule::kNesterov ? g + step.beta1 * m : m);
  }
  const float m = step.beta1 * p.m[i] + (1 - step.beta1) * g;
  float v = step.beta2 * p.v[i] + (1 - step.beta2) * g * g;
  p.m[i] = m;
  p.v[i] = v;
  if constexpr (rule == UpdateRule::kAdamMax) {
    v = v > p.v_max[i] ? v : p.v_max[i];
    p.v_max[i] = v;
  }
  return step.rate * m / (__builtin_sqrtf(v) * step.root_correction + step.epsilon);
}

template <UpdateRule rule>
void update_run(const UpdateStep& step, const Pointers& p, int64_t count, const float* gradient, float clip) {
  for (int64_t i = 0; i < count; ++i) {
    const float theta = p.weight[i];
    const float g = (gradient ? gradient[i] * clip : 0.0f) + step.l2 * theta;
    p.weight[i] = theta - (step.decay * theta + movement<rule>(step, p, i, g));
  }
  if (!p.average) return;
  // Written so that a weight that rests leaves its average as it is, to the bit.
  for (int64_t i = 0; i < count; ++i) p.average[i] += (1 - step.ema_keep) * (p.weight[i] - p.average[i]);
}

void update_run(const UpdateStep& step, const Pointers& p, int64_t count, const float* gradient, float clip) {
  switch (step.rule) {
    case UpdateRule::kAdam:
      return update_run<UpdateRule::kAdam>(step, p, count, gradient, clip);
    case UpdateRule::kAdamMax:
      return update_run<UpdateRule::kAdamMax>(step, p, count, gradient, clip);
    case UpdateRule::kSgd:
      return update_run<UpdateRule::kSgd>(step, p, count, gradient, clip);
    case UpdateRule::kMomentum:
      return update_run<UpdateRule::kMomentum>(step, p, count, gradient, clip);
    case UpdateRule::kNesterov:
      return update_run<UpdateRule::kNesterov>(step, p, count, gradient, clip);
  }
}

void update(const Device& device, const UpdateStep& step, float clip, const Tensor& gradient,
            const UpdateState& state) {
  const Pointers all(state);
  over_elements(device, state.weight, [&](int64_t first, int64_t last) {
    [[maybe_unused]] const FlushDenormals flush;
    update_run(step, all.at(first), last - first, pointer<float>(gradient) + first, clip);
  });
}

void update_rows(const Device& device, const UpdateStep& step, float clip, const std::vector<int32_t>& rows,
                 const Tensor& gradient, const UpdateState& state) {
  const int64_t D = state.weight.shape().columns();
  const Pointers all(state);
  parallel_for(device.threads, static_cast<int64_t>(rows.size()), 64, [&](int64_t first, int64_t last) {
    [[maybe_unused]] const FlushDenormals flush;
    for (int64_t r = first; r < last; ++r)
      update_run(step, all.at(rows[static_cast<size_t>(r)] * D), D, pointer<float>(gradient) + r * D, clip);
  });
}

void catch_up(const Device& device, const std::vector<UpdateStep>& steps, const std::vector<int32_t>& rows,
              const std::vector<int32_t>& first_step, const UpdateState& state) {
  const int64_t D = state.weight.shape().columns();
  const Pointers all(state);
  parallel_for(device.threads, static_cast<int64_t>(rows.size()), 16, [&](int64_t first, int64_t last) {
    [[maybe_unused]] const FlushDenormals flush;
    for (auto r = static_cast<size_t>(first); r < static_cast<size_t>(last); ++r)
      for (auto s = static_cast<size_t>(first_step[r]); s < steps.size(); ++s)
        update_run(steps[s], all.at(rows[r] * D), D, nullptr, 1);
  });
}

}  // namespace

OptimizerKernels optimizer_kernels() {
  return {training(update), training(catch_up), training(update_rows)};
}

HEED_END_KERNELS
