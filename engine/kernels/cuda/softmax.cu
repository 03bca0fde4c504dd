#include "engine/kernels/softmax.h"

#include <cmath>
#include <limits>

#include "engine/kernels/cuda/launch.h"
#include "engine/kernels/cuda/tables.h"

namespace heed::cuda {
namespace {

// p = softmax(x) of one row; p may be x.
template <class T>
HEED_DEVICE void softmax_row(const Warp& team, int64_t count, const T* x, T* p) {
  const T largest = team.most<T>(count, -std::numeric_limits<T>::infinity(), [&](int64_t c) { return x[c]; });
  team.each(count, [&](int64_t c) { p[c] = std::exp(x[c] - largest); });
  const T total = team.sum<T>(count, [&](int64_t c) { return p[c]; });
  team.each(count, [&](int64_t c) { p[c] /= total; });
}

template <class T>
void softmax_of(const Device& device, int64_t N, int64_t C, const T* x, T* p) {
  for_warps(device, N, [=] HEED_DEVICE(Warp team, int64_t n) { softmax_row(team, C, x + n * C, p + n * C); });
}

void softmax(const Device& device, const Tensor& x, const Tensor& p) {
  dispatch(x.dtype(), [&]<class T>(T) {
    softmax_of<T>(device, x.shape().rows(), x.shape().columns(), pointer<T>(x), pointer<T>(p));
  });
}

template <class T>
void likelihood_of(const Device& device, int64_t N, int64_t C, const T* x, const int32_t* labels, T* p) {
  for_warps(device, N, [=] HEED_DEVICE(Warp team, int64_t n) {
    const T* row = x + n * C;
    const T largest = team.most<T>(C, -std::numeric_limits<T>::infinity(), [&](int64_t c) { return row[c]; });
    const T total = team.sum<T>(C, [&](int64_t c) { return std::exp(row[c] - largest); });
    team.once([&] { p[n] = std::exp(row[labels[n]] - largest) / total; });
  });
}

void likelihood(const Device& device, const Tensor& x, const Tensor& labels, const Tensor& p) {
  dispatch(x.dtype(), [&]<class T>(T) {
    likelihood_of<T>(device, x.size(0), x.size(1), pointer<T>(x), pointer<int32_t>(labels), pointer<T>(p));
  });
}

template <class T>
void span_softmax_of(const Device& device, Rows rows, const T* scores, T* weights) {
  for_warps(device, rows.B, [=] HEED_DEVICE(Warp team, int64_t b) {
    softmax_row(team, rows.length[b], scores + rows.begin[b], weights + rows.begin[b]);
  });
}

void span_softmax(const Device& device, const Tensor& scores, const Spans& spans, const Tensor& weights) {
  dispatch(scores.dtype(), [&]<class T>(T) {
    span_softmax_of<T>(device, Rows(device, spans), pointer<T>(scores), pointer<T>(weights));
  });
}

template <class T>
void span_softmax_dx_of(const Device& device, Rows rows, const T* p, const T* dp, T* dx) {
  for_warps(device, rows.B, [=] HEED_DEVICE(Warp team, int64_t b) {
    const int64_t begin = rows.begin[b], count = rows.length[b];
    const T mean = team.sum<T>(count, [&](int64_t s) { return p[begin + s] * dp[begin + s]; });
    team.each(count, [&](int64_t s) { dx[begin + s] += p[begin + s] * (dp[begin + s] - mean); });
  });
}

void span_softmax_dx(const Device& device, const Tensor& weights, const Spans& spans, const Tensor& dweights,
                     const Tensor& dscores, bool add) {
  dispatch(weights.dtype(), [&]<class T>(T) {
    if (!add) fill<T>(device, dscores, T(0));
    span_softmax_dx_of<T>(device, Rows(device, spans), pointer<T>(weights), pointer<T>(dweights),
                          pointer<T>(dscores));
  });
}

template <class T>
struct CrossEntropy {
  int64_t N, C;
  const T* logits;
  const int32_t* labels;
  const T* weights;  // or null: all are 1
  T smoothing;
  T* loss;
  T* dlogits;

  HEED_DEVICE T weight(int64_t c) const { return weights ? weights[c] : T(1); }

  // Gives row n's share of the loss before division, and writes its gradient.
  HEED_DEVICE T row(const Warp& team, int64_t n, T norm, T weight_sum) const {
    const T* x = logits + n * C;
    T* dx = dlogits + n * C;
    const int64_t y = labels[n];
    if (y < 0) {
      team.each(C, [&](int64_t c) { dx[c] = 0; });
      return 0;
    }
    const T largest = team.most<T>(C, -std::numeric_limits<T>::infinity(), [&](int64_t c) { return x[c]; });
    const T log_sum = std::log(team.sum<T>(C, [&](int64_t c) { return std::exp(x[c] - largest); })) + largest;
    const T hard = (1 - smoothing) * weight(y), soft = smoothing / T(C);
    // d(-Σ_c a_c log p_c) = (Σ a) p - a
    team.each(C, [&](int64_t c) {
      const T share = soft * weight(c) + (c == y ? hard : T(0));
      dx[c] = (std::exp(x[c] - log_sum) * (hard + soft * weight_sum) - share) / norm;
    });
    return -hard * (x[y] - log_sum) -
           team.sum<T>(C, [&](int64_t c) { return soft * weight(c) * (x[c] - log_sum); });
  }
};

template <class T>
void cross_entropy_of(const Device& device, CrossEntropy<T> k) {
  const Scratch<T> sums(device, 2), shares(device, k.N);
  T *sum = sums.data,
    *share = shares.data;  // Σ of the labels' weights, Σ of all; each row's share of the loss
  for_blocks(device, 1, 0, [=] HEED_DEVICE(Block team, int64_t) {
    const T norm =
        team.sum<T>(k.N, [&](int64_t n) { return k.labels[n] < 0 ? T(0) : k.weight(k.labels[n]); });
    const T all = team.sum<T>(k.C, [&](int64_t c) { return k.weight(c); });
    team.once([&] { sum[0] = norm, sum[1] = all; });
  });
  for_warps(device, k.N, [=] HEED_DEVICE(Warp team, int64_t n) {
    const T value = k.row(team, n, sum[0], sum[1]);
    team.once([&] { share[n] = value; });
  });
  for_blocks(device, 1, 0, [=] HEED_DEVICE(Block team, int64_t) {
    const T total = team.sum<T>(k.N, [&](int64_t n) { return share[n]; });
    team.once([&] { *k.loss = total / sum[0]; });
  });
}

void cross_entropy(const Device& device, const Tensor& logits, const Tensor& labels, const Tensor& weights,
                   double smoothing, const Tensor& loss, const Tensor& dlogits) {
  dispatch(logits.dtype(), [&]<class T>(T) {
    cross_entropy_of<T>(device, {logits.size(0), logits.size(1), pointer<T>(logits), pointer<int32_t>(labels),
                                 pointer_or_null<T>(weights), static_cast<T>(smoothing), pointer<T>(loss),
                                 pointer<T>(dlogits)});
  });
}

}  // namespace

SoftmaxKernels softmax_kernels() {
  return {softmax, likelihood, span_softmax, span_softmax_dx, cross_entropy};
}

}  // namespace heed::cuda
