#include "engine/kernels/optimizer.h"

#include <cmath>

#include "engine/kernels/cuda/launch.h"
#include "engine/kernels/cuda/tables.h"

namespace heed::cuda {
namespace {

// The numbers of a weight; null where the rule has none.
struct Pointers {
  float *weight, *m, *v, *v_max, *average;

  Pointers() = default;

  explicit Pointers(const UpdateState& s)
      : weight(pointer<float>(s.weight)),
        m(pointer_or_null<float>(s.m)),
        v(pointer_or_null<float>(s.v)),
        v_max(pointer_or_null<float>(s.v_max)),
        average(pointer_or_null<float>(s.average)) {}
};

// How far weight i moves: the equations.
HEED_DEVICE inline float movement(const UpdateStep& step, const Pointers& p, int64_t i, float g) {
  if (step.rule == UpdateRule::kSgd) return step.rate * g;
  if (step.rule == UpdateRule::kMomentum || step.rule == UpdateRule::kNesterov) {
    const float m = step.beta1 * p.m[i] + g;
    p.m[i] = m;
    return step.rate * (step.rule == UpdateRule::kNesterov ? g + step.beta1 * m : m);
  }
  const float m = step.beta1 * p.m[i] + (1 - step.beta1) * g;
  float v = step.beta2 * p.v[i] + (1 - step.beta2) * g * g;
  p.m[i] = m;
  p.v[i] = v;
  if (step.rule == UpdateRule::kAdamMax) {
    v = v > p.v_max[i] ? v : p.v_max[i];
    p.v_max[i] = v;
  }
  return step.rate * m / (std::sqrt(v) * step.root_correction + step.epsilon);
}

HEED_DEVICE inline void update_one(const UpdateStep& step, const Pointers& p, int64_t i, float gradient) {
  const float theta = p.weight[i], g = gradient + step.l2 * theta;
  p.weight[i] = theta - (step.decay * theta + movement(step, p, i, g));
  if (p.average) p.average[i] += (1 - step.ema_keep) * (p.weight[i] - p.average[i]);
}

void update(const Device& device, const UpdateStep& step, float clip, const Tensor& gradient,
            const UpdateState& state) {
  const Pointers p(state);
  const float* g = pointer<float>(gradient);
  for_elements(device, state.weight.count(),
               [=] HEED_DEVICE(int64_t i) { update_one(step, p, i, g[i] * clip); });
}

// A weight in the list of all, and its share of the runs of elements that blocks take on.
struct Entry {
  Pointers p;
  const float* gradient;
  int64_t count, first_run;
  int64_t step;  // number of its UpdateStep
};

constexpr int64_t kRun = 4096;

// The list on the GPU, and the numbers of its runs. Weights and gradients stay where they are from step to
// step: a run uploads the list once.
struct List {
  std::vector<Entry> entries;
  int64_t runs = 0;
  const Entry* gpu = nullptr;

  List(const Device& device, const std::vector<WeightUpdate>& updates) {
    for (const WeightUpdate& u : updates) {
      const int64_t count = u.state.weight.count();
      entries.push_back({Pointers(u.state), pointer<float>(u.gradient), count, runs, u.step});
      runs += (count + kRun - 1) / kRun;
    }
    gpu = static_cast<const Entry*>(
        on_gpu(gpu_of(device).kept(entries.data(), entries.size() * sizeof(Entry))));
  }
};

// This step's numbers of all weights.
struct Steps {
  Scratch<float> memory;
  const UpdateStep* gpu;

  Steps(const Device& device, const std::vector<UpdateStep>& steps)
      : memory(device, static_cast<int64_t>(steps.size() * sizeof(UpdateStep) / sizeof(float))),
        gpu(static_cast<const UpdateStep*>(static_cast<const void*>(memory.data))) {
    device.from_host(device, memory.tensor.raw(), steps.data(), steps.size() * sizeof(UpdateStep));
  }
};
static_assert(sizeof(UpdateStep) % sizeof(float) == 0 && alignof(UpdateStep) == alignof(float));

// The entry that a run belongs to: the last that begins at or before it.
HEED_DEVICE inline const Entry& entry_of(const Entry* entries, int64_t count, int64_t run) {
  int64_t first = 0, last = count;
  while (last - first > 1) {
    const int64_t middle = (first + last) / 2;
    (entries[middle].first_run <= run ? first : last) = middle;
  }
  return entries[first];
}

// Calls f(team, run, entry, its first element, number of elements) for every run of every weight.
template <class F>
void for_runs(const Device& device, const List& list, const F& f) {
  const Entry* entries = list.gpu;
  const auto count = static_cast<int64_t>(list.entries.size());
  for_blocks(device, list.runs, 0, [=] HEED_DEVICE(Block team, int64_t run) {
    const Entry& entry = entry_of(entries, count, run);
    const int64_t first = (run - entry.first_run) * kRun, rest = entry.count - first;
    f(team, run, entry, first, rest < kRun ? rest : kRun);
  });
}

// Whether the label's score of each row is its largest, the first of them where some are equal.
void find_hits(const Device& device, const StepEnd& end, int32_t* hits) {
  const float* logits = pointer<float>(end.logits);
  const int32_t* labels = pointer<int32_t>(end.labels);
  const int64_t C = end.logits.shape().columns();
  for_warps(device, end.logits.shape().rows(), [=] HEED_DEVICE(Warp team, int64_t b) {
    const float* row = logits + b * C;
    const int32_t label = labels[b];
    const auto better = team.sum<int32_t>(label < 0 ? 0 : C, [&](int64_t c) {
      return row[c] > row[label] || (row[c] == row[label] && c < label) ? 1 : 0;
    });
    team.once([&] { hits[b] = label >= 0 && better == 0 ? 1 : 0; });
  });
}

// Loss, norm and hits into `numbers`, and what gradients are multiplied by into `factor`.
void sum_up(const Device& device, const StepEnd& end, const double* squares, int64_t runs, float* factor) {
  const float* loss = pointer<float>(end.loss);
  const int64_t B = end.logits.shape().rows();
  const Scratch<int32_t> hits_of(device, B);
  const int32_t* hit = hits_of.data;
  find_hits(device, end, hits_of.data);
  double* places = pointer<double>(end.numbers);
  int32_t* halted = pointer<int32_t>(end.halted);
  const double clip = end.clip;
  const StepNumber* step = step_number(device, {}, end.place);
  const int32_t known = end.place;
  for_blocks(device, 1, 0, [=] HEED_DEVICE(Block team, int64_t) {
    double* numbers = places + 3 * (step ? step->place : known);
    const double norm = std::sqrt(team.sum<double>(runs, [&](int64_t run) { return squares[run]; }));
    const auto hits = static_cast<double>(team.sum<int64_t>(B, [&](int64_t b) { return hit[b]; }));
    team.once([&] {
      numbers[0] = static_cast<double>(*loss), numbers[1] = norm, numbers[2] = hits;
      if (!(numbers[0] - numbers[0] == 0 && norm - norm == 0)) *halted = 1;
      *factor = clip > 0 && clip < norm + 1e-6 ? static_cast<float>(clip / (norm + 1e-6)) : 1.0f;
    });
  });
}

void finish_step(const Device& device, const StepEnd& end, const std::vector<WeightUpdate>& updates) {
  const List list(device, updates);
  const Steps steps(device, end.steps);
  const UpdateStep* step = steps.gpu;
  const Scratch<double> squares(device, list.runs);
  const Scratch<float> factor(device, 1);
  double* square = squares.data;
  const float* clip = factor.data;
  const int32_t* halted = pointer<int32_t>(end.halted);
  for_runs(device, list,
           [=] HEED_DEVICE(const Block& team, int64_t run, const Entry& entry, int64_t first, int64_t n) {
             const double sum = team.sum<double>(n, [&](int64_t i) {
               const auto g = static_cast<double>(entry.gradient[first + i]);
               return g * g;
             });
             team.once([&] { square[run] = sum; });
           });
  sum_up(device, end, square, list.runs, factor.data);
  for_runs(device, list,
           [=] HEED_DEVICE(const Block& team, int64_t, const Entry& entry, int64_t first, int64_t n) {
             if (*halted != 0) return;
             team.each(n, [&](int64_t i) {
               update_one(step[entry.step], entry.p, first + i, entry.gradient[first + i] * *clip);
             });
           });
}

}  // namespace

// Gradients of tables are whole on a GPU (Device::whole_tables): there are no rows to update apart.
OptimizerKernels optimizer_kernels() {
  return {update, nullptr, nullptr, finish_step};
}

}  // namespace heed::cuda
