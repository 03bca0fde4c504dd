// The families of the GPU's kernels, each filled in by the file of its name.
#pragma once

#include "engine/kernels/kernels.h"

namespace heed::cuda {

ElementwiseKernels elementwise_kernels();
MatmulKernels matmul_kernels();
SoftmaxKernels softmax_kernels();
NormKernels norm_kernels();
void add_residual_kernels(NormKernels&);  // residual_norm.cu
ReduceKernels reduce_kernels();
double sum_of_squares(const Device&, const Tensor& x);  // read_back.cu
bool all_finite(const Device&, const Tensor& x);
GatherKernels gather_kernels();
AttentionKernels attention_kernels();
AlignmentKernels alignment_kernels();
void add_placing_kernels(AlignmentKernels&);  // placing.cu
RecurrentKernels recurrent_kernels();
RecurrentStepKernels recurrent_step_kernels();
OptimizerKernels optimizer_kernels();
RotaryKernels rotary_kernels();
GatedKernels gated_kernels();

}  // namespace heed::cuda
