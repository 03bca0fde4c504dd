#include "engine/kernels/cuda/replay.h"

namespace heed::cuda {
namespace {

// Each takes a few hundred kilobytes of the GPU.
constexpr size_t kMostShapes = 128;

// Everything that is asked of the GPU meanwhile is watched.
struct Watching {
  Watching(Gpu& gpu, StepWatch& watch) : gpu_(gpu) { gpu.watch = &watch; }
  ~Watching() { gpu_.watch = nullptr; }
  Watching(const Watching&) = delete;
  Watching& operator=(const Watching&) = delete;
  Gpu& gpu_;
};

// Those of these inputs that the step has in common with the one that was watched: it cannot show that no
// other numbers follow from them.
std::vector<size_t> in_common(const std::vector<size_t>& inputs, const PlannedStep& step,
                              const PlannedStep& learned) {
  std::vector<size_t> same;
  for (size_t i : inputs)
    if (step.inputs[i] == learned.inputs[i]) same.push_back(i);
  return same;
}

}  // namespace

Replay::Replay(Gpu& gpu) : gpu_(gpu) {
  ++gpu.replays;
}

Replay::~Replay() {
  gpu_.backend->wait();
  shapes_.clear();
  if (--gpu_.replays == 0) gpu_.of_steps.trim();
}

// Shapes without a recording count, too: one may be there by the time of their turn, and copies of one step
// each would wait for the GPU.
bool Replay::may_repeat(const PlannedStep& step) const {
  return problem_.empty() && !step.shape.empty();
}

bool Replay::ready(const PlannedStep& step) const {
  const auto shape = shapes_.find(step.shape);
  return problem_.empty() && shape != shapes_.end() && shape->second.work &&
         InputLayout(step).size == shape->second.sizes;
}

void Replay::plan(std::vector<PlannedStep> steps) {
  planned_ = std::move(steps);
  on_gpu_.assign(planned_.size(), nullptr);
  next_ = 0;
  std::vector<char> all;
  std::vector<size_t> begin;
  for (const PlannedStep& step : planned_) {
    begin.push_back(all.size());
    if (!may_repeat(step)) continue;
    const InputLayout layout(step);
    all.resize(all.size() + layout.bytes);
    layout.write(step, all.data() + begin.back());
  }
  if (all.empty()) return;
  if (all.size() > inputs_bytes_) {
    inputs_bytes_ = 2 * all.size();  // the next steps may be longer
    inputs_ = gpu_.lasting.allocate(inputs_bytes_);
  }
  gpu_.backend->upload(inputs_.get(), all.data(), all.size());
  for (size_t i = 0; i < planned_.size(); ++i)
    if (may_repeat(planned_[i])) on_gpu_[i] = static_cast<const char*>(inputs_.get()) + begin[i];
}

void Replay::next(const Ask& ask) {
  if (next_ == planned_.size()) return ask(false);
  const size_t at = next_++;
  const PlannedStep& step = planned_[at];
  if (!problem_.empty() || step.shape.empty()) return ask(false);
  const auto known = shapes_.find(step.shape);
  if (known == shapes_.end()) return shapes_.size() < kMostShapes ? learn(step, ask) : ask(false);
  Shape& shape = known->second;
  if (in_common(shape.untold, step, shape.learned).size() < shape.untold.size())
    return record(at, shape, ask);
  if (!ready(step)) return ask(false);
  repeat(at, shape);
}

void Replay::learn(const PlannedStep& step, const Ask& ask) {
  StepWatch watch(step, nullptr);
  {
    const Watching here(gpu_, watch);
    ask(true);
  }
  if (watch.refused()) return give_up(watch.refused());
  if (watch.ambiguous()) return;  // the next step of this shape may tell
  Shape& shape = shapes_[step.shape];
  shape.fingerprint = watch.fingerprint();
  shape.learned = step;
  shape.untold = step.telling;
  shape.sizes = InputLayout(step).size;
}

void Replay::record(size_t at, Shape& shape, const Ask& ask) {
  const PlannedStep& step = planned_[at];
  const std::shared_ptr<void> block = gpu_.lasting.allocate(InputLayout(step).bytes);
  StepWatch watch(step, block.get());
  std::shared_ptr<void> work;
  try {
    const Watching here(gpu_, watch);
    gpu_.backend->begin_recording();
    ask(true);
    work = gpu_.backend->end_recording(true);
  } catch (const Error& error) {
    gpu_.backend->end_recording(false);
    give_up(error.what());
    return ask(false);
  } catch (...) {
    gpu_.backend->end_recording(false);
    throw;
  }
  if (watch.ambiguous()) return ask(false);
  if (watch.fingerprint() != shape.fingerprint) {
    give_up("what a step of this model asks of the GPU depends on more than the shape of its batch");
    return ask(false);
  }
  shape.work = std::move(work);
  shape.block = block;
  shape.kept = std::move(watch.kept());
  shape.untold = in_common(shape.untold, step, shape.learned);
  if (shape.untold.empty()) shape.learned = {};
  repeat(at, shape);
}

void Replay::repeat(size_t at, const Shape& shape) {
  gpu_.backend->copy(shape.block.get(), on_gpu_[at], InputLayout(planned_[at]).bytes);
  gpu_.backend->repeat(shape.work.get());
  ++repeated_;
}

void Replay::give_up(const std::string& problem) {
  gpu_.backend->wait();
  shapes_.clear();
  if (gpu_.replays == 1) gpu_.of_steps.trim();
  problem_ = problem;
}

}  // namespace heed::cuda
