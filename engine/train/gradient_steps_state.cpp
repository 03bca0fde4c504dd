// GradientSteps::save and resume: weights, moments, the best weights so far, and the rest of the state as
// JSON.
#include "engine/format/json.h"
#include "engine/train/gradient_steps.h"

namespace heed {
namespace {

void add_all(std::map<std::string, Tensor>& tensors, const std::string& prefix,
             const std::map<std::string, Tensor>& values) {
  for (const auto& [name, value] : values) tensors.emplace(prefix + name, value);
}

std::map<std::string, Tensor> with_prefix(const std::map<std::string, Tensor>& tensors,
                                          const std::string& prefix) {
  std::map<std::string, Tensor> found;
  for (const auto& [name, value] : tensors)
    if (name.rfind(prefix, 0) == 0) found.emplace(name.substr(prefix.size()), value);
  return found;
}

}  // namespace

Checkpoint GradientSteps::save() {
  read_numbers(state_.in_epoch);
  Checkpoint saved;
  saved.tensors = optimizer_.state();
  for (const auto& [name, value] : network_.parameters().values())
    saved.tensors.emplace("weight." + name, on_host(device_, value));
  add_all(saved.tensors, "best.", best_);
  const bool between = state_.in_epoch == steps_per_epoch();  // two epochs
  saved.state = {{"epoch", state_.epoch},
                 {"step", state_.step},
                 {"in_epoch", between ? 0 : state_.in_epoch},
                 {"loss_sum", between ? 0 : state_.loss_sum},
                 {"answers", between ? 0 : state_.answers},
                 {"correct", between ? 0 : state_.correct},
                 {"tokens", state_.tokens},
                 {"best_value", state_.best_value},
                 {"best_epoch", state_.best_epoch}};
  if (state_.rate_factor != 1) saved.state["rate_factor"] = state_.rate_factor;
  if (plateau_) {
    const Plateau::State& p = plateau_->state();
    saved.state["plateau"] = {{"rate", p.rate}, {"bad_epochs", p.bad_epochs}, {"resting", p.resting}};
    // Infinity before the first epoch: not in JSON.
    if (state_.epoch > 0) saved.state["plateau"]["best"] = p.best;
  }
  return saved;
}

namespace {

Plateau::State read_plateau(const nlohmann::json& state, const std::string& file) {
  check(state.contains("plateau") && state["plateau"].is_object(), "[", file,
        "] holds no state of the plateau schedule: the checkpoint is of another run.");
  const nlohmann::json& saved = state["plateau"];
  Plateau::State p;
  p.rate = require<double>(saved, "rate", file);
  p.best = value_or<double>(saved, "best", p.best, file);
  p.bad_epochs = require<int>(saved, "bad_epochs", file);
  p.resting = require<int>(saved, "resting", file);
  return p;
}

}  // namespace

void GradientSteps::resume(const Checkpoint& checkpoint, const std::string& file) {
  const nlohmann::json& state = checkpoint.state;
  replay_.reset();  // its steps are recorded with the weights where they were
  gradients_.reset();
  numbers_ = {};  // both begin anew with the next step
  pending_ = read_ = 0;
  network_.parameters().load(with_prefix(checkpoint.tensors, "weight."), file);
  network_.parameters().move_to(device_);
  state_.step = require<int64_t>(state, "step", file);
  optimizer_.load_state(checkpoint.tensors, state_.step, file);
  best_ = with_prefix(checkpoint.tensors, "best.");
  for (auto& [name, value] : best_) value = value.clone();  // the others need not stay
  state_.epoch = require<int>(state, "epoch", file);
  state_.tokens = require<int64_t>(state, "tokens", file);
  state_.best_value = require<double>(state, "best_value", file);
  state_.best_epoch = require<int>(state, "best_epoch", file);
  state_.rate_factor = value_or<double>(state, "rate_factor", 1, file);
  if (plateau_) plateau_->restore(read_plateau(state, file));
  begin_epoch();
  state_.in_epoch = require<int64_t>(state, "in_epoch", file);
  check(state_.in_epoch >= 0 && state_.in_epoch < steps_per_epoch(), "[", file, "] is at step ",
        state_.in_epoch, " of an epoch: here it has ", steps_per_epoch(), ".");
  state_.loss_sum = require<double>(state, "loss_sum", file);
  state_.answers = require<int64_t>(state, "answers", file);
  state_.correct = require<int64_t>(state, "correct", file);
  state_.ended = state_.epoch >= options_.epochs || (state_.in_epoch == 0 && out_of_patience());
}

}  // namespace heed
