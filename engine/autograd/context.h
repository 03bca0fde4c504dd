// Everything that varies from call to call travels in a Context; there is no global state.
#pragma once

#include <functional>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "engine/autograd/variable.h"
#include "engine/kernels/kernels.h"
#include "engine/trace/trace.h"

namespace heed {

struct Context;

// False in the build of this library that goes forwards alone (engine/wasm.cmake): what an op notes for the
// way back is not even compiled there.
#ifdef HEED_FORWARD_ONLY
inline constexpr bool kLearns = false;
#else
inline constexpr bool kLearns = true;
#endif

// What numbers of this type are computed in.
constexpr DType wide(DType type) {
  return type == DType::kBFloat16 ? DType::kFloat32 : type;
}

// Closures in the order of the forward pass. Walking them backwards is a topological order already.
class Tape {
 public:
  void push(std::function<void()> backward) { steps_.push_back(std::move(backward)); }
  // Fills the gradients of everything that `loss` [1] depends on, and empties the tape: what an op has kept
  // is let go of as soon as the way back has passed it.
  void backward(const Variable& loss);
  // The same for any y, of which dy is the gradient.
  void backward(const Variable& y, const Tensor& dy);
  size_t size() const { return steps_.size(); }
  void computes_on(const Device& device) { device_ = &device; }
  // The value of x in bfloat16: rounded once for all products that read it in one pass. It is let go of with
  // the pass, as a parameter has another value in the next.
  Tensor narrowed(const Context& ctx, const Variable& x);
  // Some kernels give it along with the value.
  void keep_narrowed(const Variable& x, const Tensor& copy) { narrowed_.emplace_back(x, copy); }

 private:
  const Device* device_ = nullptr;
  std::vector<std::function<void()>> steps_;
  std::vector<std::pair<Variable, Tensor>> narrowed_;
};

struct Context {
  const Device* device = nullptr;
  Allocator* memory = nullptr;  // of results; usually an arena that is reset per call
  Tape* tape = nullptr;         // null: inference
  bool recompute = false;       // checkpointed() layers let go of what they compute and compute it again
  Trace* trace = nullptr;
  bool training = false;          // dropout on
  DropoutKey dropout;             // its tensor number counts up from call to call
  std::vector<Variable> choices;  // log-likelihood [B] of what was drawn at random, for train/reinforce.h
  // Results whose sizes depend on more than the shape of the batch get the room that any batch of the shape
  // needs, so that steps may share a recording (device/step_replay.h). What is in the rest, nobody reads.
  bool room_for_shape = false;
  bool check_finite = false;  // every result is looked at; the first NaN or Inf is an Error that names it

  const Kernels& kernels() const { return *device->kernels; }
  Tensor make(const Shape& shape, DType dtype) const { return Tensor(shape, dtype, *memory); }
  Tensor filled(const Shape& shape, DType dtype, double value) const;
  // What the host has made (ids, labels) where kernels can read it, and results where the host can.
  Tensor upload(const Tensor& from_host) const { return on_device(*device, from_host, *memory); }
  Tensor host(const Tensor& result) const { return on_host(*device, result); }
  // x itself if it is of this type, else a copy: float32 and bfloat16 (MatmulKernels::narrows).
  Tensor in_type(DType type, const Tensor& x) const;

  // Ends an op. `inputs` are what it differentiates by; `backward` gets dy and adds to their gradients. It
  // runs only when some input requires a gradient and dy is not zero. Nobody reads dy afterwards: it may be
  // overwritten or handed on.
#ifdef HEED_FORWARD_ONLY
  template <class Backward>
  Variable result(std::string_view, Tensor value, std::initializer_list<Variable>, const Backward&) {
    return Variable(std::move(value));
  }
#endif
  Variable result(std::string_view op, Tensor value, std::initializer_list<Variable> inputs,
                  std::function<void(const Tensor& dy)> backward);

  // A point that can be watched and patched. Returns x itself when nobody listens.
  Variable point(std::string_view name, const Variable& x);
  bool watched(std::string_view name) const {
    return trace && trace->wants(name);
  }
};

// Calls write(dx, add) with the place for the gradient of x: freshly made (add = false) or holding what other
// uses of x have contributed (add = true). Does nothing when x needs none.
void contribute(const Context& ctx, const Variable& x,
                const std::function<void(const Tensor& dx, bool add)>& write);

// Contributes dx, which nobody else needs: its memory becomes that of the gradient where that has no place
// yet.
void move_gradient(const Context& ctx, const Variable& x, const Tensor& dx);

// Where the gradient of x goes, for kernels that fill several at once: scratch memory when x needs none.
struct GradientPlace {
  Tensor dx;
  bool add = false;
};
GradientPlace gradient_place(const Context& ctx, const Variable& x);

// The same for some rows of a table.
void contribute_rows(const Context& ctx, const Variable& table, SparseRows rows);

}  // namespace heed
