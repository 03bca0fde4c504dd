#include "engine/autograd/context.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace heed {

Variable::Variable(Tensor value, bool requires_grad, std::string name) : node_(std::make_shared<Node>()) {
  node_->value = std::move(value);
  node_->requires_grad = requires_grad;
  node_->name = std::move(name);
}

void Variable::clear_grad() const {
  node_->grad = {};
  node_->sparse_grad = {};
}

void Tape::backward(const Variable& loss) {
  check(loss.defined() && loss.value().count() == 1, "[backward] the loss has shape ", loss.shape(),
        ": expected one number.");
  check(loss.requires_grad() && device_,
        "[backward] the loss does not depend on anything that requires a gradient.");
  const Tensor one(loss.shape(), loss.dtype(), *device_->memory);
  device_->kernels->elementwise.fill(*device_, 1, one);
  backward(loss, one);
}

void Tape::push(std::function<void()> backward) {
  steps_.push_back({std::move(backward), std::exchange(upcoming_, {})});
}

void Tape::reads(const Variable& x) {
  if (outer_) return outer_->reads(x);
  if (!whole_ || !x.requires_grad()) return;
  const Node& node = x.node();
  const bool parameter = !node.computed && !node.name.empty();
  if (parameter && read_.insert(&node).second) upcoming_.push_back(x);
}

void Tape::backward(const Variable& y, const Tensor& dy) {
  y.node().grad = dy;
  for (; !steps_.empty(); steps_.pop_back()) {
    steps_.back().backward();
    for (const Variable& parameter : steps_.back().first_read) whole_(parameter);
  }
  narrowed_.clear();
}

void Tape::backward_keeping(const Variable& y, const Tensor& dy) {
  for (auto& [point, gradient] : at_points) gradient = {};
  keeps_ = true;
  y.node().grad = dy;
  for (size_t i = steps_.size(); i-- > 0;) steps_[i].backward();
}

Tensor Tape::narrowed(const Context& ctx, const Variable& x) {
  for (const auto& [known, copy] : narrowed_)
    if (&known.node() == &x.node()) return copy;
  return narrowed_.emplace_back(x, ctx.in_type(DType::kBFloat16, x.value())).second;
}

namespace {

// The tape is walked after the parameters have names: "linear(encoder.0.feed_forward.in.weight)".
std::string describe(std::string_view op, std::initializer_list<Variable> inputs) {
  std::string text(op);
  for (const Variable& input : inputs)
    if (input.defined() && !input.node().name.empty()) return text + "(" + input.node().name + ")";
  return text;
}

void expect_finite(const Context& ctx, const Tensor& value, const std::string& name) {
  const DType type = value.dtype();
  if (type != DType::kFloat32 && type != DType::kFloat64 && type != DType::kBFloat16) return;
  check(ctx.kernels().reduce.all_finite(*ctx.device, value), "NaN or Inf first appeared in ", name,
        ", shape ", value.shape());
}

}  // namespace

Variable Context::result(std::string_view op, Tensor value, std::initializer_list<Variable> inputs,
                         std::function<void(const Tensor& dy)> backward) {
  if (check_finite) {
    for (const Variable& input : inputs)
      if (input.defined() && !input.node().name.empty())
        expect_finite(*this, input.value(), input.node().name);
    expect_finite(*this, value, "the result of " + describe(op, inputs));
  }
  const bool differentiable =
      kLearns && tape &&
      std::any_of(inputs.begin(), inputs.end(), [](const Variable& v) { return v.requires_grad(); });
  Variable y(std::move(value), differentiable);
  if (differentiable) {
    y.node().computed = true;
    tape->computes_on(*device);
    for (const Variable& input : inputs) tape->reads(input);
    std::string name = check_finite ? "the gradient of " + describe(op, inputs) : "";
    tape->push([y, name, backward = std::move(backward), this] {
      if (!y.grad().defined()) return;
      if (check_finite) expect_finite(*this, y.grad(), name);
      backward(y.grad());
      if (tape->keeps()) y.clear_grad();
    });
  }
  const bool of_layer = kLearns && trace && inputs.size() > 0 && inputs.begin()->defined();
  return of_layer && !inputs.begin()->node().name.empty() ? point(inputs.begin()->node().name, y) : y;
}

namespace {

// x, whose gradient the tape is to keep.
Variable kept_by_tape(Context& ctx, std::string_view name, const Variable& x) {
  const auto place = ctx.tape->at_points.find(name);
  if (place == ctx.tape->at_points.end()) return x;
  const Variable from = x.requires_grad() ? x : Variable(x.value(), true);
  Tensor& kept = place->second;
  return ctx.result("point", from.value(), {from}, [&ctx, &kept, from](const Tensor& dy) {
    kept = ctx.host(dy).clone();
    move_gradient(ctx, from, dy);
  });
}

// y = `value`, which the edit has made of x.
Variable edited(Context& ctx, const Trace::Edit& edit, const Variable& x, const Tensor& value) {
  return ctx.result("edit", ctx.upload(value), {x}, [&ctx, x, gradient = edit.gradient](const Tensor& dy) {
    const Tensor dx = ctx.upload(gradient(ctx.host(x.value()), ctx.host(dy)));
    contribute(ctx, x, [&](const Tensor& sum, bool add) {
      ctx.kernels().elementwise.accumulate(*ctx.device, dx, sum, add);
    });
  });
}

}  // namespace

Variable Context::point(std::string_view name, const Variable& x) {
  if (!watched(name)) return x;
  Variable y = x;
  if (const Trace::Patch* patch = trace->patch_of(name)) {
    Tensor value = make(x.shape(), x.dtype());
    const Tensor scale = upload(patch->scale), offset = upload(patch->offset);
    auto fits = [&](const Tensor& t) {
      return !t.defined() || (t.shape() == x.shape() && t.dtype() == x.dtype());
    };
    check(fits(scale) && fits(offset), "[trace] the patch of ", std::string(name),
          " does not have the shape ", x.shape(), " of what it patches.");
    const ElementwiseKernels& k = kernels().elementwise;
    if (scale.defined())
      k.multiply(*device, x.value(), scale, value, false);
    else
      k.accumulate(*device, x.value(), value, false);
    if (offset.defined()) k.accumulate(*device, offset, value, true);
    y = result("patch", value, {x}, [this, x, scale](const Tensor& dy) {
      contribute(*this, x, [&](const Tensor& dx, bool add) {
        if (scale.defined())
          kernels().elementwise.multiply(*device, dy, scale, dx, add);
        else
          kernels().elementwise.accumulate(*device, dy, dx, add);
      });
    });
  }
  if (const Trace::Edit* edit = trace->edit_of(name)) {
    const Tensor value = edit->value(host(y.value()));
    check(value.shape() == x.shape() && value.dtype() == x.dtype(), "[trace] the edit of ", std::string(name),
          " does not keep the shape ", x.shape(), " of what it edits.");
    y = edit->gradient ? edited(*this, *edit, y, value) : Variable(upload(value));
  }
  trace->record(name, host(y.value()));
  if (!kLearns || !tape) return y;
  return tape->held.count(name) > 0 ? Variable(y.value()) : kept_by_tape(*this, name, y);
}

DropoutKey Context::next_dropout(const Shape& shape, bool of_texts, bool rows) {
  DropoutKey key = dropout;
  ++dropout.tensor;
  if (!kLearns || !part) return key;
  const int64_t before = of_texts ? part->texts : part->tokens;
  if (shape.rank() == 1)  // heads · Σ T²
    key.first =
        static_cast<uint32_t>(part->squares * (shape.count() / std::max<int64_t>(1, part->own_squares)));
  else
    key.first = static_cast<uint32_t>(rows ? before : before * shape.columns());
  return key;
}

Tensor Context::filled(const Shape& shape, DType dtype, double value) const {
  Tensor tensor = make(shape, dtype);
  kernels().elementwise.fill(*device, value, tensor);
  return tensor;
}

Tensor Context::in_type(DType type, const Tensor& x) const {
  if (x.dtype() == type) return x;
  Tensor copy = make(x.shape(), type);
  kernels().elementwise.accumulate(*device, x, copy, false);
  return copy;
}

GradientPlace gradient_place(const Context& ctx, const Variable& x) {
  if (!x.requires_grad()) return {ctx.make(x.shape(), x.dtype()), false};
  Node& node = x.node();
  check(!node.sparse_grad.defined(), "[backward] ", node.name, " is used both as a table and as a whole.");
  const bool add = node.grad.defined();
  if (!add) node.grad = node.gradient_home.defined() ? node.gradient_home : ctx.make(x.shape(), x.dtype());
  return {node.grad, add};
}

void contribute(const Context& ctx, const Variable& x,
                const std::function<void(const Tensor&, bool)>& write) {
  if (!x.requires_grad()) return;
  const GradientPlace place = gradient_place(ctx, x);
  write(place.dx, place.add);
}

void move_gradient(const Context& ctx, const Variable& x, const Tensor& dx) {
  Node& node = x.node();
  const bool taken = node.grad.defined() || node.gradient_home.defined() || node.sparse_grad.defined();
  if (x.requires_grad() && !taken) {
    node.grad = dx;
    return;
  }
  contribute(ctx, x, [&](const Tensor& sum, bool add) {
    ctx.kernels().elementwise.accumulate(*ctx.device, dx, sum, add);
  });
}

namespace {

// The sum of both, each row once. The host's memory: elsewhere gradients of tables are whole.
SparseRows joined(const Context& ctx, const SparseRows& a, const SparseRows& b) {
  SparseRows sum;
  std::set_union(a.rows.begin(), a.rows.end(), b.rows.begin(), b.rows.end(), std::back_inserter(sum.rows));
  sum.values = ctx.make({static_cast<int64_t>(sum.rows.size()), a.values.size(1)}, a.values.dtype());
  const ElementwiseKernels& kernels = ctx.kernels().elementwise;
  kernels.fill(*ctx.device, 0, sum.values);
  for (const SparseRows* part : {&a, &b}) {
    int64_t to = 0;
    for (size_t i = 0; i < part->rows.size(); ++i, ++to) {
      while (sum.rows[static_cast<size_t>(to)] != part->rows[i]) ++to;
      kernels.accumulate(*ctx.device, part->values.rows(static_cast<int64_t>(i), 1), sum.values.rows(to, 1),
                         true);
    }
  }
  return sum;
}

}  // namespace

void contribute_rows(const Context& ctx, const Variable& table, SparseRows rows) {
  if (!table.requires_grad()) return;
  Node& node = table.node();
  if (node.grad.defined()) {  // the table was a product's weight too
    const Tensor dense = ctx.make(node.grad.shape(), node.grad.dtype());
    const auto count = static_cast<int64_t>(rows.rows.size());
    ctx.kernels().gather.scatter_add(*ctx.device, rows.values,
                                     ctx.upload(Tensor::of<int32_t>({count}, rows.rows)), dense);
    ctx.kernels().elementwise.accumulate(*ctx.device, dense, node.grad, true);
    return;
  }
  node.sparse_grad = node.sparse_grad.defined() ? joined(ctx, node.sparse_grad, rows) : std::move(rows);
}

}  // namespace heed
