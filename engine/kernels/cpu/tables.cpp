#include "engine/kernels/cpu/tables.h"

HEED_BEGIN_KERNELS

const Kernels& kernels() {
  static const Kernels table{elementwise_kernels(), matmul_kernels(),        softmax_kernels(),
                             norm_kernels(),        reduce_kernels(),        gather_kernels(),
                             attention_kernels(),   alignment_kernels(),     recurrent_kernels(),
                             optimizer_kernels(),   int8_kernels(),          rotary_kernels(),
                             gated_kernels(),       recurrent_step_kernels()};
  return table;
}

HEED_END_KERNELS
