#include "engine/optim/adam.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed {

Adam::Adam(const Parameters& parameters, const Device& device, const AdamOptions& options)
    : device_(device), options_(options) {
  for (const Variable& parameter : parameters.all()) {
    const Shape& shape = parameter.shape();
    Slot& slot = slots_.emplace_back();
    slot.parameter = parameter;
    slot.m = Tensor::zeros(shape, DType::kFloat32);
    slot.v = Tensor::zeros(shape, DType::kFloat32);
    if (options.average > 0) slot.average = parameter.value().clone();
    slot.idle_rows_move = options.weight_decay != 0 || parameter.node().upkeep.l2 != 0;
    if (shape.rank() == 2) slot.applied.assign(static_cast<size_t>(shape[0]), -1);
  }
  for (Slot& slot : slots_)
    if (!slot.applied.empty())
      slot.parameter.node().before_rows_are_read = [this, &slot](std::span<const int32_t> ids) {
        std::vector<int32_t> rows(ids.begin(), ids.end());
        std::sort(rows.begin(), rows.end());
        rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
        catch_up(slot, rows);
      };
}

Adam::~Adam() {
  for (Slot& slot : slots_) slot.parameter.node().before_rows_are_read = nullptr;
}

AdamStep Adam::next_step(double base, const Upkeep& upkeep) const {
  const double rate = base * upkeep.rate, decay = upkeep.decay ? options_.weight_decay : 0;
  const double t = static_cast<double>(steps() + forgotten_ + 1);
  AdamStep step;
  step.beta1 = static_cast<float>(options_.beta1);
  step.beta2 = static_cast<float>(options_.beta2);
  step.epsilon = static_cast<float>(options_.epsilon);
  step.rate = static_cast<float>(rate / (1 - std::pow(options_.beta1, t)));
  step.root_correction = static_cast<float>(1 / std::sqrt(1 - std::pow(options_.beta2, t)));
  step.l2 = static_cast<float>(upkeep.l2 + (options_.decoupled ? 0 : decay));
  step.decay = options_.decoupled ? static_cast<float>(rate * decay) : 0;
  // Early averages would be all initial values: the memory grows with the steps.
  step.ema_keep = static_cast<float>(std::min(options_.average, t / (t + 10)));
  return step;
}

void Adam::step(double rate, double clip) {
  const OptimizerKernels& kernels = device_.kernels->optimizer;
  const auto factor = static_cast<float>(clip);

  for (Slot& slot : slots_) {
    const Node& node = slot.parameter.node();
    const AdamStep now = next_step(rate, node.upkeep);
    if (node.sparse_grad.defined()) {
      catch_up(slot, node.sparse_grad.rows);
      kernels.adam_rows(device_, now, factor, node.sparse_grad.rows, node.sparse_grad.values, node.value,
                        slot.m, slot.v, slot.average);
      for (int32_t row : node.sparse_grad.rows)
        slot.applied[static_cast<size_t>(row)] = static_cast<int32_t>(steps() + 1);
    } else if (node.grad.defined()) {
      kernels.adam(device_, now, factor, node.grad, node.value, slot.m, slot.v, slot.average);
      slot.applied.clear();  // used as a whole: nothing to put off
    }
    if (!slot.applied.empty()) slot.steps.push_back(now);
  }
  ++steps_;
}

void Adam::catch_up(Slot& slot, const std::vector<int32_t>& rows) {
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
  if (!behind.empty())
    device_.kernels->optimizer.adam_catch_up(device_, slot.steps, behind, first, slot.parameter.value(),
                                             slot.m, slot.v, slot.average);
}

void Adam::catch_up() {
  for (Slot& slot : slots_) {
    std::vector<int32_t> rows(slot.applied.size());
    std::iota(rows.begin(), rows.end(), 0);
    catch_up(slot, rows);
  }
}

double Adam::gradient_norm(const Parameters& parameters, const Device& device) {
  double sum = 0;
  for (const Variable& parameter : parameters.all()) {
    const Node& node = parameter.node();
    if (node.grad.defined()) sum += device.kernels->reduce.sum_of_squares(device, node.grad);
    if (node.sparse_grad.defined())
      sum += device.kernels->reduce.sum_of_squares(device, node.sparse_grad.values);
  }
  return std::sqrt(sum);
}

std::map<std::string, Tensor> Adam::averaged() const {
  std::map<std::string, Tensor> values;
  for (const Slot& slot : slots_)
    values.emplace(slot.parameter.node().name,
                   slot.average.defined() ? slot.average : slot.parameter.value());
  return values;
}

std::map<std::string, Tensor> Adam::state() const {
  std::map<std::string, Tensor> state;
  for (const Slot& slot : slots_) {
    const std::string& name = slot.parameter.node().name;
    state.emplace("m." + name, slot.m);
    state.emplace("v." + name, slot.v);
    if (slot.average.defined()) state.emplace("average." + name, slot.average);
    if (!slot.applied.empty()) {  // which rows were ever touched: the others have not moved
      std::vector<int32_t> touched;
      for (int32_t applied : slot.applied) touched.push_back(applied >= 0 ? 1 : 0);
      state.emplace("touched." + name, Tensor::of<int32_t>({static_cast<int64_t>(touched.size())}, touched));
    }
  }
  return state;
}

void Adam::load_state(const std::map<std::string, Tensor>& state, int64_t steps, const std::string& file) {
  auto restore = [&](const std::string& name, Tensor& target) {
    auto found = state.find(name);
    check(found != state.end() && found->second.shape() == target.shape(), "[", file, "] ", name,
          " is missing or has another shape than ", target.shape(), ": the checkpoint is of another run.");
    target = found->second.clone();
  };
  for (Slot& slot : slots_) {
    const std::string& name = slot.parameter.node().name;
    restore("m." + name, slot.m);
    restore("v." + name, slot.v);
    if (slot.average.defined()) restore("average." + name, slot.average);
    auto touched = state.find("touched." + name);
    if (touched == state.end()) {
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
