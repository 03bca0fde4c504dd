// Sums of products of 8 bits, four at a time: i32x4.relaxed_dot_i8x16_i7x16_add_s of WebAssembly. What it
// gives is the same everywhere only where one of the two has 7 bits, 0 to 127: the numbers of x. Each row has
// a range and a zero of its own, so that none of the 7 bits is lost on a sign that most numbers share, as
// after GELU.
//
// Where the processor has such an instruction (ARM, AVX-VNNI), that is one. Where not, browsers make five of
// it: there sums of two in 16 bits, i16x8.relaxed_dot_i8x16_i7x16_s, and then of neighbours of these are
// three. A race decides.
#pragma once

#include <chrono>
#include <cstring>
#ifdef __wasm__
#include <wasm_simd128.h>
#endif

#include "engine/kernels/cpu/int8_gemm.h"
#include "engine/kernels/cpu/race.h"

HEED_BEGIN_KERNELS

struct Dot {
  typedef int8_t Bytes __attribute__((vector_size(16)));
  typedef int32_t Sums __attribute__((vector_size(16)));

  static Bytes load(const int8_t* p) {
    Bytes bytes;
    std::memcpy(&bytes, p, sizeof bytes);
    return bytes;
  }

  // Four neighbours, four times.
  static Bytes splat(const int8_t* four) {
    int32_t all;
    std::memcpy(&all, four, sizeof all);
    return reinterpret_cast<Bytes>(Sums{all, all, all, all});
  }

  // sums + of each four neighbours Σ w x, x from 0 to 127. Compilers before the instruction got its final
  // code have no name for it that would do: they write relaxed_fms, which takes as much from the stack and
  // gives as much, and which is used for nothing else; web/bindings/relaxed_simd.mjs replaces it after
  // linking.
  static Sums add(Bytes w, Bytes x, Sums sums) {
#if !defined(__wasm_relaxed_simd__)  // plainly, for tests of everything around it
    typedef uint32_t Wrapping __attribute__((vector_size(16)));
    Wrapping added = reinterpret_cast<Wrapping>(sums);
    for (int i = 0; i < 16; ++i) added[i / 4] += static_cast<uint32_t>(w[i] * x[i]);
    return reinterpret_cast<Sums>(added);
#elif __has_builtin(__builtin_wasm_relaxed_dot_i8x16_i7x16_add_s_i32x4)
    typedef signed char Signed __attribute__((vector_size(16)));
    return __builtin_wasm_relaxed_dot_i8x16_i7x16_add_s_i32x4(reinterpret_cast<Signed>(w),
                                                              reinterpret_cast<Signed>(x), sums);
#else
    return reinterpret_cast<Sums>(__builtin_wasm_fms_f32x4(
        reinterpret_cast<Float4>(w), reinterpret_cast<Float4>(x), reinterpret_cast<Float4>(sums)));
#endif
  }

  // The same by way of sums of two, of which none passes 16 bits: 2 · 128 · 127. relaxed_min stands for the
  // instruction.
  static Sums add_by_pairs(Bytes w, Bytes x, Sums sums) {
#if !defined(__wasm_relaxed_simd__)
    return add(w, x, sums);
#else
#if __has_builtin(__builtin_wasm_relaxed_dot_i8x16_i7x16_s_i16x8)
    typedef signed char Signed __attribute__((vector_size(16)));
    const auto pairs = __builtin_wasm_relaxed_dot_i8x16_i7x16_s_i16x8(reinterpret_cast<Signed>(w),
                                                                      reinterpret_cast<Signed>(x));
#else
    const auto pairs =
        __builtin_wasm_relaxed_min_f32x4(reinterpret_cast<Float4>(w), reinterpret_cast<Float4>(x));
#endif
    return sums + reinterpret_cast<Sums>(wasm_i32x4_extadd_pairwise_i16x8(reinterpret_cast<v128_t>(pairs)));
#endif
  }
};

// How int8_gemm.h multiplies with sevens.
struct Sevens {
  using Activation = int8_t;
  using Operand = int8_t;
  static constexpr int kGroup = 4, kVectors = kVectorBytes / 8, kRows = 4;
  static constexpr int64_t kColumns = kVectors * 4;
  static constexpr float kLevels = 126;  // from the lowest number of a row to the highest
  static constexpr bool kZeros = true;
  static constexpr int32_t kWeightOffset = 0;

  static inline Race race;
  static inline int way = 0;

  static const Operand* prepare(const int8_t* panel, int64_t, Operand*) { return panel; }

  // sums [R, kColumns] += Σ over k of a [k / 4][kRows][4] · panel [k / 4][kColumns][4]. Called through a
  // pointer: both ways in one function leave neither of them the registers it needs.
  template <int R>
  static void tile(const int8_t* a, const int8_t* panel, const int8_t* end, int32_t* sums) {
    static constexpr decltype(&tile<R>) kWays[] = {tile_by<R, Dot::add>, tile_by<R, Dot::add_by_pairs>};
    kWays[way](a, panel, end, sums);
  }

  template <int R, auto add>
  __attribute__((noinline)) static void tile_by(const int8_t* a, const int8_t* panel, const int8_t* end,
                                                int32_t* sums) {
    Dot::Sums sum[R][kVectors] = {};
    for (; panel != end; a += 4 * kRows, panel += 4 * kColumns) {
      Dot::Bytes w[kVectors];
      for (int v = 0; v < kVectors; ++v) w[v] = Dot::load(panel + 16 * v);
      for (int r = 0; r < R; ++r) {
        const Dot::Bytes x = Dot::splat(a + 4 * r);
        for (int v = 0; v < kVectors; ++v) sum[r][v] = add(w[v], x, sum[r][v]);
      }
    }
    for (int r = 0; r < R; ++r)
      for (int v = 0; v < kVectors; ++v)
        for (int lane = 0; lane < 4; ++lane) sums[r * kColumns + v * 4 + lane] += sum[r][v][lane];
  }
};

template <>
class Trial<Sevens> {
 public:
  Trial(int64_t rows, int64_t multiply_adds) : work_(rows < Sevens::kRows ? 0 : multiply_adds) {
    Sevens::way = Sevens::race.way();
  }
  ~Trial() {
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun_;
    if (work_ >= kWorthTiming) Sevens::race.ran(took.count(), work_);
  }
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

 private:
  static constexpr int64_t kWorthTiming = 1 << 20;  // browsers' clocks go by a tenth of a millisecond
  int64_t work_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

HEED_END_KERNELS
