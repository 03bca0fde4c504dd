#include "engine/train/gradient_steps.h"

#include <algorithm>
#include <cmath>

#include "engine/optim/clipping.h"
#include "engine/optim/weight_layers.h"
#include "engine/train/step_shape.h"

namespace heed {
namespace {

// Rows of scores [B, C] whose largest is that of the label.
int64_t count_correct(const Tensor& scores, const Tensor& labels) {
  const int64_t C = scores.shape()[1];
  const float* row = scores.data<float>();
  int64_t correct = 0;
  for (int64_t b = 0; b < labels.count(); ++b, row += C)
    correct += std::max_element(row, row + C) - row == labels.data<int32_t>()[b] ? 1 : 0;
  return correct;
}

// Rates and frozen layers are marks on the weights, which ops and the optimizer look at.
const Parameters& marked(const Parameters& parameters, const TrainingOptions& options) {
  if (options.layer_decay != 1) decay_rates(parameters, options.layer_decay);
  if (options.freeze) freeze_lowest(parameters, *options.freeze);
  return parameters;
}

// Whether a pass gives back what it is done with while it goes on. An arena is quicker where little is kept,
// and recorded steps want one.
bool gives_back(const Parameters& parameters, const Device& device, const TrainingOptions& options) {
  constexpr int64_t kManyNumbers = 1 << 20;
  const bool large = !device.separate && parameters.count() >= kManyNumbers;
  return large || options.accumulate > 1 || options.recompute;
}

}  // namespace

GradientSteps::GradientSteps(const NetworkTask& task, Network& network, const Device& device,
                             const TrainingOptions& options, Ranks* ranks)
    : task_(task),
      network_(network),
      device_(device),
      options_(options),
      optimizer_(marked(network.parameters(), options), device, options.optimizer),
      arena_(*device.memory),
      pool_(*device.memory),
      pooled_(gives_back(network.parameters(), device, options)),
      watched_arena_(*device.memory),
      ranks_(ranks),
      sum_(network.parameters(), device_, ranks) {
  const bool validates = task.size(DataPart::kValidation) > 0;
  check(task.size(DataPart::kTrain) > 0, "[train] there is no example to train on.");
  check(options.early_stopping.metric.empty() || validates,
        "[train] early stopping needs a validation part: give the split one, or set early_stopping to null.");
  check(options.early_stopping.metric != "f1" || task.output() != Output::kTexts || task.labels().size() == 2,
        "[train] early stopping by f1 is for two classes, and there are ", task.labels().size(),
        ": set training.early_stopping.metric to macro_f1.");
  check(options.schedule.name != "plateau" || validates,
        "[train] the plateau schedule needs a validation part, whose loss it watches: give the split one.");
  check(!network.reads_steps_whole() || ((!ranks || ranks->size() == 1) && options.batch_parts <= 1),
        "[train] this network reads all texts of a step beside each other: a step has no parts that several ",
        "processes could share. Train it in one process, with training.batch_parts 0.");
  begin_epoch();
  schedule_ = {options.schedule, options.rate, steps_per_epoch(), options.epochs * steps_per_epoch()};
  if (options.schedule.name == "plateau") plateau_.emplace(options.schedule, options.rate);
  state_.ended = options.epochs == 0;
}

void GradientSteps::begin_epoch() {
  batches_ = task_.batches(options_, state_.epoch);
  upcoming_ = {};
  state_.in_epoch = 0;
  state_.loss_sum = 0;
  state_.answers = 0;
  state_.correct = 0;
}

int64_t GradientSteps::steps_per_epoch() const {
  const auto batches = static_cast<int64_t>(batches_.size());
  return (batches + options_.accumulate - 1) / options_.accumulate;
}

bool GradientSteps::step() {
  if (state_.ended) return false;
  if (state_.in_epoch == steps_per_epoch()) begin_epoch();
  validation_report_ = nullptr;
  train_report_ = nullptr;
  if (computes_ahead()) {
    step_ahead();
  } else {
    last_ = run(state_.in_epoch, false);
    if (!std::isfinite(last_.loss) || !std::isfinite(last_.gradient_norm)) hunt_nan(state_.in_epoch, last_);
    if (watch_weights_) note_weights();
    optimizer_.step(last_.rate, clipping_factor(last_.gradient_norm, options_.clip));
    count(last_);
  }
  network_.parameters().clear_grads();
  arena_.reset();
  ++state_.step;
  ++state_.in_epoch;
  if (state_.in_epoch == steps_per_epoch()) end_epoch();
  return !state_.ended;
}

// Whether the device ends a step by itself. Norms of single weights are the host's, and so are the sums over
// a step's batches and parts.
bool GradientSteps::computes_ahead() const {
  return device_.kernels->optimizer.finish_step && optimizer_.by_element() && options_.accumulate == 1 &&
         !ranks_ && options_.batch_parts <= 1 && options_.scheduled_sampling == 0;
}

double GradientSteps::rate(int64_t step) const {
  const double scheduled = schedule_.at(step);
  return state_.rate_factor * (plateau_ ? std::min(scheduled, plateau_->rate()) : scheduled);
}

StepBatch GradientSteps::make_step(int64_t step, const Batch& chosen) const {
  StepBatch made = task_.batch(chosen, step);
  made.step = step;
  made.rate = rate(step / options_.accumulate);
  made.tokens = made.batch.ids.count();
  made.answers = made.labels.count();
  const auto steps = static_cast<double>(options_.epochs * steps_per_epoch() * options_.accumulate);
  made.own_words = options_.scheduled_sampling * static_cast<double>(step) / steps;
  return made;
}

void GradientSteps::count(const StepReport& report) {
  state_.loss_sum += report.loss * static_cast<double>(report.answers);
  state_.answers += report.answers;
  state_.correct += report.correct;
  state_.tokens += report.tokens;
}

void GradientSteps::note_weights() {
  const auto rms = [&](const Tensor& values, int64_t count) {
    if (!values.defined()) return 0.0;
    const double squares = device_.kernels->reduce.sum_of_squares(device_, values);
    return std::sqrt(squares / static_cast<double>(std::max<int64_t>(1, count)));
  };
  weights_.clear();
  for (const Variable& parameter : network_.parameters().all()) {
    const Node& node = parameter.node();
    const int64_t count = parameter.value().count();
    const Tensor& gradient = node.grad.defined() ? node.grad : node.sparse_grad.values;
    weights_.push_back({node.name, rms(parameter.value(), count), rms(gradient, count)});
  }
}

std::vector<double> GradientSteps::run_part(const std::vector<StepBatch>& part, bool check_finite,
                                            int last_of) {
  const auto counts = [](const StepBatch& batch) { return batch.share != 0; };
  double loss = 0;
  int64_t correct = 0, answers = 0, tokens = 0;
  for (auto batch = part.begin(); batch != part.end(); ++batch) {
    if (!counts(*batch)) continue;
    const bool last = std::none_of(batch + 1, part.end(), counts);
    const Pass done = pass(*batch, memory(), {check_finite, false, last ? last_of : -1});
    loss += batch->share * static_cast<double>(on_host(device_, done.loss).data<float>()[0]);
    correct += count_correct(on_host(device_, done.scores), batch->labels);
    answers += batch->answers;
    tokens += batch->tokens;
  }
  return {loss, static_cast<double>(correct), static_cast<double>(answers), static_cast<double>(tokens)};
}

StepReport GradientSteps::run(int64_t in_epoch, bool check_finite) {
  const StepParts all = parts(in_epoch);
  most_parts_ = std::max(most_parts_, all.count);
  const bool sums = !check_finite && (ranks_ || all.count > 1);
  if (sums) sum_.begin(all.count, memory());
  std::vector<double> figures;
  for (size_t p = 0; p < all.own.size(); ++p) {
    const int number = all.first + static_cast<int>(p);
    const bool last = sums && p + 1 == all.own.size();
    const std::vector<double> of_part = run_part(all.own[p], check_finite, last ? number : -1);
    figures.insert(figures.end(), of_part.begin(), of_part.end());
    if (sums) sum_.add(number);
  }
  if (sums) figures = sum_.finish(std::move(figures));
  StepReport report;
  for (size_t i = 0; i < figures.size(); i += 4) {
    report.loss += figures[i];
    report.correct += static_cast<int64_t>(figures[i + 1]);
    report.answers += static_cast<int64_t>(figures[i + 2]);
    report.tokens += static_cast<int64_t>(figures[i + 3]);
  }
  report.gradient_norm = gradient_norm(network_.parameters(), device_);
  report.rate = rate(state_.step);
  return report;
}

GradientSteps::Pass GradientSteps::pass(const StepBatch& batch, Allocator& allocator, Passing how) {
  Tape tape;
  Context ctx;
  ctx.device = &device_;
  ctx.memory = &allocator;
  ctx.tape = &tape;
  ctx.training = true;
  ctx.dropout = {options_.seed, static_cast<uint32_t>(batch.step), 0};
  ctx.part = batch.part ? &*batch.part : nullptr;
  ctx.check_finite = how.check_finite;
  ctx.room_for_shape = how.room_for_shape;
  ctx.recompute = options_.recompute;
  if (how.last_of >= 0) sum_.watch(tape, how.last_of);
  Variable answer = network_.forward(ctx, batch.batch);
  if (network_.output() == Output::kTexts && answer.size(0) > batch.labels.count())
    answer = first_rows(ctx, answer, batch.labels.count());  // the others are fillers
  const NetworkTask::Scored scored = task_.score(ctx, answer, batch);
  tape.backward(scale(ctx, scored.loss, batch.share));
  return {scored.loss.value(), scored.scores.value()};
}

void GradientSteps::hunt_nan(int64_t in_epoch, const StepReport& report) {
  std::string found;
  network_.parameters().clear_grads();
  try {
    run(in_epoch, true);
  } catch (const Error& error) {
    found = error.what();
  }
  if (ranks_)
    for (const std::string& theirs : ranks_->of_all(found))
      if (found.empty()) found = theirs;
  if (found.empty()) found = "no single tensor could be named";
  fail("[train] step ", state_.step + 1, " (epoch ", state_.epoch + 1, "): the loss is ", report.loss,
       ", the gradient's norm ", report.gradient_norm, "; ", found,
       ". The last checkpoint is kept. Try a smaller learning rate, or training.clip.");
}

Position GradientSteps::position() const {
  const double answers = std::max(1.0, static_cast<double>(state_.answers));
  Position here;
  here.epoch = state_.epoch;
  here.epochs = options_.epochs;
  here.step = state_.in_epoch;
  here.epoch_steps = steps_per_epoch();
  here.loss = state_.loss_sum / answers;
  here.accuracy = static_cast<double>(state_.correct) / answers;
  here.step_loss = last_.loss;
  here.gradient_norm = last_.gradient_norm;
  here.rate = last_.rate;
  here.tokens = static_cast<double>(state_.tokens);
  here.ended = state_.ended;
  here.best_epoch = state_.best_epoch;
  if (!replay_problem().empty()) here.remark = "steps are not recorded and repeated: " + replay_problem();
  if (ranks_ && told_parts_ > 0 && ranks_->size() > told_parts_)
    here.remark = "a step has at most " + std::to_string(told_parts_) +
                  (told_parts_ == 1 ? " part" : " parts") +
                  ", so the other processes compute nothing: start fewer, or raise training.batch_parts";
  return here;
}

}  // namespace heed
