#include "engine/kernels/optimizer.h"

#include <cmath>

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

// What steps `first` to the last do to a weight whose gradient is zero, all at once. The moments only decay,
// so after j steps of sizes α_j and root corrections r_j
//   Σ_j α_j β₁ʲ m / (√(β₂ʲ v) r_j + ε) = m Σ_j w_j / (√v + ε / c_j),  c_j = r_j β₂^(j/2),  w_j = α_j β₁ʲ /
//   c_j.
// c_j hardly changes while β₁ʲ falls: with W = Σ w_j and ε̂, the mean of ε / c_j weighted by w_j, it is
// m W / (√v + ε̂), but for what ε̂ loses where √v is as small as ε.
struct Rest {
  float m, v, W, epsilon;
};

class Rests {
 public:
  Rests(const std::vector<UpdateStep>& steps, bool wanted) : steps_(steps) {
    if (!wanted) return;
    beta1_ = static_cast<double>(steps.back().beta1);
    beta2_ = static_cast<double>(steps.back().beta2);
    memory_ = beta1_ > 0 ? static_cast<size_t>(std::ceil(std::log(1e-9) / std::log(beta1_))) : 1;
    sums_.resize(std::min(memory_, steps.size()) + 1);
    for (size_t age = 1; age < sums_.size(); ++age) sums_[age] = sooner(steps.size() - age, sums_[age - 1]);
    double m = 1, v = 1;
    for (const Sums& sums : sums_) {
      rests_.push_back(rest_of(m, v, sums));
      m *= beta1_;
      v *= beta2_;
    }
  }

  Rest from(size_t first) const {
    const size_t n = steps_.size() - first;
    if (n < rests_.size()) return rests_[n];
    const auto j = static_cast<double>(n);
    return rest_of(std::pow(beta1_, j), std::pow(beta2_, j), of(first));
  }

 private:
  struct Sums {
    double w = 0, we = 0;  // Σ w_j, Σ w_j ε / c_j
  };
  static Rest rest_of(double m, double v, const Sums& s) {
    return {static_cast<float>(m), static_cast<float>(v), static_cast<float>(s.w),
            static_cast<float>(s.w > 0 ? s.we / s.w : 1)};
  }
  // The sums that begin at step k, from those that begin one step later.
  Sums sooner(size_t k, const Sums& later) const {
    const double alpha = static_cast<double>(steps_[k].rate);
    const double r = static_cast<double>(steps_[k].root_correction);
    return {beta1_ / std::sqrt(beta2_) * (alpha / r + later.w),
            beta1_ / beta2_ * (alpha * static_cast<double>(steps_[k].epsilon) / (r * r) + later.we)};
  }
  Sums of(size_t first) const {  // what is further away than memory_ has decayed
    Sums s;
    for (size_t k = first + memory_; k > first; --k) s = sooner(k - 1, s);
    return s;
  }

  const std::vector<UpdateStep>& steps_;
  double beta1_ = 0, beta2_ = 1;
  size_t memory_ = 1;
  std::vector<Sums> sums_;   // by age of the first step
  std::vector<Rest> rests_;  // likewise
};

void rest(const Rest& r, const Pointers& p, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    p.weight[i] -= p.m[i] * r.W / (__builtin_sqrtf(p.v[i]) + r.epsilon);
    p.m[i] *= r.m;
    p.v[i] *= r.v;
  }
}

// Whether without a gradient nothing but decaying moments moves a weight: Adam without weight decay.
bool only_moments(const std::vector<UpdateStep>& steps) {
  const auto moving =
      std::find_if(steps.rbegin(), steps.rend(), [](const UpdateStep& s) { return s.rate != 0; });
  return moving != steps.rend() && moving->rule == UpdateRule::kAdam && moving->l2 == 0 &&
         moving->decay == 0 && moving->beta2 > 0;
}

void catch_up(const Device& device, const std::vector<UpdateStep>& steps, const std::vector<int32_t>& rows,
              const std::vector<int32_t>& first_step, const UpdateState& state) {
  const int64_t D = state.weight.shape().columns();
  const Pointers all(state);
  const bool rests = only_moments(steps) && !state.average.defined();
  const Rests at(steps, rests);
  parallel_for(device.threads, static_cast<int64_t>(rows.size()), 16, [&](int64_t first, int64_t last) {
    [[maybe_unused]] const FlushDenormals flush;
    for (auto r = static_cast<size_t>(first); r < static_cast<size_t>(last); ++r) {
      const auto begin = static_cast<size_t>(first_step[r]);
      if (rests && begin < steps.size())
        rest(at.from(begin), all.at(rows[r] * D), D);
      else
        for (size_t s = begin; s < steps.size(); ++s)
          update_run(steps[s], all.at(rows[r] * D), D, nullptr, 1);
    }
  });
}

}  // namespace

OptimizerKernels optimizer_kernels() {
  return {update, catch_up, update_rows, nullptr};
}

HEED_END_KERNELS
