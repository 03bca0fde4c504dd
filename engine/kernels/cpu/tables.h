// The families of one build, each filled in by the file of its name: what reads a text and goes back from an
// answer to what was read.
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
Int8Kernels int8_kernels();
RotaryKernels rotary_kernels();
GatedKernels gated_kernels();

// What training alone calls: losses, gradients of weights, updates. A module that never trains names none of
// these, so that they are not linked.
void add_training(ElementwiseKernels&);
void add_training(MatmulKernels&);
void add_training(SoftmaxKernels&);
void add_training(NormKernels&);
void add_training(ReduceKernels&);
void add_training(GatherKernels&);
void add_training(AlignmentKernels&);
OptimizerKernels optimizer_kernels();

// All families without what training alone calls.
Kernels reading_kernels();

const Kernels& kernels();

HEED_END_KERNELS
