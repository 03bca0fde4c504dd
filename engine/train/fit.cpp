#include "engine/train/fit.h"

#include <algorithm>
#include <cmath>

#include "engine/optim/clipping.h"
#include "engine/train/reinforce.h"
#include "engine/train/step_shape.h"

namespace heed {
namespace {

double value_of(const Metrics& metrics, const std::string& name) {
  if (name == "accuracy") return metrics.accuracy;
  if (name == "f1") return metrics.f1;
  if (name == "macro_f1") return metrics.macro_f1;
  return metrics.loss;
}

// Values on the host, the model's own among them where that is its memory.
void copy_weights(const Network& model, const Device& device,
                  const std::map<std::string, Tensor>& values) {
  for (const Variable& parameter : model.parameters().all()) {
    const Tensor& value = values.at(parameter.node().name);
    if (value.raw() != parameter.value().raw())
      device.from_host(device, parameter.value().raw(), value.raw(), value.bytes());
  }
}

// Rows of logits [B, C] whose largest is that of the label.
int64_t count_correct(const Tensor& logits, const Tensor& labels) {
  const int64_t C = logits.shape()[1];
  const float* row = logits.data<float>();
  int64_t correct = 0;
  for (int64_t b = 0; b < labels.count(); ++b, row += C)
    correct += std::max_element(row, row + C) - row == labels.data<int32_t>()[b] ? 1 : 0;
  return correct;
}

std::map<std::string, Tensor> weights_on_host(const Network& model, const Device& device) {
  std::map<std::string, Tensor> values = model.parameters().values();
  for (auto& [name, value] : values) value = on_host(device, value);
  return values;
}

std::map<std::string, Tensor> cloned(const std::map<std::string, Tensor>& values) {
  std::map<std::string, Tensor> copy;
  for (const auto& [name, value] : values) copy.emplace(name, value.clone());
  return copy;
}

}  // namespace

void FitOptions::validate(const std::string& file) const {
  check(epochs >= 0 && epochs <= 1000000, "[", file, "] epochs is ", epochs, ": expected 0 to 1000000.");
  check(batch_size >= 1, "[", file, "] batch_size is ", batch_size, ": expected 1 or more.");
  check(std::isfinite(rate) && rate >= 0, "[", file, "] the learning rate is ", rate,
        ": expected 0 or more.");
  check(clip >= 0, "[", file, "] clip is ", clip, ": expected 0 (no limit) or a positive norm.");
  check(label_smoothing >= 0 && label_smoothing <= 1, "[", file, "] label_smoothing is ", label_smoothing,
        ": expected 0 to 1.");
  check(word_dropout >= 0 && word_dropout < 1, "[", file, "] word_dropout is ", word_dropout,
        ": expected 0 or more and less than 1.");
  check(openings.share >= 0 && openings.share < 1 && openings.min >= 1 && openings.max >= openings.min, "[",
        file, "] openings of a share ", openings.share, ", ", openings.min, " to ", openings.max,
        " words: expected a share of 0 or more and less than 1, and 1 <= min <= max.");
  optimizer.validate(file);
  schedule.validate(file);
  const std::string& metric = early_stopping.metric;
  if (!metric.empty() && metric != "loss" && metric != "accuracy" && metric != "f1" && metric != "macro_f1")
    fail<UsageError>("[", file, "] early stopping by \"", metric,
                     "\": expected loss, accuracy, f1 or macro_f1.");
}

Fit::Fit(Network& model, const Device& device, const FitOptions& options, const Examples& train,
         const Examples& validation, const std::vector<std::string>& labels, int unknown)
    : model_(model),
      device_(device),
      options_(options),
      train_(train),
      validation_(validation),
      labels_(labels),
      unknown_(unknown),
      optimizer_(model.parameters(), device, options.optimizer),
      arena_(*device.memory),
      watched_arena_(*device.memory) {
  check(train.size() > 0, "[train] there is no example to train on.");
  check(options.early_stopping.metric.empty() || validation.size() > 0,
        "[train] early stopping needs a validation part: give the split one, or set early_stopping to null.");
  check(options.schedule.name != "plateau" || validation.size() > 0,
        "[train] the plateau schedule needs a validation part, whose loss it watches: give the split one.");
  begin_epoch();
  schedule_ = {options.schedule, options.rate, steps_per_epoch(), options.epochs * steps_per_epoch()};
  if (options.schedule.name == "plateau") plateau_.emplace(options.schedule, options.rate);
  state_.ended = options.epochs == 0;
}

void Fit::begin_epoch() {
  const auto size = static_cast<size_t>(options_.batch_size);
  batches_ = options_.bucketed ? bucketed_batches(train_.lengths(), size, options_.seed, state_.epoch)
                               : shuffled_batches(train_.size(), size, options_.seed, state_.epoch);
  upcoming_ = {};
  state_.in_epoch = 0;
  state_.loss_sum = 0;
  state_.examples = 0;
  state_.correct = 0;
}

bool Fit::step() {
  if (state_.ended) return false;
  if (state_.in_epoch == steps_per_epoch()) begin_epoch();
  validation_metrics_.reset();
  train_metrics_.reset();
  const Batch& chosen = batches_[static_cast<size_t>(state_.in_epoch)];
  if (device_.kernels->optimizer.finish_step) {
    step_ahead();
  } else {
    last_ = run(chosen, false);
    if (!std::isfinite(last_.loss) || !std::isfinite(last_.gradient_norm)) hunt_nan(chosen, last_);
    last_.rate = rate(state_.step);
    optimizer_.step(last_.rate, clipping_factor(last_.gradient_norm, options_.clip));
    count(last_, chosen.size());
  }
  model_.parameters().clear_grads();
  arena_.reset();
  ++state_.step;
  ++state_.in_epoch;
  if (state_.in_epoch == steps_per_epoch()) end_epoch();
  return !state_.ended;
}

double Fit::rate(int64_t step) const {
  const double scheduled = schedule_.at(step);
  return plateau_ ? std::min(scheduled, plateau_->rate()) : scheduled;
}

void Fit::count(const StepReport& report, size_t examples) {
  state_.loss_sum += report.loss * static_cast<double>(examples);
  state_.examples += static_cast<int64_t>(examples);
  state_.correct += report.correct;
  state_.tokens += report.tokens;
}

StepReport Fit::run(const Batch& chosen, bool check_finite) {
  const Lesson now = lesson(state_.step, chosen);
  const Pass done = pass(now, arena_, {check_finite, false});
  return {on_host(device_, done.loss).data<float>()[0], gradient_norm(model_.parameters(), device_),
          now.tokens, count_correct(on_host(device_, done.logits), now.labels)};
}

Fit::Pass Fit::pass(const Lesson& lesson, Arena& arena, Passing how) {
  Tape tape;
  Context ctx;
  ctx.device = &device_;
  ctx.memory = &arena;
  ctx.tape = &tape;
  ctx.training = true;
  ctx.dropout = {options_.seed, static_cast<uint32_t>(lesson.step), 0};
  ctx.check_finite = how.check_finite;
  ctx.room_for_shape = how.room_for_shape;
  Tensor weights;
  if (!options_.class_weights.empty())
    weights =
        Tensor::of<float>({static_cast<int64_t>(options_.class_weights.size())}, options_.class_weights);
  Variable logits = model_.forward(ctx, lesson.batch);
  if (logits.size(0) > lesson.labels.count()) logits = first_rows(ctx, logits, lesson.labels.count());
  const Variable loss = cross_entropy(ctx, logits, lesson.labels, weights, options_.label_smoothing);
  tape.backward(with_choices(ctx, loss, logits, lesson.labels));
  return {loss.value(), logits.value()};
}

void Fit::hunt_nan(const Batch& chosen, const StepReport& report) {
  std::string found = "no single tensor could be named";
  model_.parameters().clear_grads();
  try {
    run(chosen, true);
  } catch (const Error& error) {
    found = error.what();
  }
  fail("[train] step ", state_.step + 1, " (epoch ", state_.epoch + 1, "): the loss is ", report.loss,
       ", the gradient's norm ", report.gradient_norm, "; ", found,
       ". The last checkpoint is kept. Try a smaller learning rate, or training.clip.");
}

std::map<std::string, Tensor> Fit::weights_to_judge() {
  optimizer_.catch_up();
  return options_.optimizer.average > 0 ? optimizer_.averaged() : weights_on_host(model_, device_);
}

bool Fit::improved(const Metrics& metrics) {
  const std::string& name = options_.early_stopping.metric;
  const double value = value_of(metrics, name);
  if (state_.best_epoch > 0 && (name == "loss" ? value >= state_.best_value : value <= state_.best_value))
    return false;
  state_.best_value = value;
  state_.best_epoch = state_.epoch;
  return true;
}

void Fit::measure(const std::map<std::string, Tensor>& to_judge) {
  const std::map<std::string, Tensor> current = cloned(weights_on_host(model_, device_));
  copy_weights(model_, device_, to_judge);
  if (options_.measure_train) train_metrics_ = evaluate(model_, device_, train_, labels_);
  if (validation_.size() > 0) {
    validation_metrics_ = evaluate(model_, device_, validation_, labels_);
    if (!options_.early_stopping.metric.empty() && improved(*validation_metrics_)) best_ = cloned(to_judge);
  }
  copy_weights(model_, device_, current);
}

std::map<std::string, Tensor> Fit::judged() {
  check(state_.in_epoch == 0 || state_.in_epoch == steps_per_epoch(),
        "[train] the weights to judge are asked for within epoch ", state_.epoch + 1,
        ": expected after an epoch's last step.");
  return cloned(weights_to_judge());
}

void Fit::end_epoch() {
  ++state_.epoch;
  const std::map<std::string, Tensor> to_judge = weights_to_judge();
  if (validation_.size() > 0 || options_.measure_train) measure(to_judge);
  if (plateau_) plateau_->epoch_ended(validation_metrics_->loss);
  const bool out_of_patience = !options_.early_stopping.metric.empty() &&
                               state_.epoch - state_.best_epoch >= options_.early_stopping.patience;
  state_.ended = state_.epoch >= options_.epochs || out_of_patience;
}

void Fit::finish() {
  copy_weights(model_, device_, best_.empty() ? cloned(weights_to_judge()) : best_);
}

}  // namespace heed
