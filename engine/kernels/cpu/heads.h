// Heads of sentences as matrices: what attention's kernels run over.
#pragma once

#include "engine/kernels/attention.h"
#include "engine/kernels/cpu/dispatch.h"
#include "engine/kernels/cpu/gemm.h"
#include "engine/kernels/cpu/scratch.h"

HEED_BEGIN_KERNELS

// One head of one sentence: a [rows, width] block inside a [N, H·width] tensor.
template <class T>
struct Block {
  T* data;
  int64_t rows, width, stride;

  Block(const Tensor& tensor, const Spans& spans, size_t b, int64_t head, int64_t heads)
      : data(pointer<T>(tensor)),
        rows(spans.length[b]),
        width(tensor.shape().columns() / heads),
        stride(tensor.shape().columns()) {
    data += spans.begin[b] * stride + head * width;
  }
  T* row(int64_t n) const { return data + n * stride; }
};

// C [M, N] (+)= A · B for small operands that lie anywhere.
template <class T>
void multiply(int64_t M, int64_t N, int64_t K, Strided<T> a, const T* b, int64_t b_row, int64_t b_column,
              T* c, int64_t c_row, bool add, bool fuse = true) {
  T* panels = scratch<T>(packed_size<T>(K, N), 1);
  pack_panels<T>(K, N, b, b_row, b_column, panels);
  gemm<T>({0, M}, {0, N}, a, {panels, K, N}, c, c_row, {nullptr, Activation::kNone, add, fuse});
}

// Calls body(b, h, weights of that head) for all sentences and heads, which the threads share out. Gradients
// of rows that sentences share (a learned query) must not meet on two threads: then a head is of one thread
// alone.
template <class T, class Body>
void for_heads(const Device& device, const AttentionPlan& plan, const Tensor& weights, const Body& body) {
  const std::vector<int64_t> offsets = plan.weight_offsets();
  const auto B = static_cast<int64_t>(plan.queries.B()), H = plan.heads;
  const bool shared = B > 1 && (plan.queries.begin[0] == plan.queries.begin[1]);
  const auto one = [&](int64_t b, int64_t h) {
    const auto sentence = static_cast<size_t>(b);
    const int64_t size = int64_t{plan.queries.length[sentence]} * plan.keys.length[sentence];
    body(sentence, h, pointer<T>(weights) + offsets[sentence] + h * size);
  };
  // A few thousand weights are worth a thread of their own.
  const int64_t each = weights.count() / std::max<int64_t>(1, shared ? H : B * H);
  const int64_t grain = std::max<int64_t>(1, kGrain / 4 / std::max<int64_t>(1, each));
  parallel_for(device.threads, shared ? H : B * H, grain, [&](int64_t first, int64_t last) {
    for (int64_t i = first; i < last; ++i) {
      for (int64_t b = 0; shared && b < B; ++b) one(b, i);
      if (!shared) one(i / H, i % H);
    }
  });
}

HEED_END_KERNELS
