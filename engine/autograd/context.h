// Everything that varies from call to call travels in a Context; there is no global state.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
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
  void push(std::function<void()> backward);
  // From here on a parameter is told of as soon as its gradient is whole: when the way back has passed the op
  // that read it first.
  void when_whole(std::function<void(const Variable&)> whole) { whole_ = std::move(whole); }
  // The step that is pushed next reads x.
  void reads(const Variable& x);
  // What this tape's ops read is read by a step of `outer`.
  void is_inside(Tape* outer) { outer_ = outer; }
  // Fills the gradients of everything that `loss` [1] depends on, and empties the tape: what an op has kept
  // is let go of as soon as the way back has passed it.
  void backward(const Variable& loss);
  // The same for any y, of which dy is the gradient.
  void backward(const Variable& y, const Tensor& dy);
  // Likewise, and the steps stay, to go back once more from another dy: of this one are the gradients at
  // points alone.
  void backward_keeping(const Variable& y, const Tensor& dy);
  bool keeps() const { return keeps_; }  // steps, so that gradients between them are to be let go of
  size_t size() const { return steps_.size(); }
  void computes_on(const Device& device) { device_ = &device; }
  // The value of x in bfloat16: rounded once for all products that read it in one pass. It is let go of with
  // the pass, as a parameter has another value in the next.
  Tensor narrowed(const Context& ctx, const Variable& x);
  // Some kernels give it along with the value.
  void keep_narrowed(const Variable& x, const Tensor& copy) { narrowed_.emplace_back(x, copy); }

  // Gradients by activations: of each point that is named here and that the trace watches, the way back
  // leaves its gradient, on the host; undefined where nothing depends on it. A point whose past needs no
  // gradient is where the way back ends.
  std::map<std::string, Tensor, std::less<>> at_points;
  // Watched points that are constants: no way back leads through them.
  std::set<std::string, std::less<>> held;

 private:
  struct Step {
    std::function<void()> backward;
    std::vector<Variable> first_read;  // parameters that no step before it reads
  };
  const Device* device_ = nullptr;
  std::vector<Step> steps_;
  std::function<void(const Variable&)> whole_;
  Tape* outer_ = nullptr;
  bool keeps_ = false;
  std::set<const Node*> read_;      // where whole_ is to be told
  std::vector<Variable> upcoming_;  // first read by the next step
  std::vector<std::pair<Variable, Tensor>> narrowed_;
};

// A batch that is a part of a larger one: what of that stands before it. Dropout is that of the whole.
struct BatchPart {
  int64_t texts = 0, tokens = 0, squares = 0;  // before it; Σ T² of texts
  int64_t own_squares = 0;
};

struct Context {
  const Device* device = nullptr;
  Allocator* memory = nullptr;  // of results; usually an arena that is reset per call
  Tape* tape = nullptr;         // null: inference
  bool recompute = false;       // checkpointed() layers let go of what they compute and compute it again
  Trace* trace = nullptr;
  bool training = false;            // dropout on
  DropoutKey dropout;               // its tensor number counts up from call to call
  const BatchPart* part = nullptr;  // null: the batch is whole
  std::vector<Variable> choices;    // log-likelihood [B] of what was drawn at random, for train/reinforce.h
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

  // The key of the next tensor of such a shape, counted: [N, D], [B, D] if it is of texts, or the weights of
  // attention, flat. With `rows` whole rows are dropped.
  DropoutKey next_dropout(const Shape& shape, bool of_texts = false, bool rows = false);

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

  // A point that can be watched, patched and edited. Returns x itself when nobody listens. What result() ends
  // is a point as well where a parameter is its first input, by the name of that: "embeddings.words.weight"
  // are the rows that were looked up, "encoder.0.attention.value.weight" the values.
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
