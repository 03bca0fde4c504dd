// The table of a device: one family of kernels per header.
#pragma once

#include "engine/kernels/alignment.h"
#include "engine/kernels/attention.h"
#include "engine/kernels/elementwise.h"
#include "engine/kernels/gated.h"
#include "engine/kernels/gather.h"
#include "engine/kernels/int8.h"
#include "engine/kernels/matmul.h"
#include "engine/kernels/norm.h"
#include "engine/kernels/optimizer.h"
#include "engine/kernels/recurrent.h"
#include "engine/kernels/reduce.h"
#include "engine/kernels/rotary.h"
#include "engine/kernels/softmax.h"

namespace heed {

struct Kernels {
  ElementwiseKernels elementwise;
  MatmulKernels matmul;
  SoftmaxKernels softmax;
  NormKernels norm;
  ReduceKernels reduce;
  GatherKernels gather;
  AttentionKernels attention;
  AlignmentKernels alignment;
  RecurrentKernels recurrent;
  OptimizerKernels optimizer;
  Int8Kernels int8;
  RotaryKernels rotary;
  GatedKernels gated;
  RecurrentStepKernels recurrent_step;
};

}  // namespace heed
