// Kernels that work row by row or sentence by sentence, against plain loops in double.
#include "tests/engine/catch.h"
#include "tests/engine/kernels/instruction_sets.h"

using namespace heed;
using namespace heed::test;

namespace {

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all{{1, 1}, {3, 5}, {2, 16}, {7, 33}, {0, 4}, {5, 128}};
  return all;
}

Tensor softmax_of(const Tensor& x) {
  Tensor p(x.shape(), x.dtype());
  const int64_t C = x.size(1);
  for (int64_t n = 0; n < x.size(0); ++n) {
    double sum = 0;
    for (int64_t c = 0; c < C; ++c) sum += std::exp(element(x, n * C + c));
    for (int64_t c = 0; c < C; ++c) set_element(p, n * C + c, std::exp(element(x, n * C + c)) / sum);
  }
  return p;
}

}  // namespace

TEST_CASE("softmax", "[kernels]") {
  for_kernels([](const Device& device, DType type) {
    for (const Shape& shape : shapes()) {
      const Tensor x = random_tensor(shape, 1, type), p = poisoned(shape, type);
      device.kernels->softmax.softmax(device, x, p);
      CHECK(relative_difference(p, softmax_of(x)) <= tolerance(type));
    }
    const Tensor far = filled({1, 3}, type, -1e30), p = poisoned({1, 3}, type);
    set_element(far, 1, 1e30);
    device.kernels->softmax.softmax(device, far, p);
    CHECK(element(p, 0) < 1e-300);
    CHECK(element(p, 1) == 1);
  });
}

TEST_CASE("the likelihood of a label is what softmax gives it", "[kernels]") {
  for_kernels([](const Device& device, DType type) {
    for (const Shape& shape :
         {Shape{1, 1}, Shape{3, 5}, Shape{7, 33}, Shape{0, 4}, Shape{2, 2048}, Shape{4, 5003}}) {
      const int64_t N = shape[0], C = shape[1];
      const Tensor x = random_tensor(shape, 1, type), p = poisoned({N}, type), labels({N}, DType::kInt32);
      for (int64_t n = 0; n < N; ++n) {
        labels.data<int32_t>()[n] = static_cast<int32_t>((n * 2999 + C - 1) % C);
        set_element(x, n * C + (n * 1999) % C, 5.5);  // the largest in one block or another
      }
      device.kernels->softmax.likelihood(device, x, labels, p);
      const Tensor all = softmax_of(x), want = poisoned({N}, type);
      for (int64_t n = 0; n < N; ++n) set_element(want, n, element(all, n * C + labels.data<int32_t>()[n]));
      CHECK(relative_difference(p, want) <= tolerance(type, double(C)));
    }
    // Blocks of which nothing can come, and differences beyond what exponentials hold.
    const Tensor far = filled({1, 5000}, type, -std::numeric_limits<double>::infinity()),
                 p = poisoned({1}, type);
    set_element(far, 2500, -1e30);
    set_element(far, 4500, 1e30);
    device.kernels->softmax.likelihood(device, far, Tensor::list<int32_t>({4500}), p);
    CHECK(element(p, 0) == 1);
  });
}

TEST_CASE("layer norm keeps the statistics of each row", "[kernels]") {
  for_kernels([](const Device& device, DType type) {
    for (const Shape& shape : shapes()) {
      const int64_t N = shape[0], D = shape[1];
      const Tensor x = random_tensor(shape, 2, type), gamma = random_tensor({D}, 3, type);
      const Tensor beta = random_tensor({D}, 4, type), y = poisoned(shape, type),
                   want = poisoned(shape, type);
      const Tensor stats = poisoned({N, 2}, type), want_stats = poisoned({N, 2}, type);
      device.kernels->norm.layer_norm(device, x, gamma, beta, 1e-5, y, stats);
      for (int64_t n = 0; n < N; ++n) {
        double mean = 0, variance = 0;
        for (int64_t d = 0; d < D; ++d) mean += element(x, n * D + d) / double(D);
        for (int64_t d = 0; d < D; ++d) variance += std::pow(element(x, n * D + d) - mean, 2) / double(D);
        const double rstd = 1 / std::sqrt(variance + 1e-5);
        set_element(want_stats, 2 * n, mean);
        set_element(want_stats, 2 * n + 1, rstd);
        for (int64_t d = 0; d < D; ++d)
          set_element(want, n * D + d,
                      (element(x, n * D + d) - mean) * rstd * element(gamma, d) + element(beta, d));
      }
      CHECK(relative_difference(y, want) <= tolerance(type, double(D)));
      CHECK(relative_difference(stats, want_stats) <= tolerance(type, double(D)));
    }
  });
}

TEST_CASE("a row gives the same bits wherever it lies in memory", "[kernels]") {
  for_kernels([](const Device& device, DType type) {
    for (const int64_t D : {5, 33, 100}) {
      constexpr int64_t kRows = 17;
      const Tensor one = random_tensor({1, D}, 3, type), x({kRows, D}, type);
      for (int64_t i = 0; i < x.count(); ++i) set_element(x, i, element(one, i % D));
      const Tensor weight = random_tensor({D}, 4, type), stats({kRows, 2}, type);
      const Tensor norm = poisoned(x.shape(), type), rms = poisoned(x.shape(), type),
                   p = poisoned(x.shape(), type), f = poisoned(x.shape(), type);
      device.kernels->norm.layer_norm(device, x, weight, weight, 1e-5, norm, stats);
      device.kernels->norm.rms_norm(device, x, weight, 1e-5, rms, stats);
      device.kernels->softmax.softmax(device, x, p);
      device.kernels->elementwise.activate(device, Activation::kTanh, x, f);
      for (const Tensor& y : {norm, rms, p, f})
        for (int64_t n = 1; n < kRows; ++n) CHECK(identical(y.rows(n, 1), y.rows(0, 1)));
    }
  });
}

TEST_CASE("pooling: mean and largest of each sentence, the first of equal ones", "[kernels]") {
  for_kernels([](const Device& device, DType type) {
    const Spans spans{{0, 3, 4}, {2, 0, 3}};  // row 2 and row 3 belong to nobody
    const Tensor x = random_tensor({7, 19}, 5, type);
    set_element(x, 5 * 19, 9);
    set_element(x, 6 * 19, 9);
    const Tensor mean = poisoned({3, 19}, type), most = poisoned({3, 19}, type);
    const Tensor argmax({3, 19}, DType::kInt32);
    device.kernels->reduce.span_mean(device, x, spans, false, mean);
    device.kernels->reduce.span_max(device, x, spans, most, argmax);
    for (int64_t d = 0; d < 19; ++d) {
      auto in = [&](int64_t n) { return element(x, n * 19 + d); };
      CHECK(element(mean, d) == Approx((in(0) + in(1)) / 2).margin(1e-6));
      CHECK(element(mean, 2 * 19 + d) == Approx((in(4) + in(5) + in(6)) / 3).margin(1e-6));
      CHECK(element(most, d) == std::max(in(0), in(1)));
      CHECK(element(most, 2 * 19 + d) == std::max({in(4), in(5), in(6)}));
      CHECK(element(mean, 19 + d) == 0);
      CHECK(element(most, 19 + d) == 0);
      CHECK(argmax.data<int32_t>()[19 + d] == -1);
    }
    CHECK(argmax.data<int32_t>()[2 * 19] == 5);
  });
}

TEST_CASE("attention: queries that see no key weigh nothing", "[kernels][attention]") {
  for_kernels([](const Device& device, DType type) {
    const AttentionPlan plan{Spans::packed({2, 1}), Spans::packed({0, 3}), 2, 1, false};
    const Tensor q = random_tensor({3, 4}, 6, type), k = random_tensor({3, 4}, 7, type);
    const Tensor v = random_tensor({3, 6}, 8, type), out = poisoned({3, 6}, type);
    const Tensor weights = poisoned({plan.weight_offsets().back()}, type);
    device.kernels->attention.weights(device, plan, q, k, weights);
    device.kernels->attention.apply(device, plan, weights, v, out);
    CHECK(largest(out.rows(0, 2)) == 0);
    CHECK(std::isfinite(element(out, 12)));
    const Tensor dq = poisoned({3, 4}, type), dk = poisoned({3, 4}, type), dv = poisoned({3, 6}, type);
    const Tensor dw = poisoned(weights.shape(), type);
    device.kernels->attention.apply_backward(device, plan, weights, v, random_tensor({3, 6}, 9, type), dw, dv,
                                             false);
    device.kernels->attention.weights_backward(device, plan, q, k, weights, dw, dq, false, dk, false);
    CHECK(largest(dq.rows(0, 2)) == 0);
    CHECK(device.kernels->reduce.all_finite(device, dk));
    CHECK(device.kernels->reduce.all_finite(device, dv));
  });
}

TEST_CASE("all_finite and sum_of_squares look at every element", "[kernels]") {
  for_kernels([](const Device& device, DType type) {
    for (int64_t count : {0, 1, 17, 5000}) {
      const Tensor x = filled({count}, type, 0.5);
      CHECK(device.kernels->reduce.sum_of_squares(device, x) == Approx(0.25 * double(count)));
      CHECK(device.kernels->reduce.all_finite(device, x));
      for (int64_t i : {int64_t{0}, count / 2, count - 1})
        for (double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
          if (i < 0 || i >= count) continue;
          set_element(x, i, bad);
          CHECK_FALSE(device.kernels->reduce.all_finite(device, x));
          set_element(x, i, 0.5);
        }
    }
  });
}
