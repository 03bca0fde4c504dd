// Eigen, for the kernel files of kernels/cpu only.
//
// In WebAssembly `-msimd128` alone leaves Eigen 3.4 scalar: it has no packets for it. Emscripten translates
// SSE intrinsics to wasm SIMD, so with `-msse4.1` Eigen's SSE packets serve, once two habits are broken that
// assume a real x86 compiler behind the flag:
//   - clang's own <mmintrin.h> does not compile for WebAssembly: its guard is defined so that it stays out;
//   - Eigen uses inline assembly of x86 for GCC below 6.3 and for clang: pretend to be a later GCC.
#pragma once

#if defined(__EMSCRIPTEN__) && defined(__SSE4_1__)
#define __MMINTRIN_H
#include <Eigen/src/Core/util/Macros.h>
#undef EIGEN_COMP_GNUC
#define EIGEN_COMP_GNUC 75
#undef EIGEN_GNUC_AT_LEAST
#define EIGEN_GNUC_AT_LEAST(x, y) ((x) < 6)
#endif

#include <Eigen/Core>
