#include "engine/optim/optimizer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "engine/base/distinct.h"
#include "engine/optim/adam.h"
#include "engine/optim/sgd.h"

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

Tensor copy_of(const Device& device, const Tensor& value) {
  const Tensor copy(value.shape(), value.dtype(), *device.memory);
  device.kernels->elementwise.accumulate(device, value, copy, false);
  return copy;
}

}  // namespace

void OptimizerOptions::validate(const std::string& file) const {
  if (name != "adam" && name != "adamw" && name != "sgd")
    fail<UsageError>("[", file, "] the optimizer \"", name, "\" is unknown: expected adam, adamw or sgd.");
  auto share = [](double x) { return x >= 0 && x < 1; };
  check(share(beta1) && share(beta2) && share(momentum) && share(average), "[", file, "] beta1 is ", beta1,
        ", beta2 ", beta2, ", momentum ", momentum, ", average ", average,
        ": expected 0 or more and less than 1.");
  check(!nesterov || momentum > 0, "[", file, "] nesterov needs a momentum above 0.");
  check(epsilon >= 0 && weight_decay >= 0, "[", file, "] epsilon is ", epsilon, ", weight_decay ",
        weight_decay, ": expected 0 or more.");
}

Optimizer::Optimizer(const Parameters& parameters, const Device& device, const OptimizerOptions& options)
    : device_(device), options_(options) {
  const bool sgd = options.name == "sgd";
  for (const Variable& parameter : parameters.all()) {
    const Shape& shape = parameter.shape();
    auto state = [&](bool wanted) { return wanted ? zeros(device, shape) : Tensor{}; };
    Slot& slot = slots_.emplace_back();
    slot.parameter = parameter;
    slot.state.m = state(!sgd || options.momentum > 0);
    slot.state.v = state(!sgd);
    slot.state.v_max = state(!sgd && options.amsgrad);
    if (options.average > 0) slot.state.average = copy_of(device, parameter.value());
    slot.idle_rows_move = options.weight_decay != 0 || parameter.node().upkeep.l2 != 0;
    if (shape.rank() == 2 && !device.whole_tables) slot.applied.assign(static_cast<size_t>(shape[0]), -1);
  }
  for (Slot& slot : slots_)
    if (!slot.applied.empty())
      slot.parameter.node().before_rows_are_read = [this, &slot](std::span<const int32_t> ids) {
        catch_up(slot, Distinct(ids, slot.parameter.size(0)).values());
      };
}

Optimizer::~Optimizer() {
  for (Slot& slot : slots_) slot.parameter.node().before_rows_are_read = nullptr;
}

UpdateStep Optimizer::next_step(double base, const Upkeep& upkeep, int64_t ahead) const {
  const double rate = base * upkeep.rate, decay = upkeep.decay ? options_.weight_decay : 0;
  const double t = static_cast<double>(steps() + forgotten_ + ahead + 1);
  UpdateStep step = options_.name == "sgd" ? sgd_step(options_, rate) : adam_step(options_, t, rate);
  const bool decoupled = options_.name == "adamw";
  step.l2 = static_cast<float>(upkeep.l2 + (decoupled ? 0 : decay));
  step.decay = decoupled ? static_cast<float>(rate * decay) : 0;
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
  const OptimizerKernels& kernels = device_.kernels->optimizer;
  const auto factor = static_cast<float>(clip);

  for (Slot& slot : slots_) {
    const Node& node = slot.parameter.node();
    const UpdateStep now = next_step(rate, node.upkeep);
    if (node.sparse_grad.defined()) {
      catch_up(slot, node.sparse_grad.rows);
      kernels.update_rows(device_, now, factor, node.sparse_grad.rows, node.sparse_grad.values,
                          current(slot));
      for (int32_t row : node.sparse_grad.rows)
        slot.applied[static_cast<size_t>(row)] = static_cast<int32_t>(steps() + 1);
    } else if (node.grad.defined()) {
      kernels.update(device_, now, factor, node.grad, current(slot));
      slot.applied.clear();  // used as a whole: nothing to put off
    }
    if (!slot.applied.empty()) slot.steps.push_back(now);
  }
  ++steps_;
}

std::vector<UpdateStep> Optimizer::next_steps(double rate, int64_t ahead) const {
  std::vector<UpdateStep> steps;
  for (const Slot& slot : slots_) steps.push_back(next_step(rate, slot.parameter.node().upkeep, ahead));
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

void Optimizer::catch_up(Slot& slot, const std::vector<int32_t>& rows) {
  if (slot.applied.empty()) return;
  std::vector<int32_t> behind, first;
  const auto now = static_cast<int32_t>(steps());
  for (int32_t row : rows) {
    int32_t& applied = slot.applied[static_cast<size_t>(row)];
    if (applied < now && (applied >= 0 || slot.idle_rows_move)) {
      behind.push_back(row);
      first.push_back(std::max(applied, 0));
    }
    if (applied >= 0 || slot.idle_rows_move) applied = now;
  }
  if (!behind.empty()) device_.kernels->optimizer.catch_up(device_, slot.steps, behind, first, current(slot));
}

void Optimizer::catch_up() {
  for (Slot& slot : slots_) {
    std::vector<int32_t> rows(slot.applied.size());
    std::iota(rows.begin(), rows.end(), 0);
    catch_up(slot, rows);
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

std::map<std::string, Tensor> Optimizer::state() const {
  std::map<std::string, Tensor> state;
  for (const Slot& slot : slots_) {
    const std::string& name = slot.parameter.node().name;
    for (const auto& [prefix, tensor] : named(slot.state))
      if (tensor->defined()) state.emplace(prefix + name, on_host(device_, *tensor));
    if (device_.whole_tables && slot.parameter.shape().rank() == 2) {  // for a run that goes on elsewhere
      const auto rows = static_cast<size_t>(slot.parameter.size(0));
      state.emplace("touched." + name,
                    Tensor::of<int32_t>({slot.parameter.size(0)}, std::vector<int32_t>(rows, 1)));
    }
    if (!slot.applied.empty()) {  // which rows were ever touched: the others have not moved
      std::vector<int32_t> touched;
      for (int32_t applied : slot.applied) touched.push_back(applied >= 0 ? 1 : 0);
      state.emplace("touched." + name, Tensor::of<int32_t>({static_cast<int64_t>(touched.size())}, touched));
    }
  }
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
  for (Slot& slot : slots_) {
    const std::string& name = slot.parameter.node().name;
    for (const auto& [prefix, tensor] : named(slot.state))
      if (tensor->defined()) restore(prefix + name, *tensor);
    auto touched = state.find("touched." + name);
    if (touched == state.end() || device_.whole_tables) {
      slot.applied.clear();
    } else {
      check(touched->second.count() == static_cast<int64_t>(slot.applied.size()), "[", file, "] touched.",
            name, " has ", touched->second.count(), " rows: expected ", slot.applied.size(), ".");
      for (size_t r = 0; r < slot.applied.size(); ++r)
        slot.applied[r] = touched->second.data<int32_t>()[r] ? 0 : -1;
    }
  }
  for (Slot& slot : slots_) slot.steps.clear();
  steps_ = 0;
  forgotten_ = steps;
}

}  // namespace heed
