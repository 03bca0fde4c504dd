// The equations of the recurrent cells for one column of one row, and what follows from them for the
// gradients. Symbols as in kernels/recurrent.h.
#pragma once

#include <cmath>

#include "engine/kernels/cuda/team.h"

namespace heed::cuda {

template <class T>
HEED_DEVICE T sigmoid(T x) {
  return T(1) / (T(1) + std::exp(-x));
}

template <class T>
struct ForwardRow {
  T* gates;                // a, becomes the gates' values
  const T* u;              // W_hh h_{t-1} + b_hh
  T* h;                    // h_{t-1}, becomes h
  T* memory;               // of this row
  const T* memory_before;  // of the row of step t-1; null at the first
};

template <class T>
struct BackwardRow {
  T* gates;  // the gates' values, become da
  T* memory;
  const T* memory_before;  // null at the first step, as is h_before
  const T* h_before;       // h_{t-1}
  const T* dh_out;         // what other ops ask of h
  T* dh;  // what step t+1 asks of h; becomes what this step asks of h_{t-1} other than through u
  T* dc;  // the same for c
  T* du;
};

template <class T>
HEED_DEVICE void rnn_forward(int64_t, int64_t j, const ForwardRow<T>& r) {
  r.h[j] = r.gates[j] = std::tanh(r.gates[j] + r.u[j]);
}

template <class T>
HEED_DEVICE void rnn_backward(int64_t, int64_t j, const BackwardRow<T>& r) {
  const T h = r.gates[j];
  r.gates[j] = r.du[j] = (r.dh_out[j] + r.dh[j]) * (T(1) - h * h);
  r.dh[j] = 0;
}

template <class T>
HEED_DEVICE void gru_forward(int64_t H, int64_t j, const ForwardRow<T>& row) {
  T* a = row.gates + j;
  const T* u = row.u + j;
  const T r = sigmoid(a[0] + u[0]), z = sigmoid(a[H] + u[H]), n = std::tanh(a[2 * H] + r * u[2 * H]);
  a[0] = r, a[H] = z, a[2 * H] = n;
  row.memory[2 * H + j] = u[2 * H];
  row.h[j] = n + z * (row.h[j] - n);
}

template <class T>
HEED_DEVICE void gru_backward(int64_t H, int64_t j, const BackwardRow<T>& row) {
  T *gates = row.gates + j, *memory = row.memory + j, *du = row.du + j;
  const T r = gates[0], z = gates[H], n = gates[2 * H], u_n = memory[2 * H];
  const T before = row.h_before ? row.h_before[j] : T(0), dh = row.dh_out[j] + row.dh[j];
  const T da_n = dh * (T(1) - z) * (T(1) - n * n), da_z = dh * (before - n) * z * (T(1) - z);
  const T da_r = da_n * u_n * r * (T(1) - r);
  gates[0] = memory[0] = du[0] = da_r;
  gates[H] = memory[H] = du[H] = da_z;
  gates[2 * H] = da_n;
  memory[2 * H] = du[2 * H] = da_n * r;
  row.dh[j] = dh * z;
}

template <class T>
HEED_DEVICE void lstm_forward(int64_t H, int64_t j, const ForwardRow<T>& row) {
  T* a = row.gates + j;
  const T* u = row.u + j;
  const T i = sigmoid(a[0] + u[0]), f = sigmoid(a[H] + u[H]);
  const T g = std::tanh(a[2 * H] + u[2 * H]), o = sigmoid(a[3 * H] + u[3 * H]);
  const T c = (row.memory_before ? f * row.memory_before[j] : T(0)) + i * g;
  a[0] = i, a[H] = f, a[2 * H] = g, a[3 * H] = o;
  row.memory[j] = c;
  row.h[j] = o * std::tanh(c);
}

template <class T>
HEED_DEVICE void lstm_backward(int64_t H, int64_t j, const BackwardRow<T>& row) {
  T *gates = row.gates + j, *du = row.du + j;
  const T i = gates[0], f = gates[H], g = gates[2 * H], o = gates[3 * H], tanh_c = std::tanh(row.memory[j]);
  const T dh = row.dh_out[j] + row.dh[j];
  const T dc = row.dc[j] + dh * o * (T(1) - tanh_c * tanh_c);
  const T before = row.memory_before ? row.memory_before[j] : T(0);
  gates[0] = du[0] = dc * g * i * (T(1) - i);
  gates[H] = du[H] = dc * before * f * (T(1) - f);
  gates[2 * H] = du[2 * H] = dc * i * (T(1) - g * g);
  gates[3 * H] = du[3 * H] = dh * tanh_c * o * (T(1) - o);
  row.dc[j] = dc * f;
  row.dh[j] = 0;
}

template <class T>
HEED_DEVICE void cell_forward(Cell cell, int64_t H, int64_t j, const ForwardRow<T>& row) {
  if (cell == Cell::kRnn) return rnn_forward(H, j, row);
  if (cell == Cell::kGru) return gru_forward(H, j, row);
  lstm_forward(H, j, row);
}

template <class T>
HEED_DEVICE void cell_backward(Cell cell, int64_t H, int64_t j, const BackwardRow<T>& row) {
  if (cell == Cell::kRnn) return rnn_backward(H, j, row);
  if (cell == Cell::kGru) return gru_backward(H, j, row);
  lstm_backward(H, j, row);
}

}  // namespace heed::cuda
