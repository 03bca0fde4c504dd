// The equations of the recurrent cells, one row (one word of one sentence) at a time, and what follows from
// them for the gradients. Symbols as in kernels/recurrent.h.
#pragma once

#include <algorithm>

#include "engine/kernels/cpu/activations.h"

HEED_BEGIN_KERNELS

// A whole vector, or the first n elements of one at the end of a row.
template <class T>
struct Whole {
  static typename Simd<T>::Vector load(const T* p) { return Simd<T>::load(p); }
  static void store(T* p, typename Simd<T>::Vector v) { Simd<T>::store(p, v); }
};
template <class T>
struct Part {
  int64_t n;
  typename Simd<T>::Vector load(const T* p) const {
    alignas(kVectorBytes) T room[Simd<T>::kWidth] = {};
    std::copy_n(p, n, room);
    return Simd<T>::load(room);
  }
  void store(T* p, typename Simd<T>::Vector v) const {
    alignas(kVectorBytes) T room[Simd<T>::kWidth];
    Simd<T>::store(room, v);
    std::copy_n(room, n, p);
  }
};

// Calls body(j, access) for the vectors that begin at column j.
template <class T, class Body>
void over_vectors(int64_t H, const Body& body) {
  int64_t j = 0;
  for (; j + Simd<T>::kWidth <= H; j += Simd<T>::kWidth) body(j, Whole<T>{});
  if (j < H) body(j, Part<T>{H - j});
}

template <class T>
struct ForwardRow {
  T* gates;                // a, becomes the gates' values
  const T* u;              // W_hh h_{t-1} + b_hh
  T* h;                    // h_{t-1}, becomes h
  T* memory;               // of this row
  const T* memory_before;  // of the row of step t-1
};

template <class T>
struct BackwardRow {
  T* gates;  // the gates' values, become da
  T* memory;
  const T* memory_before;
  const T* h_before;  // h_{t-1}
  const T* dh_out;    // what other ops ask of h
  T* dh;              // what step t+1 asks of h; becomes what this step asks of h_{t-1} other than through u
  T* dc;              // the same for c
  T* du;
};

template <class T>
struct Rnn {
  static constexpr bool kAdds = false;  // whether dh carries something besides du W_hh

  static void forward(int64_t H, const ForwardRow<T>& r) {
    over_vectors<T>(H, [&](int64_t j, auto at) {
      const auto h = tanh_of(at.load(r.gates + j) + at.load(r.u + j));
      at.store(r.gates + j, h);
      at.store(r.h + j, h);
    });
  }
  static void backward(int64_t H, const BackwardRow<T>& r) {
    over_vectors<T>(H, [&](int64_t j, auto at) {
      const auto h = at.load(r.gates + j), dh = at.load(r.dh_out + j) + at.load(r.dh + j);
      const auto da = dh * (T(1) - h * h);
      at.store(r.gates + j, da);
      at.store(r.du + j, da);
    });
  }
};

template <class T>
struct Gru {
  static constexpr bool kAdds = true;

  static void forward(int64_t H, const ForwardRow<T>& row) {
    over_vectors<T>(H, [&](int64_t j, auto at) {
      T* a = row.gates + j;
      const T* u = row.u + j;
      const auto r = sigmoid_of(at.load(a) + at.load(u));
      const auto z = sigmoid_of(at.load(a + H) + at.load(u + H));
      const auto u_n = at.load(u + 2 * H);
      const auto n = tanh_of(at.load(a + 2 * H) + r * u_n);
      at.store(a, r);
      at.store(a + H, z);
      at.store(a + 2 * H, n);
      at.store(row.memory + 2 * H + j, u_n);
      at.store(row.h + j, n + z * (at.load(row.h + j) - n));
    });
  }
  static void backward(int64_t H, const BackwardRow<T>& row) {
    over_vectors<T>(H, [&](int64_t j, auto at) {
      T *gates = row.gates + j, *memory = row.memory + j, *compact = row.du + j;
      const auto r = at.load(gates), z = at.load(gates + H), n = at.load(gates + 2 * H);
      const auto u_n = at.load(memory + 2 * H), before = at.load(row.h_before + j);
      const auto dh = at.load(row.dh_out + j) + at.load(row.dh + j);
      const auto da_n = dh * (T(1) - z) * (T(1) - n * n);
      const auto da_z = dh * (before - n) * z * (T(1) - z);
      const auto da_r = da_n * u_n * r * (T(1) - r);
      at.store(gates, da_r);
      at.store(gates + H, da_z);
      at.store(gates + 2 * H, da_n);
      for (T* du : {memory, compact}) {
        at.store(du, da_r);
        at.store(du + H, da_z);
        at.store(du + 2 * H, da_n * r);
      }
      at.store(row.dh + j, dh * z);
    });
  }
};

template <class T>
struct Lstm {
  static constexpr bool kAdds = false;

  static void forward(int64_t H, const ForwardRow<T>& r) {
    over_vectors<T>(H, [&](int64_t j, auto at) {
      T* a = r.gates + j;
      const T* u = r.u + j;
      const auto i = sigmoid_of(at.load(a) + at.load(u));
      const auto f = sigmoid_of(at.load(a + H) + at.load(u + H));
      const auto g = tanh_of(at.load(a + 2 * H) + at.load(u + 2 * H));
      const auto o = sigmoid_of(at.load(a + 3 * H) + at.load(u + 3 * H));
      const auto c = f * at.load(r.memory_before + j) + i * g;
      at.store(a, i);
      at.store(a + H, f);
      at.store(a + 2 * H, g);
      at.store(a + 3 * H, o);
      at.store(r.memory + j, c);
      at.store(r.h + j, o * tanh_of(c));
    });
  }
  static void backward(int64_t H, const BackwardRow<T>& r) {
    over_vectors<T>(H, [&](int64_t j, auto at) {
      T* gates = r.gates + j;
      const auto i = at.load(gates), f = at.load(gates + H), g = at.load(gates + 2 * H),
                 o = at.load(gates + 3 * H);
      const auto tanh_c = tanh_of(at.load(r.memory + j));
      const auto dh = at.load(r.dh_out + j) + at.load(r.dh + j);
      const auto dc = at.load(r.dc + j) + dh * o * (T(1) - tanh_c * tanh_c);
      const auto da_i = dc * g * i * (T(1) - i);
      const auto da_f = dc * at.load(r.memory_before + j) * f * (T(1) - f);
      const auto da_g = dc * i * (T(1) - g * g);
      const auto da_o = dh * tanh_c * o * (T(1) - o);
      for (T* da : {gates, r.du + j}) {
        at.store(da, da_i);
        at.store(da + H, da_f);
        at.store(da + 2 * H, da_g);
        at.store(da + 3 * H, da_o);
      }
      at.store(r.dc + j, dc * f);
    });
  }
};

HEED_END_KERNELS
