// One step of a cell: a thread for each column of each row.
#include "engine/kernels/recurrent.h"

#include "engine/kernels/cuda/cells.h"
#include "engine/kernels/cuda/launch.h"
#include "engine/kernels/cuda/tables.h"

namespace heed::cuda {
namespace {

// Where row b of a step lies.
template <class T>
struct StepRows {
  Cell cell;
  int64_t H, G, S;  // columns of h, of the gates and of a state

  StepRows(Cell given, const Tensor& gates, const Tensor& state)
      : cell(given), H(gates.size(1) / gates_of(given)), G(gates.size(1)), S(state.size(1)) {}
  bool remembers() const { return cell == Cell::kLstm; }
};

template <class T>
void step_forward_of(const Device& device, const StepRows<T>& at, const Tensor& u, const Tensor& before,
                     const Tensor& gates, const Tensor& after) {
  const bool remembers = at.remembers();
  const Scratch<T> unread(device, remembers ? 1 : gates.count());  // what a GRU keeps of u
  T *all = pointer<T>(gates), *now = pointer<T>(after), *kept = unread.data;
  const T *given = pointer<T>(u), *old = pointer<T>(before);
  for_elements(device, gates.size(0) * at.H, [=] HEED_DEVICE(int64_t i) {
    const int64_t b = i / at.H, j = i % at.H, state = b * at.S;
    now[state + j] = old[state + j];
    T* memory = remembers ? now + state + at.H : kept + b * at.G;
    const ForwardRow<T> row{all + b * at.G, given + b * at.G, now + state, memory, old + state + at.H};
    cell_forward(at.cell, at.H, j, row);
  });
}

void step_forward(const Device& device, Cell cell, const Tensor& u, const Tensor& before, const Tensor& gates,
                  const Tensor& after) {
  dispatch(gates.dtype(), [&]<class T>(T) {
    step_forward_of<T>(device, StepRows<T>(cell, gates, before), u, before, gates, after);
  });
}

template <class T>
void step_backward_of(const Device& device, const StepRows<T>& at, const StepGradients& step) {
  const bool remembers = at.remembers(), keeps = at.cell == Cell::kGru;
  // A copy of a GRU's u, which becomes du there as well.
  const Scratch<T> copy(device, keeps ? step.gates.count() : 1);
  T *all = pointer<T>(step.gates), *asked = pointer<T>(step.dbefore), *through = pointer<T>(step.du);
  T *now = pointer<T>(step.after), *kept = copy.data;
  const T *given = pointer<T>(step.u), *old = pointer<T>(step.before), *up = pointer<T>(step.dafter);
  for_elements(device, step.gates.size(0) * at.H, [=] HEED_DEVICE(int64_t i) {
    const int64_t b = i / at.H, j = i % at.H, state = b * at.S;
    asked[state + j] = 0;
    if (remembers) asked[state + at.H + j] = up[state + at.H + j];
    if (keeps) kept[b * at.G + 2 * at.H + j] = given[b * at.G + 2 * at.H + j];
    T* memory = remembers ? now + state + at.H : kept + b * at.G;
    const BackwardRow<T> row{all + b * at.G, memory,        old + state + at.H,   old + state,
                             up + state,     asked + state, asked + state + at.H, through + b * at.G};
    cell_backward(at.cell, at.H, j, row);
  });
}

void step_backward(const Device& device, Cell cell, const StepGradients& step) {
  dispatch(step.gates.dtype(), [&]<class T>(T) {
    step_backward_of<T>(device, StepRows<T>(cell, step.gates, step.before), step);
  });
}

}  // namespace

RecurrentStepKernels recurrent_step_kernels() {
  return {step_forward, step_backward};
}

}  // namespace heed::cuda
