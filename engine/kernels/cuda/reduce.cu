#include "engine/kernels/reduce.h"

#include <cmath>

#include "engine/kernels/cuda/launch.h"
#include "engine/kernels/cuda/tables.h"

namespace heed::cuda {
namespace {

template <class T>
HEED_DEVICE T divisor(int64_t n, bool root) {
  return root ? std::sqrt(T(n)) : T(n);
}

// Calls f(sentence b, row n, column d) for every element of every sentence's rows.
template <class F>
void for_row_elements(const Device& device, Rows rows, int64_t D, const F& f) {
  for_elements(device, rows.B * rows.longest * D, [=] HEED_DEVICE(int64_t i) {
    const int64_t b = i / D / rows.longest, t = i / D % rows.longest;
    if (t < rows.length[b]) f(b, rows.begin[b] + t, i % D);
  });
}

// Rows of no sentence get no gradient.
template <class T>
void zero_others(const Device& device, const Spans& spans, const Tensor& dx, bool add) {
  if (!add && !cover(spans, dx.shape().rows())) fill<T>(device, dx, T(0));
}

template <class T>
void span_mean_of(const Device& device, Rows rows, int64_t D, bool root, const T* x, T* y) {
  for_elements(device, rows.B * D, [=] HEED_DEVICE(int64_t i) {
    const int64_t b = i / D, d = i % D, begin = rows.begin[b], length = rows.length[b];
    T sum = 0;
    for (int64_t n = begin; n < begin + length; ++n) sum += x[n * D + d];
    y[i] = length > 0 ? sum / divisor<T>(length, root) : T(0);
  });
}

// One sentence alone, a sum over everything: the block shares it out.
template <class T>
void one_mean_of(const Device& device, Rows rows, bool root, const T* x, T* y) {
  for_blocks(device, 1, 0, [=] HEED_DEVICE(Block team, int64_t) {
    const int64_t length = rows.length[0];
    const T sum = team.sum<T>(length, [&](int64_t t) { return x[rows.begin[0] + t]; });
    team.once([&] { *y = length > 0 ? sum / divisor<T>(length, root) : T(0); });
  });
}

void span_mean(const Device& device, const Tensor& x, const Spans& spans, bool root, const Tensor& y) {
  dispatch(y.dtype(), [&]<class T>(T) {
    const Rows rows(device, spans);
    if (y.count() == 1) return one_mean_of<T>(device, rows, root, pointer<T>(x), pointer<T>(y));
    span_mean_of<T>(device, rows, y.shape().columns(), root, pointer<T>(x), pointer<T>(y));
  });
}

template <class T>
void span_mean_dx_of(const Device& device, Rows rows, int64_t D, bool root, const T* dy, T* dx, bool add) {
  for_row_elements(device, rows, D, [=] HEED_DEVICE(int64_t b, int64_t n, int64_t d) {
    const T value = dy[b * D + d] / divisor<T>(rows.length[b], root);
    dx[n * D + d] = add ? dx[n * D + d] + value : value;
  });
}

void span_mean_dx(const Device& device, const Tensor& dy, const Spans& spans, bool root, const Tensor& dx,
                  bool add) {
  dispatch(dx.dtype(), [&]<class T>(T) {
    zero_others<T>(device, spans, dx, add);
    span_mean_dx_of<T>(device, Rows(device, spans), dy.shape().columns(), root, pointer<T>(dy),
                       pointer<T>(dx), add);
  });
}

template <class T>
void span_max_of(const Device& device, Rows rows, int64_t D, const T* x, T* y, int32_t* argmax) {
  for_elements(device, rows.B * D, [=] HEED_DEVICE(int64_t i) {
    const int64_t b = i / D, d = i % D;
    T best = 0;
    int32_t row = -1;
    for (int32_t n = rows.begin[b]; n < rows.begin[b] + rows.length[b]; ++n) {
      const T value = x[n * D + d];
      if (row < 0 || value > best) best = value, row = n;
    }
    y[i] = best;
    argmax[i] = row;
  });
}

void span_max(const Device& device, const Tensor& x, const Spans& spans, const Tensor& y,
              const Tensor& argmax) {
  dispatch(y.dtype(), [&]<class T>(T) {
    span_max_of<T>(device, Rows(device, spans), y.shape().columns(), pointer<T>(x), pointer<T>(y),
                   pointer<int32_t>(argmax));
  });
}

template <class T>
void span_max_dx_of(const Device& device, int64_t count, int64_t D, const T* dy, const int32_t* argmax,
                    T* dx) {
  for_elements(device, count, [=] HEED_DEVICE(int64_t i) {
    if (argmax[i] >= 0) dx[argmax[i] * D + i % D] += dy[i];
  });
}

void span_max_dx(const Device& device, const Tensor& dy, const Tensor& argmax, const Tensor& dx, bool add) {
  dispatch(dx.dtype(), [&]<class T>(T) {
    if (!add) fill<T>(device, dx, T(0));
    span_max_dx_of<T>(device, dy.count(), dy.shape().columns(), pointer<T>(dy), pointer<int32_t>(argmax),
                      pointer<T>(dx));
  });
}

template <class T>
void span_weighted_of(const Device& device, Rows rows, int64_t D, const T* weights, const T* x, T* y) {
  for_elements(device, rows.B * D, [=] HEED_DEVICE(int64_t i) {
    const int64_t b = i / D, d = i % D;
    T sum = 0;
    for (int64_t n = rows.begin[b]; n < rows.begin[b] + rows.length[b]; ++n) sum += weights[n] * x[n * D + d];
    y[i] = sum;
  });
}

void span_weighted(const Device& device, const Tensor& weights, const Tensor& x, const Spans& spans,
                   const Tensor& y) {
  dispatch(y.dtype(), [&]<class T>(T) {
    span_weighted_of<T>(device, Rows(device, spans), y.shape().columns(), pointer<T>(weights), pointer<T>(x),
                        pointer<T>(y));
  });
}

template <class T>
void span_weighted_dw_of(const Device& device, Rows rows, int64_t D, const T* dy, const T* x, T* dw,
                         bool add) {
  for_warps(device, rows.B * rows.longest, [=] HEED_DEVICE(Warp team, int64_t i) {
    const int64_t b = i / rows.longest, t = i % rows.longest;
    if (t >= rows.length[b]) return;
    const int64_t n = rows.begin[b] + t;
    const T value = team.sum<T>(D, [&](int64_t d) { return dy[b * D + d] * x[n * D + d]; });
    team.once([&] { dw[n] = add ? dw[n] + value : value; });
  });
}

void span_weighted_dw(const Device& device, const Tensor& dy, const Tensor& x, const Spans& spans,
                      const Tensor& dweights, bool add) {
  dispatch(dy.dtype(), [&]<class T>(T) {
    zero_others<T>(device, spans, dweights.reshaped({dweights.count(), 1}), add);
    span_weighted_dw_of<T>(device, Rows(device, spans), dy.shape().columns(), pointer<T>(dy), pointer<T>(x),
                           pointer<T>(dweights), add);
  });
}

template <class T>
void span_weighted_dx_of(const Device& device, Rows rows, int64_t D, const T* dy, const T* weights, T* dx,
                         bool add) {
  for_row_elements(device, rows, D, [=] HEED_DEVICE(int64_t b, int64_t n, int64_t d) {
    const T value = weights[n] * dy[b * D + d];
    dx[n * D + d] = add ? dx[n * D + d] + value : value;
  });
}

void span_weighted_dx(const Device& device, const Tensor& dy, const Tensor& weights, const Spans& spans,
                      const Tensor& dx, bool add) {
  dispatch(dx.dtype(), [&]<class T>(T) {
    zero_others<T>(device, spans, dx, add);
    span_weighted_dx_of<T>(device, Rows(device, spans), dy.shape().columns(), pointer<T>(dy),
                           pointer<T>(weights), pointer<T>(dx), add);
  });
}

// The row whose column d a sentence ends with: its last of the first `forward` columns, its first of the
// others.
HEED_DEVICE inline int64_t end_row(const Rows& rows, int64_t b, int64_t d, int64_t forward) {
  return d < forward ? rows.begin[b] + rows.length[b] - 1 : rows.begin[b];
}

template <class T>
void span_ends_of(const Device& device, Rows rows, int64_t D, int64_t forward, const T* x, T* y) {
  for_elements(device, rows.B * D, [=] HEED_DEVICE(int64_t i) {
    const int64_t b = i / D, d = i % D;
    y[i] = rows.length[b] > 0 ? x[end_row(rows, b, d, forward) * D + d] : T(0);
  });
}

void span_ends(const Device& device, const Tensor& x, const Spans& spans, int64_t forward, const Tensor& y) {
  dispatch(y.dtype(), [&]<class T>(T) {
    span_ends_of<T>(device, Rows(device, spans), y.shape().columns(), forward, pointer<T>(x), pointer<T>(y));
  });
}

template <class T>
void span_ends_dx_of(const Device& device, Rows rows, int64_t D, int64_t forward, const T* dy, T* dx) {
  for_elements(device, rows.B * D, [=] HEED_DEVICE(int64_t i) {
    const int64_t b = i / D, d = i % D;
    if (rows.length[b] > 0) dx[end_row(rows, b, d, forward) * D + d] += dy[i];
  });
}

void span_ends_dx(const Device& device, const Tensor& dy, const Spans& spans, int64_t forward,
                  const Tensor& dx, bool add) {
  dispatch(dx.dtype(), [&]<class T>(T) {
    if (!add) fill<T>(device, dx, T(0));
    span_ends_dx_of<T>(device, Rows(device, spans), dy.shape().columns(), forward, pointer<T>(dy),
                       pointer<T>(dx));
  });
}

}  // namespace

ReduceKernels reduce_kernels() {
  return {span_mean,        span_mean_dx, span_max,     span_max_dx,    span_weighted, span_weighted_dw,
          span_weighted_dx, span_ends,    span_ends_dx, sum_of_squares, all_finite};
}

}  // namespace heed::cuda
