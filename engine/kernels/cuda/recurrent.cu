// One block per sentence walks through its words: one launch for a whole layer, however long the sentences.
#include "engine/kernels/recurrent.h"

#include <algorithm>

#include "engine/kernels/cuda/cells.h"
#include "engine/kernels/cuda/launch.h"
#include "engine/kernels/cuda/tables.h"

namespace heed::cuda {
namespace {

// Where a layer's numbers lie: row n of everything belongs to word n of the batch.
template <class T>
struct Layer {
  Cell cell;
  Rows sentences;
  bool reverse;
  int64_t H, G;  // columns of a state and of the gates
  int64_t M, width;
  T *gates, *memory, *states;
  const T* dstates = nullptr;
  T* previous = nullptr;

  Layer(const Device& device, const RecurrentPlan& plan, const Tensor& g, const Tensor& m, const Tensor& s)
      : cell(plan.cell),
        sentences(device, plan.sentences),
        reverse(plan.reverse),
        H(plan.H),
        G(g.shape().columns()),
        M(m.defined() ? m.shape().columns() : 0),
        width(s.shape().columns()),
        gates(pointer<T>(g)),
        memory(pointer_or_null<T>(m)),
        states(pointer<T>(s) + plan.column) {}

  // The row of step t of a sentence.
  HEED_DEVICE int64_t row(int64_t b, int64_t t) const {
    return sentences.begin[b] + (reverse ? sentences.length[b] - 1 - t : t);
  }
};

// Numbers of a block that its threads share: on the chip where they fit, else in the GPU's memory.
template <class T>
struct Room {
  int64_t each;
  Scratch<T> outside;
  T* place;

  Room(const Device& device, int64_t blocks, int64_t count)
      : each((count + 3) / 4 * 4),
        outside(device, fits() ? 1 : blocks * each),
        place(fits() ? nullptr : outside.data) {}
  bool fits() const { return each * static_cast<int64_t>(sizeof(T)) <= kMostShared; }
  int64_t shared_bytes() const { return fits() ? each * static_cast<int64_t>(sizeof(T)) : 0; }
};

// Wᵀ [H, G] of W [G, H]: neighbouring threads then read neighbouring numbers.
template <class T>
void transpose(const Device& device, int64_t G, int64_t H, const T* W, T* transposed) {
  for_elements(device, G * H, [=] HEED_DEVICE(int64_t i) { transposed[i] = W[i % G * H + i / G]; });
}

// Neighbouring columns of a matrix, which a thread takes on at once.
template <class T, int wide>
struct alignas(wide * sizeof(T)) Columns {
  T at[wide];
};

// Σ_r x[r] W[r, …] over `rows` rows of W, which are C wide. W does not fit on the chip and comes anew for
// every word: what counts is how much of it is on its way at a time.
template <class T, int wide>
HEED_DEVICE Columns<T, wide> product_of(const T* x, const T* W, int64_t C, int64_t rows) {
  constexpr int64_t kOnTheirWay = 16;
  Columns<T, wide> sum{};
  auto add = [&](const Columns<T, wide>& w, T factor) {
    HEED_UNROLL
    for (int c = 0; c < wide; ++c) sum.at[c] += factor * w.at[c];
  };
  auto row = [&](int64_t r) { return *reinterpret_cast<const Columns<T, wide>*>(W + r * C); };
  int64_t r = 0;
  for (; r + kOnTheirWay <= rows; r += kOnTheirWay) {
    Columns<T, wide> w[kOnTheirWay];
    HEED_UNROLL
    for (int64_t i = 0; i < kOnTheirWay; ++i) w[i] = row(r + i);
    HEED_UNROLL
    for (int64_t i = 0; i < kOnTheirWay; ++i) add(w[i], x[r + i]);
  }
  for (; r < rows; ++r) add(row(r), x[r]);
  return sum;
}

// How a block shares out the product of x [R] and W [R, C]: a thread has four columns where they come in
// fours, and a part of the rows where there are more threads than that.
struct Shares {
  static constexpr int64_t kThreads = 256;
  int64_t R, C, wide, columns, parts;

  Shares(int64_t rows, int64_t width)
      : R(rows),
        C(width),
        wide(width % 4 == 0 ? 4 : 1),
        columns(width / wide),
        parts(std::clamp<int64_t>(kThreads / columns, 1, rows)) {}
  constexpr int64_t room() const { return parts * C; }

  template <class T>
  HEED_DEVICE void multiply(const Block& team, const T* x, const T* W, T* sums) const {
    team.each(columns * parts, [&](int64_t i) {
      const int64_t part = i / columns, c = i % columns * wide, first = part * R / parts;
      const int64_t rows = (part + 1) * R / parts - first;
      T* to = sums + part * C + c;
      if (wide == 4)
        *reinterpret_cast<Columns<T, 4>*>(to) = product_of<T, 4>(x + first, W + first * C + c, C, rows);
      else
        *to = product_of<T, 1>(x + first, W + first * C + c, C, rows).at[0];
    });
  }
  // Column c of the product, from what multiply() left.
  template <class T>
  HEED_DEVICE T sum(const T* sums, int64_t c) const {
    T all = 0;
    for (int64_t part = 0; part < parts; ++part) all += sums[part * C + c];
    return all;
  }
};

template <class T>
void forward_of(const Device& device, const Layer<T>& layer, const T* W_hh, const T* bias) {
  const int64_t H = layer.H, G = layer.G;
  const Scratch<T> transposed(device, H * G);
  transpose<T>(device, G, H, W_hh, transposed.data);
  const Shares shares(H, G);
  const Room<T> room(device, layer.sentences.B, shares.room() + G + H);
  const int64_t each = room.each;
  const T* W = transposed.data;
  T* outside = room.place;
  for_blocks(device, layer.sentences.B, room.shared_bytes(), [=] HEED_DEVICE(Block team, int64_t b) {
    T* sums = outside ? outside + b * each : team.template shared<T>();
    T *u = sums + shares.room(), *h = u + G;
    team.each(H, [&](int64_t j) { h[j] = 0; });
    for (int64_t t = 0; t < layer.sentences.length[b]; ++t) {
      const int64_t n = layer.row(b, t), before = t > 0 ? layer.row(b, t - 1) : n;
      shares.multiply(team, h, W, sums);
      team.each(G, [&](int64_t j) { u[j] = bias[j] + shares.sum(sums, j); });
      const T* memory_before = t > 0 ? layer.memory + before * layer.M : nullptr;
      const ForwardRow<T> row{layer.gates + n * G, u, h, layer.memory + n * layer.M, memory_before};
      team.each(H, [&](int64_t j) {
        cell_forward(layer.cell, H, j, row);
        layer.states[n * layer.width + j] = h[j];
      });
    }
  });
}

void forward(const Device& device, const RecurrentPlan& plan, const Tensor& W_hh, const Tensor&,
             const Tensor& b_hh, const Tensor& gates, const Tensor& states, const Tensor& memory) {
  dispatch(gates.dtype(), [&]<class T>(T) {
    forward_of<T>(device, Layer<T>(device, plan, gates, memory, states), pointer<T>(W_hh), pointer<T>(b_hh));
  });
}

template <class T>
void backward_of(const Device& device, const Layer<T>& layer, const T* W) {
  const int64_t H = layer.H, G = layer.G;
  const Shares shares(G, H);
  const Room<T> room(device, layer.sentences.B, shares.room() + 2 * H + G);
  const int64_t each = room.each;
  T* outside = room.place;
  for_blocks(device, layer.sentences.B, room.shared_bytes(), [=] HEED_DEVICE(Block team, int64_t b) {
    T* sums = outside ? outside + b * each : team.template shared<T>();
    T *dh = sums + shares.room(), *dc = dh + H, *du = dc + H;
    team.each(2 * H, [&](int64_t j) { dh[j] = 0; });
    for (int64_t t = layer.sentences.length[b] - 1; t >= 0; --t) {
      const int64_t n = layer.row(b, t), before = t > 0 ? layer.row(b, t - 1) : n;
      const T* h_before = t > 0 ? layer.states + before * layer.width : nullptr;
      const T* memory_before = t > 0 ? layer.memory + before * layer.M : nullptr;
      const BackwardRow<T> row{layer.gates + n * G,
                               layer.memory + n * layer.M,
                               memory_before,
                               h_before,
                               layer.dstates + n * layer.width,
                               dh,
                               dc,
                               du};
      team.each(H, [&](int64_t j) {
        cell_backward(layer.cell, H, j, row);
        layer.previous[n * H + j] = h_before ? h_before[j] : T(0);
      });
      if (t == 0) break;
      // u = W_hh h_{t-1} + b_hh: dh_{t-1} += du W_hh
      shares.multiply(team, du, W, sums);
      team.each(H, [&](int64_t k) { dh[k] += shares.sum(sums, k); });
    }
  });
}

void backward(const Device& device, const RecurrentPlan& plan, const Tensor& W_hh, const Tensor& states,
              const Tensor& dstates, const Tensor& gates, const Tensor& memory, const Tensor& previous) {
  dispatch(gates.dtype(), [&]<class T>(T) {
    Layer<T> layer(device, plan, gates, memory, states);
    layer.dstates = pointer<T>(dstates) + plan.column;
    layer.previous = pointer<T>(previous);
    backward_of<T>(device, layer, pointer<T>(W_hh));
  });
}

}  // namespace

RecurrentKernels recurrent_kernels() {
  return {forward, backward};
}

}  // namespace heed::cuda
