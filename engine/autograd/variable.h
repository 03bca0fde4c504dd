// A value and, once a backward pass has run, the gradient of the loss with respect to it.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/tensor/tensor.h"

namespace heed {

// The gradient of a table of which only some rows were looked at: gradient of row rows[i] is values[i].
struct SparseRows {
  std::vector<int32_t> rows;  // ascending, no duplicates
  Tensor values;              // [rows, D]
  bool defined() const { return values.defined(); }
};

// How an optimizer treats a parameter, where it is not like the others.
struct ParameterGroup {
  double rate = 1;    // times the learning rate
  double l2 = 0;      // added to the gradient: l2 · θ
  bool decay = true;  // whether the optimizer's own weight decay applies
};

struct Node {
  std::string name;  // of a parameter; empty for the results of ops
  Tensor value;
  bool requires_grad = false;
  bool computed = false;  // by an op, which will want its gradient whole
  ParameterGroup group;
  Tensor grad;             // undefined: zero
  Tensor gradient_home;    // where the gradient is put if it has a place of its own: optim/gradient_buckets.h
  SparseRows sparse_grad;  // of an embedding table; never together with grad
  Tensor packed;           // the device's layout of a constant weight, see MatmulKernels::pack
  // Called before rows of a table are read: an optimizer that is behind on them catches up.
  std::function<void(std::span<const int32_t> rows)> before_rows_are_read;
};

class Variable {
 public:
  Variable() = default;
  explicit Variable(Tensor value, bool requires_grad = false, std::string name = "");

  bool defined() const { return node_ != nullptr; }
  Node& node() const { return *node_; }
  const Tensor& value() const { return node_->value; }
  const Tensor& grad() const { return node_->grad; }
  const Shape& shape() const { return node_->value.shape(); }
  int64_t size(int axis) const { return shape()[axis]; }
  DType dtype() const { return node_->value.dtype(); }
  bool requires_grad() const { return node_ && node_->requires_grad; }
  void clear_grad() const;

 private:
  std::shared_ptr<Node> node_;
};

}  // namespace heed
