#include "engine/kernels/recurrent.h"

#include "engine/kernels/cpu/dispatch.h"
#include "engine/kernels/cpu/recurrent_cells.h"
#include "engine/kernels/cpu/scratch.h"
#include "engine/kernels/cpu/tables.h"

HEED_BEGIN_KERNELS
namespace {

// Calls body with the cell's equations.
template <class T, class Body>
void with_cell(Cell cell, const Body& body) {
  if (cell == Cell::kRnn) body(Rnn<T>{});
  if (cell == Cell::kGru) body(Gru<T>{});
  if (cell == Cell::kLstm) body(Lstm<T>{});
}

void step_forward(const Device& device, Cell cell, const Tensor& u, const Tensor& before, const Tensor& gates,
                  const Tensor& after) {
  const int64_t G = gates.size(1), H = G / gates_of(cell), S = before.size(1);
  dispatch(gates.dtype(), [&]<class T>(T) {
    with_cell<T>(cell, [&]<class CellOf>(CellOf) {
      over_rows(device, gates, [&](int64_t first, int64_t last) {
        T* unread = scratch<T>(G);  // what a GRU keeps of u
        for (int64_t b = first; b < last; ++b) {
          const T* old = pointer<T>(before) + b * S;
          T* now = pointer<T>(after) + b * S;
          std::copy_n(old, H, now);
          T* memory = cell == Cell::kLstm ? now + H : unread;
          CellOf::forward(H, {pointer<T>(gates) + b * G, pointer<T>(u) + b * G, now, memory, old + H});
        }
      });
    });
  });
}

void step_backward(const Device& device, Cell cell, const StepGradients& step) {
  const int64_t G = step.gates.size(1), H = G / gates_of(cell), S = step.before.size(1);
  const bool remembers = cell == Cell::kLstm;
  dispatch(step.gates.dtype(), [&]<class T>(T) {
    with_cell<T>(cell, [&]<class CellOf>(CellOf) {
      over_rows(device, step.gates, [&](int64_t first, int64_t last) {
        T* copy = scratch<T>(G);  // of a GRU's u, which becomes du there as well
        for (int64_t b = first; b < last; ++b) {
          const T *old = pointer<T>(step.before) + b * S, *up = pointer<T>(step.dafter) + b * S;
          T *dh = pointer<T>(step.dbefore) + b * S, *dc = dh + H;
          std::fill_n(dh, H, T(0));
          if (remembers) std::copy_n(up + H, H, dc);
          if (cell == Cell::kGru) std::copy_n(pointer<T>(step.u) + b * G, G, copy);
          T* memory = remembers ? pointer<T>(step.after) + b * S + H : copy;
          CellOf::backward(H, {pointer<T>(step.gates) + b * G, memory, old + H, old, up, dh, dc,
                               pointer<T>(step.du) + b * G});
        }
      });
    });
  });
}

}  // namespace

RecurrentStepKernels recurrent_step_kernels() {
  return {step_forward, going_back(step_backward)};
}

HEED_END_KERNELS
