// What an optimizer keeps: rows of tables that are behind and are brought up to date, copies of the weights,
// and a checkpoint's part.
#include <algorithm>
#include <array>
#include <numeric>

#include "engine/kernels/cpu/cpu_device.h"
#include "engine/optim/optimizer.h"

namespace heed {
namespace {

// The kept numbers of a slot with the names they have in a checkpoint.
template <class State>
auto named(State& state) {
  return std::array{std::pair{"m.", &state.m}, std::pair{"v.", &state.v}, std::pair{"v_max.", &state.v_max},
                    std::pair{"average.", &state.average}};
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

}  // namespace

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

void Optimizer::catch_up(Slot& slot) {
  if (steps() > 0) catch_up(slot, all_rows(slot.applied.size()));
}

void Optimizer::catch_up() {
  for (Slot& slot : slots_) catch_up(slot);
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
