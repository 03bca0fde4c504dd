#include "engine/optim/optimizer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "engine/base/distinct.h"
#include "engine/format/fields_json.h"
#include "engine/kernels/cpu/cpu_device.h"
#include "engine/optim/adam.h"
#include "engine/optim/fields.h"
#include "engine/optim/lamb.h"
#include "engine/optim/sgd.h"
#include "engine/optim/weight_layers.h"

namespace heed {
namespace {

// The kept numbers of a slot with the names they have in a checkpoint.
template <class State>
auto named(State& state) {
  return std::array{std::pair{"m.", &state.m}, std::pair{"v.", &state.v}, std::pair{"v_max.", &state.v_max},
                    std::pair{"average.", &state.average}};
}

Tensor zeros(const Device& device, const Shape& shape) {
  const Tensor tensor(shape, DType::kFloat32, *device.memory);
  device.kernels->elementwise.fill(device, 0, tensor);
  return tensor;
}

std::vector<int32_t> all_rows(size_t count) {
  std::vector<int32_t> rows(count);
  std::iota(rows.begin(), rows.end(), 0);
  return rows;
}

// Tensors of their own, on the host.
UpdateState cloned(const Device& device, const Tensor& weight, UpdateState state) {
  state.weight = weight;
  for (Tensor* tensor : {&state.weight, &state.m, &state.v, &state.v_max, &state.average})
    if (tensor->defined()) *tensor = on_host(device, *tensor).clone();
  return state;
}

Tensor copy_of(const Device& device, const Tensor& value) {
  const Tensor copy(value.shape(), value.dtype(), *device.memory);
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
  check(options.name != "muon" || hidden, "[train] the optimizer muon moves the matrices of encoder layers, ",
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
    if (node.sparse_grad.defined()) {
      step_rows(slot, now, factor);
    } else if (node.grad.defined()) {
      device_.kernels->optimizer.update(device_, now, factor, node.grad, current(slot));
      slot.applied.clear();  // used as a whole: nothing to put off
    }
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

void Optimizer::step_whole(Slot& slot, double base, float clip) {
  const Node& node = slot.parameter.node();
  Tensor gradient = node.grad;
  if (node.sparse_grad.defined()) {
    const std::vector<int32_t>& rows = node.sparse_grad.rows;
    gradient = Tensor(slot.parameter.shape(), DType::kFloat32, scratch_);
    device_.kernels->gather.scatter_add(
        device_, node.sparse_grad.values,
        on_device(device_, Tensor::of<int32_t>({static_cast<int64_t>(rows.size())}, rows), scratch_),
        gradient);
  }
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

Optimizer::Behind Optimizer::behind(const Slot& slot, const std::vector<int32_t>& rows) const {
  Behind found;
  for (int32_t row : rows) {
    const int32_t applied = slot.applied[static_cast<size_t>(row)];
    if (applied >= steps() || (applied < 0 && !slot.idle_rows_move)) continue;
    found.rows.push_back(row);
    found.first.push_back(std::max(applied, 0));
  }
  return found;
}

void Optimizer::catch_up(Slot& slot, const std::vector<int32_t>& rows) {
  if (slot.applied.empty()) return;
  const auto [late, first] = behind(slot, rows);
  for (int32_t row : late) slot.applied[static_cast<size_t>(row)] = static_cast<int32_t>(steps());
  if (!late.empty()) device_.kernels->optimizer.catch_up(device_, slot.steps, late, first, current(slot));
}

void Optimizer::catch_up() {
  for (Slot& slot : slots_) {
    catch_up(slot, all_rows(slot.applied.size()));
  }
}

std::map<std::string, Tensor> Optimizer::averaged() const {
  std::map<std::string, Tensor> values;
  for (const Slot& slot : slots_)
    values.emplace(slot.parameter.node().name,
                   slot.state.average.defined() ? slot.state.average : slot.parameter.value());
  for (auto& [name, value] : values) value = on_host(device_, value);
  return values;
}

std::map<std::string, Tensor> Optimizer::snapshot() const {
  std::map<std::string, Tensor> values;
  for (const Slot& slot : slots_) {
    const auto [late, first] = behind(slot, all_rows(slot.applied.size()));
    UpdateState copy;
    if (late.empty()) {
      copy.average = slot.state.average.defined() ? slot.state.average : slot.parameter.value();
      copy = cloned(device_, {}, copy);
    } else {
      copy = cloned(device_, slot.parameter.value(), slot.state);
      device_.kernels->optimizer.catch_up(device_, slot.steps, late, first, copy);
    }
    values.emplace(slot.parameter.node().name, copy.average.defined() ? copy.average : copy.weight);
  }
  return values;
}

std::map<std::string, Tensor> Optimizer::state() const {
  std::map<std::string, Tensor> state;
  for (const Slot& slot : slots_) {
    const std::string& name = slot.parameter.node().name;
    for (const auto& [prefix, tensor] : named(slot.state))
      if (tensor->defined()) state.emplace(prefix + name, on_host(device_, *tensor));
    std::vector<int32_t> applied = slot.applied;
    if (device_.whole_tables && by_rows(slot))  // for a run that goes on elsewhere
      applied.assign(static_cast<size_t>(slot.parameter.size(0)), static_cast<int32_t>(steps()));
    if (!applied.empty())
      state.emplace("applied." + name, Tensor::of<int32_t>({static_cast<int64_t>(applied.size())}, applied));
  }
  state.emplace("rates", Tensor::of<double>({steps()}, rates_));
  return state;
}

void Optimizer::load_state(const std::map<std::string, Tensor>& state, int64_t steps,
                           const std::string& file) {
  auto restore = [&](const std::string& name, Tensor& target) {
    auto found = state.find(name);
    check(found != state.end() && found->second.shape() == target.shape(), "[", file, "] ", name,
          " is missing or has another shape than ", target.shape(), ": the checkpoint is of another run.");
    device_.from_host(device_, target.raw(), found->second.raw(), target.bytes());
  };
  for (Slot& slot : slots_)
    for (const auto& [prefix, tensor] : named(slot.state))
      if (tensor->defined()) restore(prefix + slot.parameter.node().name, *tensor);
  const auto rates = state.find("rates");
  check(rates != state.end() && rates->second.dtype() == DType::kFloat64 && rates->second.count() == steps,
        "[", file, "] does not hold the learning rates of its ", steps, " steps.");
  steps_ = 0;
  rates_.clear();
  for (Slot& slot : slots_) slot.steps.clear();
  for (double rate : rates->second.values<double>()) {
    for (Slot& slot : slots_) slot.steps.push_back(next_step(rate, slot));
    count_step(rate);
  }
  for (Slot& slot : slots_) load_rows(slot, state, file);
}

void Optimizer::load_rows(Slot& slot, const std::map<std::string, Tensor>& state, const std::string& file) {
  const Tensor& weight = slot.parameter.value();
  const auto saved = state.find("applied." + slot.parameter.node().name);
  slot.applied.clear();
  if (saved != state.end()) {
    check(weight.shape().rank() == 2 && saved->second.count() == weight.size(0), "[", file, "] ",
          saved->first, " has ", saved->second.count(), " rows: expected those of ", weight.shape(), ".");
    slot.applied = saved->second.values<int32_t>();
  }
  if (device_.whole_tables && !slot.applied.empty()) {  // a CPU saved them: there rows may be behind
    const auto [late, first] = behind(slot, all_rows(slot.applied.size()));
    const UpdateState copy = cloned(device_, weight, slot.state);
    const Device host = cpu::device();
    host.kernels->optimizer.catch_up(host, slot.steps, late, first, copy);
    auto put = [&](const Tensor& from, const Tensor& to) {
      if (to.defined()) device_.from_host(device_, to.raw(), from.raw(), to.bytes());
    };
    put(copy.weight, weight);
    put(copy.m, slot.state.m);
    put(copy.v, slot.state.v);
    put(copy.v_max, slot.state.v_max);
    put(copy.average, slot.state.average);
    slot.applied.clear();
  }
  if (slot.applied.empty()) slot.steps.clear();
}

}  // namespace heed
