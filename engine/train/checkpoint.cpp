// Fit::save and Fit::resume: one safetensors file with weights, moments, the best weights so
// far, and the rest of the state as JSON in its metadata.
#include <nlohmann/json.hpp>

#include "engine/base/file.h"
#include "engine/format/json.h"
#include "engine/format/safetensors.h"
#include "engine/train/fit.h"

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

void Fit::save(const std::string& file, const std::string& run, Durable durable) {
  optimizer_.catch_up();
  std::map<std::string, Tensor> tensors = optimizer_.state();
  for (const auto& [name, value] : model_.parameters().values())
    tensors.emplace("weight." + name, on_host(device_, value));
  add_all(tensors, "best.", best_);
  nlohmann::json state{{"epoch", state_.epoch},
                       {"step", state_.step},
                       {"tokens", state_.tokens},
                       {"best_value", state_.best_value},
                       {"best_epoch", state_.best_epoch}};
  if (plateau_) {
    const Plateau::State& p = plateau_->state();
    state["plateau"] = {{"rate", p.rate}, {"bad_epochs", p.bad_epochs}, {"resting", p.resting}};
    if (state_.epoch > 0) state["plateau"]["best"] = p.best;  // infinity before the first epoch: not in JSON
  }
  write_file_atomically(file, write_safetensors(tensors, {{"state", state.dump()}, {"run", run}}), durable);
}

void Fit::resume(const std::string& file, const std::string& run) {
  const SafeTensors saved = read_safetensors_file(file);
  auto text = saved.metadata.find("state");
  check(text != saved.metadata.end(), "[", file, "] holds no state of a training run.");
  auto saved_run = saved.metadata.find("run");
  check(saved_run != saved.metadata.end() && saved_run->second == run, "[", file,
        "] is the checkpoint of another run (other recipe, data, split or seed): start again without "
        "--resume, or with "
        "what that run had: ",
        saved_run == saved.metadata.end() ? "unknown" : saved_run->second);
  const nlohmann::json state = parse_json_object(text->second, file);
  std::map<std::string, Tensor> tensors(saved.tensors.begin(), saved.tensors.end());
  replay_.reset();  // its steps are recorded with the weights where they were
  gradients_.reset();
  numbers_ = {};  // both begin anew with the next step
  model_.parameters().load(with_prefix(tensors, "weight."), file);
  model_.parameters().move_to(device_);
  state_.step = require<int64_t>(state, "step", file);
  optimizer_.load_state(tensors, state_.step, file);
  best_ = with_prefix(tensors, "best.");
  state_.epoch = require<int>(state, "epoch", file);
  state_.tokens = require<int64_t>(state, "tokens", file);
  state_.best_value = require<double>(state, "best_value", file);
  state_.best_epoch = require<int>(state, "best_epoch", file);
  if (plateau_) {
    check(state.contains("plateau") && state["plateau"].is_object(), "[", file,
          "] holds no state of the plateau schedule: the checkpoint is of another run.");
    const nlohmann::json& saved_plateau = state["plateau"];
    Plateau::State p;
    p.rate = require<double>(saved_plateau, "rate", file);
    p.best = value_or<double>(saved_plateau, "best", p.best, file);
    p.bad_epochs = require<int>(saved_plateau, "bad_epochs", file);
    p.resting = require<int>(saved_plateau, "resting", file);
    plateau_->restore(p);
  }
  const bool out_of_patience = !options_.early_stopping.metric.empty() &&
                               state_.epoch - state_.best_epoch >= options_.early_stopping.patience;
  state_.ended = state_.epoch >= options_.epochs || out_of_patience;
  begin_epoch();
}

}  // namespace heed
