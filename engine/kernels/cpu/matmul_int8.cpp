#include "engine/kernels/cpu/tables.h"

#include "engine/kernels/cpu/int8_kernels.h"
#include "engine/kernels/cpu/int8_pairs.h"
#include "engine/kernels/cpu/int8_quads.h"
#include "engine/kernels/cpu/int8_sevens.h"

HEED_BEGIN_KERNELS

Int8Kernels int8_kernels() {
#ifdef __wasm_relaxed_simd__
  return int8_kernels_by<Sevens>();
#else
  return int8_kernels_by<Pairs>();
#endif
}

#ifdef HEED_HAVE_QUADS
const Kernels& kernels_with_quads() {
  static const Kernels table = [] {
    Kernels changed = kernels();
    changed.int8 = int8_kernels_by<Quads>();
    return changed;
  }();
  return table;
}
#endif

HEED_END_KERNELS
