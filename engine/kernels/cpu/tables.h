// The families of one build, each filled in by the file of its name.
#pragma once

#include "engine/kernels/cpu/simd.h"
#include "engine/kernels/kernels.h"

HEED_BEGIN_KERNELS

ElementwiseKernels elementwise_kernels();
MatmulKernels matmul_kernels();
SoftmaxKernels softmax_kernels();
NormKernels norm_kernels();
ReduceKernels reduce_kernels();
GatherKernels gather_kernels();
AttentionKernels attention_kernels();
AlignmentKernels alignment_kernels();
RecurrentKernels recurrent_kernels();
RecurrentStepKernels recurrent_step_kernels();
OptimizerKernels optimizer_kernels();
Int8Kernels int8_kernels();
RotaryKernels rotary_kernels();
GatedKernels gated_kernels();

const Kernels& kernels();

HEED_END_KERNELS
