// Steps on a device that computes ahead of the host: asking for each step's loss would make both wait for
// each other, and small models would do nothing else.
#include <algorithm>
#include <cmath>

#include "engine/train/gradient_steps.h"
#include "engine/train/step_shape.h"

namespace heed {
namespace {

constexpr int64_t kAhead = 16;  // steps; after a number that is not finite they change no weight

template <class T>
std::vector<char> bytes_of(const T* values, size_t count) {
  const auto* first = reinterpret_cast<const char*>(values);
  return {first, first + count * sizeof(T)};
}

template <class T>
std::vector<char> bytes_of(const std::vector<T>& values) {
  return bytes_of(values.data(), values.size());
}

std::vector<char> bytes_of(const Tensor& ids) {
  return bytes_of(ids.data<int32_t>(), static_cast<size_t>(ids.count()));
}

}  // namespace

PlannedStep GradientSteps::planned(const StepBatch& made, int32_t place, bool uniform) const {
  const TextBatch& batch = made.batch;
  PlannedStep step;
  step.shape = made.shape;
  step.number = {static_cast<uint32_t>(made.step), place};
  step.inputs = {bytes_of(made.labels), bytes_of(optimizer_.next_steps(made.rate, place))};
  auto add = [&](const Tensor& ids, const Spans& spans) {
    step.telling.push_back(step.inputs.size());
    if (!uniform) step.telling.push_back(step.inputs.size() + 1);
    for (auto&& bytes : {bytes_of(ids), bytes_of(spans.length), bytes_of(spans.begin)})
      step.inputs.push_back(bytes);
  };
  add(batch.ids, batch.sentences);
  for (const Tensor& ids : network_.ids_of(batch)) step.inputs.push_back(bytes_of(ids));
  for (const Tensor& asked : {batch.places, made.rows}) {
    if (!asked.defined()) continue;
    step.telling.push_back(step.inputs.size());
    step.inputs.push_back(bytes_of(asked));
  }
  if (batch.bags.B() > 0) add(batch.pieces, batch.bags);
  if (batch.phrase_bags.B() > 0) add(batch.phrases, batch.phrase_bags);
  return step;
}

// The next steps after that many, no further than the epoch goes: what comes then may depend on how it ends.
GradientSteps::Ahead GradientSteps::look_ahead(int64_t after) const {
  const int64_t begin = state_.in_epoch + after;
  Ahead ahead;
  for (int64_t i = 0; i < std::min(kAhead, steps_per_epoch() - begin); ++i) {
    StepBatch next = make_step(state_.step + after + i, batches_[static_cast<size_t>(begin + i)]);
    if (replay_) {
      const bool uniform = shape_step(next, longest_, network_.output());
      ahead.steps.push_back(planned(next, static_cast<int32_t>(i), uniform));
    }
    ahead.batches.push_back(std::move(next));
  }
  return ahead;
}

void GradientSteps::prepare(int64_t after) {
  upcoming_ = look_ahead(after);
  if (replay_) replay_->plan(std::move(upcoming_.steps));
}

void GradientSteps::ask_for(const StepBatch& made, int32_t place, bool watched) {
  // When nothing is repeated any more, the memory of watched steps is as good as any.
  const bool given_up = replay_ && !replay_->problem().empty();
  Arena& arena = watched || given_up ? watched_arena_ : arena_;
  network_.parameters().clear_grads();
  arena.reset();
  const Pass done = pass(made, pooled_ ? memory() : arena, {false, watched});
  StepEnd end;
  end.loss = done.loss;
  end.logits = done.scores;
  end.labels = on_device(device_, made.labels, arena);
  end.clip = options_.clip;
  end.steps = optimizer_.next_steps(made.rate);
  end.numbers = numbers_;
  end.place = place;
  end.halted = halted_;
  optimizer_.ask_for_step(end);
  network_.parameters().clear_grads();
}

void GradientSteps::begin_ahead() {
  numbers_ = Tensor({kAhead, 3}, DType::kFloat64, *device_.memory);
  halted_ = on_device(device_, Tensor::of<int32_t>({1}, {0}), *device_.memory);
  if (device_.whole_tables) gradients_.emplace(network_.parameters().all(), device_);
  if (device_.make_replay && !pooled_ && network_.repeats_steps()) replay_ = device_.make_replay(device_);
  const std::vector<int> lengths = task_.lengths();
  longest_ = *std::max_element(lengths.begin(), lengths.end());
}

void GradientSteps::step_ahead() {
  if (!numbers_.defined()) begin_ahead();
  if (pending_ == 0) {
    if (upcoming_.batches.empty()) prepare(0);
    asked_ = std::move(upcoming_.batches);
    upcoming_ = {};
  }
  const StepBatch& made = asked_[pending_];
  auto ask = [&](bool watched) { ask_for(made, static_cast<int32_t>(pending_), watched); };
  if (replay_)
    replay_->next(ask);
  else
    ask(false);
  optimizer_.count_step(made.rate);
  if (++pending_ < asked_.size()) return;
  prepare(1);  // while the GPU still computes
  read_numbers(state_.in_epoch + 1);
  pending_ = read_ = 0;
}

void GradientSteps::read_numbers(int64_t asked) {
  if (read_ == pending_) return;
  const Tensor numbers = on_host(device_, numbers_);
  const int64_t first = asked - static_cast<int64_t>(pending_);
  for (; read_ < pending_; ++read_) {
    const double* row = numbers.data<double>() + 3 * read_;
    const StepBatch& made = asked_[read_];
    last_ = {row[0], row[1], made.tokens, made.answers, static_cast<int64_t>(row[2]), made.rate};
    if (!std::isfinite(row[0]) || !std::isfinite(row[1])) {
      state_.step = made.step;
      arena_.reset();
      hunt_nan(first + static_cast<int64_t>(read_), last_);
    }
    count(last_);
  }
}

}  // namespace heed
