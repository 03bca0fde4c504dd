#include "engine/kernels/recurrent.h"

#include <cstring>

#include "engine/base/order.h"
#include "engine/kernels/cpu/dispatch.h"
#include "engine/kernels/cpu/gemm.h"
#include "engine/kernels/cpu/recurrent_cells.h"
#include "engine/kernels/cpu/scratch.h"
#include "engine/kernels/cpu/tables.h"

HEED_BEGIN_KERNELS
namespace {

// The sentences of one thread, longest first: those that are still alive at step t are the first ones, so one
// product over a block of rows does the step for all of them.
struct Lane {
  std::vector<int64_t> first, length;  // row of step 0, number of steps
  int64_t direction = 1;               // rows from one step to the next

  int64_t size() const { return static_cast<int64_t>(first.size()); }
  int64_t steps() const { return length.empty() ? 0 : length.front(); }
  int64_t row(int64_t k, int64_t t) const { return first[static_cast<size_t>(k)] + t * direction; }
  int64_t alive(int64_t t) const {
    return std::partition_point(length.begin(), length.end(), [t](int64_t n) { return n > t; }) -
           length.begin();
  }
};

// Dealt out like cards, so that every lane gets long and short ones.
std::vector<Lane> deal(const RecurrentPlan& plan, int lanes) {
  const Spans& s = plan.sentences;
  const auto order = order_of(s.B(), [&](size_t a, size_t b) { return s.length[a] > s.length[b]; });
  std::vector<Lane> dealt(static_cast<size_t>(lanes));
  for (size_t k = 0; k < order.size(); ++k) {
    Lane& lane = dealt[k % dealt.size()];
    const int64_t begin = s.begin[order[k]], length = s.length[order[k]];
    lane.direction = plan.reverse ? -1 : 1;
    lane.first.push_back(plan.reverse ? begin + length - 1 : begin);
    lane.length.push_back(length);
  }
  return dealt;
}

// Runs body(lane) for all lanes; small batches stay on one thread.
template <class Body>
void for_lanes(const Device& device, const RecurrentPlan& plan, int64_t rows, const Body& body) {
  const bool worthwhile = rows * plan.H * plan.H * gates_of(plan.cell) >= (1 << 19);
  const int lanes = device.threads && worthwhile ? device.threads->size() : 1;
  const std::vector<Lane> dealt = deal(plan, lanes);
  parallel_for(device.threads, lanes, 1, [&](int64_t first, int64_t last) {
    for (int64_t lane = first; lane < last; ++lane) body(dealt[static_cast<size_t>(lane)]);
  });
}

// Calls body with the cell's equations.
template <class T, class Body>
void for_cell(Cell cell, const Body& body) {
  if (cell == Cell::kRnn) body(Rnn<T>{});
  if (cell == Cell::kGru) body(Gru<T>{});
  if (cell == Cell::kLstm) body(Lstm<T>{});
}

// Where a layer's numbers lie: row n of everything belongs to word n of the batch.
template <class T>
struct Rows {
  T *gates, *memory, *states, *dstates = nullptr, *previous = nullptr;
  int64_t G, M, width, H;  // columns of gates, memory and states, and of one state
  const T* zeros;          // [H]: what comes before the first step

  Rows(const RecurrentPlan& plan, const Tensor& g, const Tensor& m, const Tensor& s, const T* none)
      : gates(pointer<T>(g)),
        memory(m.defined() ? pointer<T>(m) : nullptr),
        states(pointer<T>(s) + plan.column),
        G(g.shape().columns()),
        M(m.defined() ? m.shape().columns() : 0),
        width(s.shape().columns()),
        H(plan.H),
        zeros(none) {}
  T* memory_of(int64_t n) const { return memory + n * M; }
};

template <class T, class CellOf>
void forward_lane(const Lane& lane, const Rows<T>& rows, const T* panels, const T* bias, bool fuse) {
  const int64_t H = rows.H, G = rows.G;
  T *h = scratch<T>(lane.size() * (H + G), 1), *u = h + lane.size() * H;
  std::fill_n(h, lane.size() * H, T(0));
  for (int64_t t = 0; t < lane.steps(); ++t) {
    const int64_t alive = lane.alive(t);
    if (t == 0)
      for (int64_t k = 0; k < alive; ++k) std::copy_n(bias, G, u + k * G);
    else
      gemm<T>({0, alive}, {0, G}, {h, H, 1}, {panels, H, G}, u, G, {bias, Activation::kNone, false, fuse});
    for (int64_t k = 0; k < alive; ++k) {
      const int64_t n = lane.row(k, t);
      CellOf::forward(H, {rows.gates + n * G, u + k * G, h + k * H, rows.memory_of(n),
                          t > 0 ? rows.memory_of(n - lane.direction) : rows.zeros});
      std::copy_n(h + k * H, H, rows.states + n * rows.width);
    }
  }
}

void forward(const Device& device, const RecurrentPlan& plan, const Tensor& W_hh, const Tensor& packed,
             const Tensor& b_hh, const Tensor& gates, const Tensor& states, const Tensor& memory) {
  const int64_t H = plan.H, G = gates.shape().columns();
  dispatch(gates.dtype(), [&]<class T>(T) {
    const std::vector<T> zeros(static_cast<size_t>(H), T(0));
    const Rows<T> rows(plan, gates, memory, states, zeros.data());
    const T* panels = packed.defined() ? pointer<T>(packed) : nullptr;
    if (!panels) {
      T* room = scratch<T>(packed_size<T>(H, G));
      pack_panels<T>(H, G, pointer<T>(W_hh), 1, H, room);
      panels = room;
    }
    for_cell<T>(plan.cell, [&]<class CellOf>(CellOf) {
      for_lanes(device, plan, gates.size(0), [&](const Lane& lane) {
        forward_lane<T, CellOf>(lane, rows, panels, pointer<T>(b_hh), fuses(device));
      });
    });
  });
}

template <class T, class CellOf>
void backward_lane(const Lane& lane, const Rows<T>& rows, const T* panels) {
  const int64_t H = rows.H, G = rows.G;
  T *dh = scratch<T>(lane.size() * (2 * H + G), 1), *dc = dh + lane.size() * H, *du = dc + lane.size() * H;
  std::fill_n(dh, 2 * lane.size() * H, T(0));
  for (int64_t t = lane.steps() - 1; t >= 0; --t) {
    const int64_t alive = lane.alive(t);
    for (int64_t k = 0; k < alive; ++k) {
      const int64_t n = lane.row(k, t), before = n - lane.direction;
      const T* h_before = t > 0 ? rows.states + before * rows.width : rows.zeros;
      CellOf::backward(H, {rows.gates + n * G, rows.memory_of(n), t > 0 ? rows.memory_of(before) : rows.zeros,
                           h_before, rows.dstates + n * rows.width, dh + k * H, dc + k * H, du + k * G});
      std::copy_n(h_before, H, rows.previous + n * H);
    }
    // u = W_hh h_{t-1} + b_hh: dh_{t-1} (+)= du W_hh
    if (t > 0)
      gemm<T>({0, alive}, {0, H}, {du, G, 1}, {panels, G, H}, dh, H,
              {nullptr, Activation::kNone, CellOf::kAdds});
  }
}

void backward(const Device& device, const RecurrentPlan& plan, const Tensor& W_hh, const Tensor& states,
              const Tensor& dstates, const Tensor& gates, const Tensor& memory, const Tensor& previous) {
  const int64_t H = plan.H, G = gates.shape().columns();
  dispatch(gates.dtype(), [&]<class T>(T) {
    const std::vector<T> zeros(static_cast<size_t>(H), T(0));
    Rows<T> rows(plan, gates, memory, states, zeros.data());
    rows.dstates = pointer<T>(dstates) + plan.column;
    rows.previous = pointer<T>(previous);
    T* panels = scratch<T>(packed_size<T>(G, H));
    pack_panels<T>(G, H, pointer<T>(W_hh), H, 1, panels);
    for_cell<T>(plan.cell, [&]<class CellOf>(CellOf) {
      for_lanes(device, plan, gates.size(0),
                [&](const Lane& lane) { backward_lane<T, CellOf>(lane, rows, panels); });
    });
  });
}

}  // namespace

RecurrentKernels recurrent_kernels() {
  return {forward, going_back(backward)};
}

HEED_END_KERNELS
