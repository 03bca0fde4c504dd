#include "engine/kernels/reduce.h"

#include "engine/kernels/cpu/dispatch.h"
#include "engine/kernels/cpu/tables.h"

HEED_BEGIN_KERNELS
namespace {

template <class T>
T divisor(int32_t n, bool root) {
  return root ? std::sqrt(T(n)) : T(n);
}

void span_mean(const Device&, const Tensor& x, const Spans& spans, bool root, const Tensor& y) {
  const int64_t D = y.shape().columns();
  dispatch(y.dtype(), [&]<class T>(T) {
    for (size_t b = 0; b < spans.B(); ++b) {
      auto mean = view(pointer<T>(y) + static_cast<int64_t>(b) * D, D);
      mean = T(0);
      for (int32_t t = 0; t < spans.length[b]; ++t) mean += view(pointer<T>(x) + (spans.begin[b] + t) * D, D);
      if (spans.length[b] > 0) mean /= divisor<T>(spans.length[b], root);
    }
  });
}

void span_mean_dx(const Device&, const Tensor& dy, const Spans& spans, bool root, const Tensor& dx,
                  bool add) {
  const int64_t D = dy.shape().columns();
  dispatch(dx.dtype(), [&]<class T>(T) {
    if (!add) array<T>(dx) = T(0);
    for (size_t b = 0; b < spans.B(); ++b)
      for (int32_t t = 0; t < spans.length[b]; ++t)
        view(pointer<T>(dx) + (spans.begin[b] + t) * D, D) +=
            view(pointer<T>(dy) + static_cast<int64_t>(b) * D, D) / divisor<T>(spans.length[b], root);
  });
}

void span_max(const Device&, const Tensor& x, const Spans& spans, const Tensor& y, const Tensor& argmax) {
  const int64_t D = y.shape().columns();
  dispatch(y.dtype(), [&]<class T>(T) {
    for (size_t b = 0; b < spans.B(); ++b) {
      T* best = pointer<T>(y) + static_cast<int64_t>(b) * D;
      int32_t* row = pointer<int32_t>(argmax) + static_cast<int64_t>(b) * D;
      for (int64_t d = 0; d < D; ++d) best[d] = T(0), row[d] = -1;
      for (int32_t n = spans.begin[b]; n < spans.begin[b] + spans.length[b]; ++n) {
        const T* in = pointer<T>(x) + n * D;
        for (int64_t d = 0; d < D; ++d)
          if (row[d] < 0 || in[d] > best[d]) best[d] = in[d], row[d] = n;
      }
    }
  });
}

void span_max_dx(const Device&, const Tensor& dy, const Tensor& argmax, const Tensor& dx, bool add) {
  const int64_t D = dy.shape().columns();
  dispatch(dx.dtype(), [&]<class T>(T) {
    if (!add) array<T>(dx) = T(0);
    const int32_t* row = pointer<int32_t>(argmax);
    for (int64_t i = 0; i < dy.count(); ++i)
      if (row[i] >= 0) pointer<T>(dx)[row[i] * D + i % D] += pointer<T>(dy)[i];
  });
}

void span_weighted(const Device&, const Tensor& weights, const Tensor& x, const Spans& spans,
                   const Tensor& y) {
  const int64_t D = y.shape().columns();
  dispatch(y.dtype(), [&]<class T>(T) {
    for (size_t b = 0; b < spans.B(); ++b) {
      auto sum = view(pointer<T>(y) + static_cast<int64_t>(b) * D, D);
      sum = T(0);
      for (int64_t n = spans.begin[b]; n < spans.begin[b] + spans.length[b]; ++n)
        sum += pointer<T>(weights)[n] * view(pointer<T>(x) + n * D, D);
    }
  });
}

void span_weighted_dw(const Device&, const Tensor& dy, const Tensor& x, const Spans& spans,
                      const Tensor& dweights, bool add) {
  const int64_t D = dy.shape().columns();
  dispatch(dy.dtype(), [&]<class T>(T) {
    if (!add) array<T>(dweights) = T(0);
    for (size_t b = 0; b < spans.B(); ++b)
      for (int64_t n = spans.begin[b]; n < spans.begin[b] + spans.length[b]; ++n)
        pointer<T>(dweights)[n] +=
            (view(pointer<T>(dy) + static_cast<int64_t>(b) * D, D) * view(pointer<T>(x) + n * D, D)).sum();
  });
}

void span_weighted_dx(const Device&, const Tensor& dy, const Tensor& weights, const Spans& spans,
                      const Tensor& dx, bool add) {
  const int64_t D = dy.shape().columns();
  int64_t rows = 0;
  for (int32_t length : spans.length) rows += length;
  dispatch(dx.dtype(), [&]<class T>(T) {
    if (!add && rows < dx.shape().rows()) array<T>(dx) = T(0);  // rows of no span
    for (size_t b = 0; b < spans.B(); ++b)
      for (int64_t n = spans.begin[b]; n < spans.begin[b] + spans.length[b]; ++n)
        put(view(pointer<T>(dx) + n * D, D),
            pointer<T>(weights)[n] * view(pointer<T>(dy) + static_cast<int64_t>(b) * D, D), add);
  });
}

void span_ends(const Device&, const Tensor& x, const Spans& spans, int64_t forward, const Tensor& y) {
  const int64_t D = y.shape().columns();
  dispatch(y.dtype(), [&]<class T>(T) {
    array<T>(y) = T(0);
    for (size_t b = 0; b < spans.B(); ++b) {
      if (spans.length[b] == 0) continue;
      const T *first = pointer<T>(x) + spans.begin[b] * D, *last = first + (spans.length[b] - 1) * D;
      T* out = pointer<T>(y) + static_cast<int64_t>(b) * D;
      std::copy(last, last + forward, out);
      std::copy(first + forward, first + D, out + forward);
    }
  });
}

void span_ends_dx(const Device&, const Tensor& dy, const Spans& spans, int64_t forward, const Tensor& dx,
                  bool add) {
  const int64_t D = dy.shape().columns();
  dispatch(dx.dtype(), [&]<class T>(T) {
    if (!add) array<T>(dx) = T(0);
    for (size_t b = 0; b < spans.B(); ++b) {
      if (spans.length[b] == 0) continue;
      T *first = pointer<T>(dx) + spans.begin[b] * D, *last = first + (spans.length[b] - 1) * D;
      T* up = pointer<T>(dy) + static_cast<int64_t>(b) * D;
      view(last, forward) += view(up, forward);
      view(first + forward, D - forward) += view(up + forward, D - forward);
    }
  });
}

double sum_of_squares(const Device&, const Tensor& x) {
  double sum = 0;
  dispatch(x.dtype(), [&]<class T>(T) {
    // Short runs in T, their sums in double: fast, and exact enough for any number of elements.
    for (int64_t i = 0; i < x.count(); i += 4096)
      sum +=
          static_cast<double>(view(pointer<T>(x) + i, std::min<int64_t>(4096, x.count() - i)).square().sum());
  });
  return sum;
}

bool all_finite(const Device&, const Tensor& x) {
  bool finite = true;
  dispatch(x.dtype(), [&]<class T>(T) { finite = array<T>(x).isFinite().all(); });
  return finite;
}

}  // namespace

ReduceKernels reduce_kernels() {
  return {span_mean,
          going_back(span_mean_dx),
          span_max,
          going_back(span_max_dx),
          span_weighted,
          going_back(span_weighted_dw),
          going_back(span_weighted_dx),
          span_ends,
          going_back(span_ends_dx),
          nullptr,
          all_finite};
}

void add_training(ReduceKernels& kernels) {
  kernels.sum_of_squares = sum_of_squares;
}

HEED_END_KERNELS
