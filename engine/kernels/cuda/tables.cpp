#include "engine/kernels/cuda/tables.h"

#include "engine/kernels/cuda/gpu.h"

namespace heed::cuda {

const Kernels& kernels() {
  static const Kernels table{elementwise_kernels(), matmul_kernels(),        softmax_kernels(),
                             norm_kernels(),        reduce_kernels(),        gather_kernels(),
                             attention_kernels(),   alignment_kernels(),     recurrent_kernels(),
                             optimizer_kernels(),   Int8Kernels{},           rotary_kernels(),
                             gated_kernels(),       recurrent_step_kernels()};
  return table;
}

}  // namespace heed::cuda
