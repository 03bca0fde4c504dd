// Products of float32 tensors whose factors are rounded to bfloat16 first, as GPUs do: AVX512-BF16 multiplies
// pairs of them and adds both to a sum of float32 in one step, so twice as many a cycle. Compiled for such
// processors, and called where there is one.
#include <immintrin.h>

#include "engine/kernels/cpu/product.h"
#include "engine/kernels/cpu/scratch.h"
#include "engine/kernels/kernels.h"

namespace heed::cpu::avx512 {
const Kernels& kernels();
}

HEED_BEGIN_KERNELS

using Pair = uint32_t;  // the first bfloat16 in its lower half

template <>
struct Simd<Pair> {
  using Sum = float;
  static constexpr int kWidth = 16;
  typedef Pair Vector __attribute__((vector_size(64)));

  static Vector load(const Pair* p) { return reinterpret_cast<Vector>(_mm512_loadu_si512(p)); }
  static void store(Pair* p, Vector v) { _mm512_storeu_si512(p, reinterpret_cast<__m512i>(v)); }
  // c + a's first · b's first + a's second · b's second
  template <bool fuse>
  static Simd<float>::Vector multiply_add(Pair a, Vector b, Simd<float>::Vector c) {
    return _mm512_dpbf16_ps(c, reinterpret_cast<__m512bh>(_mm512_set1_epi32(static_cast<int>(a))),
                            reinterpret_cast<__m512bh>(b));
  }
};

namespace {

int64_t pairs_of(int64_t count) {
  return (count + 1) / 2;
}

// The first `count` of 16.
__mmask16 first(int64_t count) {
  return count >= 16 ? 0xffff : count <= 0 ? 0 : static_cast<__mmask16>((1 << count) - 1);
}

__m512i rounded(__m512 first_half, __m512 second_half) {
  return reinterpret_cast<__m512i>(_mm512_cvtne2ps_pbh(second_half, first_half));
}

// x [R, C] as pairs of neighbours in a row, [R, C / 2]; a last one without a neighbour is paired with 0.
const Pair* paired_columns(const Device& device, const float* x, int64_t R, int64_t C, int slot) {
  const int64_t pairs = pairs_of(C);
  Pair* const to = scratch<Pair>(R * pairs, slot);
  parallel_for(device.threads, R, std::max<int64_t>(1, kGrain / C), [&](int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r)
      for (int64_t c = 0; c < C; c += 32) {
        const float* from = x + r * C + c;
        const __m512 low = _mm512_maskz_loadu_ps(first(C - c), from),
                     high = _mm512_maskz_loadu_ps(first(C - c - 16), from + 16);
        _mm512_mask_storeu_epi32(to + r * pairs + c / 2, first(pairs - c / 2), rounded(low, high));
      }
  });
  return to;
}

// x [R, C] as pairs of neighbours in a column, [R / 2, C].
const Pair* paired_rows(const Device& device, const float* x, int64_t R, int64_t C, int slot) {
  Pair* const to = scratch<Pair>(pairs_of(R) * C, slot);
  alignas(64) uint16_t in_turn[32];
  for (int i = 0; i < 32; ++i) in_turn[i] = static_cast<uint16_t>(i / 2 + i % 2 * 16);
  const __m512i order = _mm512_load_si512(in_turn);
  parallel_for(
      device.threads, pairs_of(R), std::max<int64_t>(1, kGrain / C), [&](int64_t begin, int64_t end) {
        for (int64_t p = begin; p < end; ++p)
          for (int64_t c = 0; c < C; c += 16) {
            const float* from = x + 2 * p * C + c;
            const __mmask16 there = first(C - c);
            const __m512 low = _mm512_maskz_loadu_ps(there, from),
                         high = 2 * p + 1 < R ? _mm512_maskz_loadu_ps(there, from + C) : _mm512_setzero_ps();
            _mm512_mask_storeu_epi32(to + p * C + c, there,
                                     _mm512_permutexvar_epi16(order, rounded(low, high)));
          }
      });
  return to;
}

// Panels of B(k, n) = pairs[k * row + n * column].
const Pair* panels_of(int64_t K, int64_t N, const Pair* pairs, int64_t row, int64_t column) {
  Pair* const panels = scratch<Pair>(packed_size<Pair>(K, N), 0);
  pack_panels<Pair>(K, N, pairs, row, column, panels);
  return panels;
}

// Smaller products would be over before their factors are rounded.
bool rounds(const Tensor& x, int64_t N, int64_t I, int64_t O) {
  return x.dtype() == DType::kFloat32 && std::min({N, I, O}) >= 32;
}

const MatmulKernels& unrounded() {
  return avx512::kernels().matmul;
}

void linear(const Device& device, const Tensor& x, const Tensor& W, const Tensor& packed, const Tensor& b,
            Activation f, const Tensor& y) {
  const int64_t N = x.shape().rows(), I = x.shape().columns(), O = y.shape().columns(), K = pairs_of(I);
  if (packed.defined() || !rounds(x, N, I, O)) return unrounded().linear(device, x, W, packed, b, f, y);
  const Pair* panels = panels_of(K, O, paired_columns(device, pointer<float>(W), O, I, 2), 1, K);
  const Strided<Pair> a{paired_columns(device, pointer<float>(x), N, I, 1), K, 1};
  product<Pair>(device, N, O, K, a, panels, pointer<float>(y),
                {b.defined() ? pointer<float>(b) : nullptr, f, false});
}

void linear_dx(const Device& device, const Tensor& dy, const Tensor& W, const Tensor& dx, bool add) {
  const int64_t N = dy.shape().rows(), O = W.size(0), I = W.size(1), K = pairs_of(O);
  if (!rounds(dy, N, I, O)) return unrounded().linear_dx(device, dy, W, dx, add);
  const Pair* panels = panels_of(K, I, paired_rows(device, pointer<float>(W), O, I, 2), I, 1);
  const Strided<Pair> a{paired_columns(device, pointer<float>(dy), N, O, 1), K, 1};
  product<Pair>(device, N, I, K, a, panels, pointer<float>(dx), {nullptr, Activation::kNone, add});
}

void linear_dW(const Device& device, const Tensor& dy, const Tensor& x, const Tensor& dW, bool add) {
  const int64_t N = dy.shape().rows(), O = dW.size(0), I = dW.size(1), K = pairs_of(N);
  if (!rounds(dy, N, I, O)) return unrounded().linear_dW(device, dy, x, dW, add);
  const Pair* panels = panels_of(K, I, paired_rows(device, pointer<float>(x), N, I, 2), I, 1);
  const Strided<Pair> a{paired_rows(device, pointer<float>(dy), N, O, 1), 1, O};
  product<Pair>(device, O, I, K, a, panels, pointer<float>(dW), {nullptr, Activation::kNone, add});
}

}  // namespace

const Kernels& kernels() {
  static const Kernels table = [] {
    Kernels changed = avx512::kernels();
    changed.matmul.linear = linear;
    changed.matmul.linear_dx = linear_dx;
    changed.matmul.linear_dW = linear_dW;
    return changed;
  }();
  return table;
}

HEED_END_KERNELS
