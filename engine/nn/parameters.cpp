#include "engine/nn/parameters.h"

#include <algorithm>
#include <cmath>

#include "engine/kernels/kernels.h"

namespace heed {
namespace {

double draw(Random& random, Init init, double bound) {
  switch (init) {
    case Init::kZeros:
      return 0;
    case Init::kOnes:
      return 1;
    case Init::kNormal:
      return random.normal();
    case Init::kUniform:
      return (2 * random.uniform() - 1) * bound;
    case Init::kTruncated:
      for (;;)
        if (const double x = random.normal(); std::abs(x) <= bound) return x;
  }
  return 0;
}

}  // namespace

Parameters::Parameters(std::optional<uint64_t> seed, DType dtype) : dtype_(dtype) {
  if (seed) random_.emplace(*seed);
}

Variable Parameters::add(const std::string& name, const Shape& shape, Init init, int64_t fan_in,
                         double scale) {
  const auto width = static_cast<double>(fan_in > 0 ? fan_in : shape.columns());
  return add(name, shape, Start{init, 1 / std::sqrt(width), scale});
}

Variable Parameters::add(const std::string& name, const Shape& shape, const Start& start) {
  for (const Variable& parameter : all_)
    check(parameter.node().name != name, "[parameters] two tensors are called ", name, ".");
  starts_.push_back(start);
  if (start.init == Init::kUniform && start.bound == 0)
    starts_.back().bound = 1 / std::sqrt(static_cast<double>(shape.columns()));
  all_.emplace_back(random_ ? drawn(*random_, shape, starts_.back()) : Tensor::promised(shape, dtype_), true,
                    name);
  return all_.back();
}

Variable Parameters::add_buffer(const std::string& name, const Shape& shape) {
  Variable buffer = add(name, shape, Init::kZeros);
  buffer.node().requires_grad = false;
  buffers_.insert(name);
  tables_.insert(name);  // no product has it for a weight
  return buffer;
}

Tensor Parameters::drawn(Random& random, const Shape& shape, const Start& start) const {
  Tensor value(shape, dtype_);
  for (int64_t i = 0; i < shape.count(); ++i) {
    const double x = start.scale * draw(random, start.init, start.bound);
    if (dtype_ == DType::kFloat64)
      value.data<double>()[i] = x;
    else
      value.data<float>()[i] = static_cast<float>(x);
  }
  return value;
}

void Parameters::draw_missing(uint64_t seed) {
  Random random(seed);
  for (size_t i = 0; i < all_.size(); ++i)
    if (Tensor& value = all_[i].node().value; !value.defined())
      value = drawn(random, value.shape(), starts_[i]);
}

const Variable& Parameters::find(const std::string& name) const {
  for (const Variable& parameter : all_)
    if (parameter.node().name == name) return parameter;
  fail("[parameters] no tensor is called ", name, ".");
}

bool Parameters::has(const std::string& name) const {
  return std::any_of(all_.begin(), all_.end(), [&](const Variable& p) { return p.node().name == name; });
}

int64_t Parameters::count() const {
  int64_t n = 0;
  for (const Variable& parameter : all_)
    if (!holds_buffer(parameter.node().name)) n += parameter.value().count();
  return n;
}

void Parameters::load(const std::map<std::string, Tensor>& values, const std::string& file) {
  for (const Variable& parameter : all_) {
    auto found = values.find(parameter.node().name);
    if (found == values.end() && holds_buffer(parameter.node().name)) continue;
    check(found != values.end(), "[", file, "] the tensor ", parameter.node().name,
          " is missing: the model described by config.json needs it with shape ", parameter.shape(), ".");
    check(found->second.shape() == parameter.shape(), "[", file, "] ", parameter.node().name, " is ",
          found->second.shape(), ": config.json and tokenizer.json ask for ", parameter.shape(), ".");
    const DType type = found->second.dtype();
    check(type == DType::kFloat32 || type == DType::kFloat64, "[", file, "] ", parameter.node().name,
          " holds ", name_of(type), ": expected F32 or F64.");
  }
  for (const auto& [name, value] : values) {
    bool known = value.dtype() == DType::kUInt8;  // bytes are no weights (a phrase filter is kept in them)
    for (const Variable& parameter : all_) known = known || parameter.node().name == name;
    check(known, "[", file, "] the tensor ", name,
          " belongs to no layer of the model described by config.json.");
  }
  for (const Variable& parameter : all_) {
    const auto found = values.find(parameter.node().name);
    parameter.node().value =
        found == values.end() ? Tensor::zeros(parameter.shape(), dtype_) : found->second.to(dtype_);
    parameter.node().packed = {};  // it was made from the old values
  }
}

void Parameters::load_packed(const Source& source, const Device& device, const std::string& file) {
  for (const Variable& parameter : all_) {
    Node& node = parameter.node();
    std::optional<Weight> weight = source.read(node.name);
    if (!weight && holds_buffer(node.name)) weight.emplace(Tensor::zeros(parameter.shape(), dtype_));
    check(weight.has_value(), "[", file, "] the tensor ", node.name,
          " is missing: the model described by config.json needs it with shape ", parameter.shape(), ".");
    Tensor& value = weight->values;
    check(value.shape() == parameter.shape(), "[", file, "] ", node.name, " is ", value.shape(),
          ": config.json asks for ", parameter.shape(), ".");
    // A product with one row is not worth a layout.
    const bool product = value.shape().rank() == 2 && value.size(0) > 1, int8 = weight->scale.defined();
    check(!int8 || device.kernels->int8.pack, "[", file, "] ", node.name, " holds 8-bit numbers: the device ",
          device.name, " has no kernels for them; --device cpu has.");
    node.packed = {};
    if (int8)
      node.packed = device.kernels->int8.pack(device, value, weight->scale, *device.memory);
    else if (product && (!tables_.count(node.name) || multiplied_.count(node.name)))
      node.packed = device.kernels->matmul.pack(device, value, *device.memory);
    node.value = node.packed.defined() ? Tensor::promised(parameter.shape(), dtype_)
                                       : on_device(device, value, *device.memory);
    weight.reset();
    source.done(node.name);
  }
}

std::map<std::string, Tensor> Parameters::values() const {
  std::map<std::string, Tensor> values;
  for (const Variable& parameter : all_) values.emplace(parameter.node().name, parameter.value());
  return values;
}

void Parameters::move_to(const Device& device) {
  for (const Variable& parameter : all_)
    parameter.node().value = on_device(device, parameter.value(), *device.memory);
}

void Parameters::clear_grads() const {
  for (const Variable& parameter : all_) parameter.clear_grad();
}

void Parameters::pack(const Device& device) const {
  for (const Variable& parameter : all_)
    if (parameter.shape().rank() == 2 && !tables_.count(parameter.node().name))
      parameter.node().packed = device.kernels->matmul.pack(device, parameter.value(), *device.memory);
}

}  // namespace heed
