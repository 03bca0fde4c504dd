// eˣ of a vector, as Eigen computes it.
#pragma once

#include "engine/kernels/cpu/dispatch.h"

HEED_BEGIN_KERNELS

template <class T>
typename Simd<T>::Vector exp_of(typename Simd<T>::Vector x) {
  Eigen::Array<T, Simd<T>::kWidth, 1> lanes;
  Simd<T>::store(lanes.data(), x);
  lanes = lanes.exp();
  return Simd<T>::load(lanes.data());
}

HEED_END_KERNELS
