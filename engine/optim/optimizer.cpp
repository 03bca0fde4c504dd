#include "engine/optim/optimizer.h"

#include <algorithm>
#include <cmath>

#include "engine/base/distinct.h"
#include "engine/format/fields_json.h"
#include "engine/optim/adam.h"
#include "engine/optim/fields.h"
#include "engine/optim/lamb.h"
#include "engine/optim/sgd.h"
#include "engine/optim/weight_layers.h"

namespace heed {
namespace {

Tensor zeros(const Device& device, const Shape& shape) {
  Tensor tensor(shape, DType::kFloat32, *device.memory);
  device.kernels->elementwise.fill(device, 0, tensor);
  return tensor;
}

Tensor copy_of(const Device& device, const Tensor& value) {
  Tensor copy(value.shape(), value.dtype(), *device.memory);
  device.kernels->elementwise.accumulate(device, value, copy, false);
  return copy;
}

}  // namespace

void OptimizerOptions::validate(const std::string& file) const {
  check_fields(optimizer_fields(), this, file);
  check(!nesterov || momentum > 0, "[", file, "] nesterov needs a momentum above 0.");
}

Optimizer::Rule Optimizer::rule_of(const Node& node) const {
  if (options_.name == "sgd") return Rule::kSgd;
  if (options_.name == "lamb") return Rule::kLamb;
  return options_.name == "muon" && is_hidden_matrix(node) ? Rule::kMuon : Rule::kAdam;
}

bool Optimizer::by_rows(const Slot& slot) const {
  const bool whole = slot.rule == Rule::kLamb || slot.rule == Rule::kMuon;
  return slot.parameter.requires_grad() && slot.parameter.shape().rank() == 2 && !whole;
}

bool Optimizer::by_element() const {
  return options_.name != "lamb" && options_.name != "muon";
}

Optimizer::Optimizer(const Parameters& parameters, const Device& device, const OptimizerOptions& options)
    : device_(device), options_(options), scratch_(*device.memory) {
  for (const Variable& parameter : parameters.all()) {
    const Shape& shape = parameter.shape();
    Slot& slot = slots_.emplace_back();
    slot.parameter = parameter;
    slot.rule = rule_of(parameter.node());
    if (!parameter.requires_grad()) continue;
    auto state = [&](bool wanted) { return wanted ? zeros(device, shape) : Tensor{}; };
    const bool squares = slot.rule == Rule::kAdam || slot.rule == Rule::kLamb;
    slot.state.m = state(slot.rule != Rule::kSgd || options.momentum > 0);
    slot.state.v = state(squares);
    slot.state.v_max = state(squares && options.amsgrad);
    if (options.average > 0) slot.state.average = copy_of(device, parameter.value());
    slot.idle_rows_move = options.weight_decay != 0 || parameter.node().group.l2 != 0;
    if (by_rows(slot) && !device.whole_tables) slot.applied.assign(static_cast<size_t>(shape[0]), -1);
  }
  const bool hidden =
      std::any_of(slots_.begin(), slots_.end(), [](const Slot& s) { return s.rule == Rule::kMuon; });
  check(options.name != "muon" || hidden, "[train] the optimizer muon moves the matrices of layers, ",
        "of which this network has none: choose adamw.");
  for (Slot& slot : slots_)
    if (!slot.applied.empty())
      slot.parameter.node().before_rows_are_read = [this, &slot](std::span<const int32_t> ids) {
        catch_up(slot, Distinct(ids, slot.parameter.size(0)).values());
      };
}

Optimizer::~Optimizer() {
  for (Slot& slot : slots_) slot.parameter.node().before_rows_are_read = nullptr;
}

// Beside Muon's matrices AdamW moves the others, at a rate of their own.
double Optimizer::rate_of(const Slot& slot, double base) const {
  const bool beside = options_.name == "muon" && slot.rule == Rule::kAdam;
  return base * slot.parameter.node().group.rate * (beside ? options_.muon.adamw_rate : 1);
}

UpdateStep Optimizer::next_step(double base, const Slot& slot, int64_t ahead) const {
  const ParameterGroup& group = slot.parameter.node().group;
  const bool decays = group.decay && (options_.decay_vectors || slot.parameter.shape().rank() > 1);
  const double rate = rate_of(slot, base), decay = decays ? options_.weight_decay : 0;
  const double t = static_cast<double>(steps() + ahead + 1);
  const bool decoupled = options_.name != "adam" && slot.rule != Rule::kSgd;
  UpdateStep step;
  if (slot.rule == Rule::kSgd) step = sgd_step(options_, rate);
  if (slot.rule == Rule::kMuon) step = muon_step(options_.muon, rate, slot.parameter.shape());
  if (slot.rule == Rule::kAdam) step = adam_step(options_, t, rate);
  if (slot.rule == Rule::kLamb) step = adam_step(options_, t, 1);  // of which the rate is a multiple
  step.l2 = static_cast<float>(group.l2 + (decoupled ? 0 : decay));
  step.decay = decoupled ? static_cast<float>((slot.rule == Rule::kLamb ? 1 : rate) * decay) : 0;
  // Early averages would be all initial values: the memory grows with the steps.
  step.ema_keep = static_cast<float>(std::min(options_.average, t / (t + 10)));
  return step;
}

// A parameter's tensor may be another one since the last step (a checkpoint was loaded).
const UpdateState& Optimizer::current(Slot& slot) const {
  slot.state.weight = slot.parameter.value();
  return slot.state;
}

void Optimizer::step(double rate, double clip) {
  const auto factor = static_cast<float>(clip);
  for (Slot& slot : slots_) {
    const Node& node = slot.parameter.node();
    if (slot.rule == Rule::kLamb || slot.rule == Rule::kMuon) {
      step_whole(slot, rate, factor);
      continue;
    }
    const UpdateStep now = next_step(rate, slot);
    if (node.sparse_grad.defined() && !slot.applied.empty()) {
      step_rows(slot, now, factor);
    } else if (const Tensor gradient = whole_gradient(slot); gradient.defined()) {
      catch_up(slot);
      device_.kernels->optimizer.update(device_, now, factor, gradient, current(slot));
      slot.applied.clear();  // used as a whole: from now on nothing is put off
    }
    scratch_.reset();
    if (!slot.applied.empty()) slot.steps.push_back(now);
  }
  count_step(rate);
}

void Optimizer::step_rows(Slot& slot, const UpdateStep& now, float clip) {
  const SparseRows& gradient = slot.parameter.node().sparse_grad;
  catch_up(slot, gradient.rows);
  device_.kernels->optimizer.update_rows(device_, now, clip, gradient.rows, gradient.values, current(slot));
  for (int32_t row : gradient.rows)
    slot.applied[static_cast<size_t>(row)] = static_cast<int32_t>(steps() + 1);
}

// A table that rows alone have reached gets zeros elsewhere.
Tensor Optimizer::whole_gradient(const Slot& slot) {
  const Node& node = slot.parameter.node();
  if (!node.sparse_grad.defined()) return node.grad;
  const std::vector<int32_t>& rows = node.sparse_grad.rows;
  Tensor gradient(slot.parameter.shape(), DType::kFloat32, scratch_);
  device_.kernels->gather.scatter_add(
      device_, node.sparse_grad.values,
      on_device(device_, Tensor::of<int32_t>({static_cast<int64_t>(rows.size())}, rows), scratch_), gradient);
  return gradient;
}

void Optimizer::step_whole(Slot& slot, double base, float clip) {
  Tensor gradient = whole_gradient(slot);
  if (!gradient.defined()) return;
  const UpdateStep now = next_step(base, slot);
  if (slot.rule == Rule::kMuon)
    muon_update(device_, scratch_, now, clip, gradient, current(slot));
  else
    lamb_update(device_, scratch_, now, rate_of(slot, base), clip, gradient, current(slot));
  gradient = {};
  scratch_.reset();
}

void Optimizer::count_step(double rate) {
  ++steps_;
  rates_.push_back(rate);
}

std::vector<UpdateStep> Optimizer::next_steps(double rate, int64_t ahead) const {
  std::vector<UpdateStep> steps;
  for (const Slot& slot : slots_) steps.push_back(next_step(rate, slot, ahead));
  return steps;
}

void Optimizer::ask_for_step(const StepEnd& end) {
  std::vector<WeightUpdate> updates;
  for (size_t i = 0; i < slots_.size(); ++i) {
    const Tensor& gradient = slots_[i].parameter.grad();
    if (gradient.defined()) updates.push_back({static_cast<int32_t>(i), gradient, current(slots_[i])});
  }
  device_.kernels->optimizer.finish_step(device_, end, updates);
}

}  // namespace heed
