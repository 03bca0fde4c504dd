#include "engine/kernels/softmax.h"

#include "engine/kernels/cpu/exponential.h"
#include "engine/kernels/cpu/tables.h"

HEED_BEGIN_KERNELS
namespace {

void softmax(const Device& device, const Tensor& x, const Tensor& p) {
  const int64_t C = x.shape().columns();
  dispatch<!kForwardOnly>(x.dtype(), [&]<class T>(T) {
    over_rows(device, x, [&](int64_t first, int64_t last) {
      for (int64_t n = first; n < last; ++n)
        softmax_row(pointer<T>(x) + n * C, pointer<T>(p) + n * C, C, T(1));
    });
  });
}

void likelihood(const Device& device, const Tensor& x, const Tensor& labels, const Tensor& p) {
  const int64_t C = x.size(1);
  const int32_t* label = pointer<int32_t>(labels);
  dispatch(x.dtype(), [&]<class T>(T) {
    over_rows(device, x, [&](int64_t first, int64_t last) {
      for (int64_t n = first; n < last; ++n) {
        const T* row = pointer<T>(x) + n * C;
        const auto [largest, total] = softmax_sum(row, C);
        pointer<T>(p)[n] = std::exp(row[label[n]] - largest) / total;
      }
    });
  });
}

void span_softmax(const Device&, const Tensor& scores, const Spans& spans, const Tensor& weights) {
  dispatch(scores.dtype(), [&]<class T>(T) {
    for (size_t b = 0; b < spans.B(); ++b) {
      if (spans.length[b] == 0) continue;
      softmax_row<T>(pointer<T>(scores) + spans.begin[b], pointer<T>(weights) + spans.begin[b],
                     spans.length[b], 1);
    }
  });
}

void span_softmax_dx(const Device&, const Tensor& weights, const Spans& spans, const Tensor& dweights,
                     const Tensor& dscores, bool add) {
  dispatch(weights.dtype(), [&]<class T>(T) {
    if (!add) array<T>(dscores) = T(0);
    for (size_t b = 0; b < spans.B(); ++b) {
      auto p = view(pointer<T>(weights) + spans.begin[b], spans.length[b]);
      auto dp = view(pointer<T>(dweights) + spans.begin[b], spans.length[b]);
      view(pointer<T>(dscores) + spans.begin[b], spans.length[b]) += p * (dp - (p * dp).sum());
    }
  });
}

template <class T>
void cross_entropy_of(const Tensor& logits, const Tensor& labels, const Tensor& weights, T smoothing,
                      const Tensor& loss, const Tensor& dlogits) {
  const int64_t N = logits.size(0), C = logits.size(1);
  const int32_t* label = pointer<int32_t>(labels);
  auto weight = [&](int64_t c) { return weights.defined() ? pointer<T>(weights)[c] : T(1); };
  T norm = 0, weight_sum = 0;
  for (int64_t n = 0; n < N; ++n) norm += label[n] < 0 ? T(0) : weight(label[n]);
  for (int64_t c = 0; c < C; ++c) weight_sum += weight(c);
  T total = 0;
  for (int64_t n = 0; n < N; ++n) {
    auto x = view(pointer<T>(logits) + n * C, C), dx = view(pointer<T>(dlogits) + n * C, C);
    const int64_t y = label[n];
    if (y < 0) {
      dx = T(0);
      continue;
    }
    const auto [largest, sum] = softmax_row(x.data(), dx.data(), C, T(1));
    const T log_sum = std::log(sum) + largest;
    const T hard = (1 - smoothing) * weight(y), soft = smoothing / T(C);
    T row = -hard * (x[y] - log_sum);
    for (int64_t c = 0; c < C; ++c) row -= soft * weight(c) * (x[c] - log_sum);
    total += row;
    // d(-Σ_c a_c log p_c) = (Σ a) p - a
    dx *= hard + soft * weight_sum;
    for (int64_t c = 0; c < C; ++c) dx[c] -= soft * weight(c) + (c == y ? hard : T(0));
    dx /= norm;
  }
  *pointer<T>(loss) = total / norm;
}

void cross_entropy(const Device&, const Tensor& logits, const Tensor& labels, const Tensor& weights,
                   double smoothing, const Tensor& loss, const Tensor& dlogits) {
  dispatch(logits.dtype(), [&]<class T>(T) {
    cross_entropy_of<T>(logits, labels, weights, static_cast<T>(smoothing), loss, dlogits);
  });
}

}  // namespace

SoftmaxKernels softmax_kernels() {
  return {softmax, going_back(likelihood), span_softmax, going_back(span_softmax_dx)};
}

void add_training(SoftmaxKernels& kernels) {
  kernels.cross_entropy = cross_entropy;
}

HEED_END_KERNELS
