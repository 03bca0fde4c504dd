#include "engine/kernels/cpu/tables.h"

HEED_BEGIN_KERNELS

Kernels reading_kernels() {
  return {elementwise_kernels(), matmul_kernels(),        softmax_kernels(),   norm_kernels(),
          reduce_kernels(),      gather_kernels(),        attention_kernels(), alignment_kernels(),
          recurrent_kernels(),   OptimizerKernels{},      int8_kernels(),      rotary_kernels(),
          gated_kernels(),       recurrent_step_kernels()};
}

HEED_END_KERNELS
