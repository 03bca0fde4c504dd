#include "engine/autograd/ops.h"

namespace heed {
namespace {

// A pass through a layer by itself, on a tape of its own.
struct OwnTape {
  Tape tape;
  Context ctx;

  OwnTape(const Context& outer, const DropoutKey& key) : ctx(outer) {
    ctx.tape = &tape;
    tape.is_inside(outer.tape);
    ctx.recompute = false;
    ctx.dropout = key;
    ctx.choices.clear();
  }
};

// x as the layer's own input, with the gradient that others have contributed so far.
Variable input_of(const Variable& x) {
  Variable input(x.value(), x.requires_grad());
  input.node().computed = x.node().computed;
  input.node().gradient_home = x.node().gradient_home;
  input.node().grad = x.grad();
  return input;
}

}  // namespace

Variable recomputed(Context& ctx, const LayerPass& pass, const Variable& x) {
  const DropoutKey key = ctx.dropout;
  Tensor value;
  bool learns = false;
  {
    OwnTape first(ctx, key);
    const Variable y = pass(first.ctx, input_of(x));
    check(first.ctx.choices.empty(),
          "[recompute] a layer makes random choices, which are made once: train "
          "it without \"recompute\".");
    ctx.dropout = first.ctx.dropout;
    value = y.value();
    learns = y.requires_grad();
  }
  return ctx.result("checkpointed", value, {Variable(value, learns)}, [&ctx, pass, key, x](const Tensor& dy) {
    OwnTape again(ctx, key);
    const Variable input = input_of(x);
    again.tape.backward(pass(again.ctx, input), dy);
    x.node().grad = input.grad();
  });
}

}  // namespace heed
