// Products on every instruction set against three loops in double.
#include "tests/engine/catch.h"
#include "tests/engine/kernels/instruction_sets.h"

using namespace heed;
using namespace heed::test;

namespace {

struct Sizes {
  int64_t N, I, O;
};

// Rows and columns around the edges of tiles (4, 6, 12 rows; 8 to 32 columns), depths around a block of 256.
const std::vector<Sizes>& sizes() {
  static const std::vector<Sizes> all{{1, 1, 1},    {1, 7, 5},    {2, 3, 64},  {11, 13, 17}, {12, 32, 32},
                                      {13, 33, 31}, {25, 64, 65}, {1, 256, 8}, {7, 257, 33}, {3, 600, 40},
                                      {0, 5, 4},    {4, 0, 3},    {3, 5, 0},   {70, 2, 1},   {5, 100, 129}};
  return all;
}

double plus(double sum, double before, bool add) {
  return add ? before + sum : sum;
}

// C(m, n) = before + Σ_k a(m, k) b(k, n)
template <class A, class B>
Tensor naive(int64_t M, int64_t N, int64_t K, const A& a, const B& b, const Tensor& before, bool add) {
  Tensor c({M, N}, before.dtype());
  for (int64_t m = 0; m < M; ++m)
    for (int64_t n = 0; n < N; ++n) {
      double sum = 0;
      for (int64_t k = 0; k < K; ++k) sum += a(m, k) * b(k, n);
      set_element(c, m * N + n, plus(sum, add ? element(before, m * N + n) : 0, add));
    }
  return c;
}

auto at(const Tensor& matrix) {
  return [&matrix](int64_t r, int64_t c) { return element(matrix, r * matrix.size(1) + c); };
}
auto transposed(const Tensor& matrix) {
  return [&matrix](int64_t r, int64_t c) { return element(matrix, c * matrix.size(1) + r); };
}

double activated(Activation f, double x) {
  if (f == Activation::kRelu) return std::max(0.0, x);
  if (f == Activation::kGelu) return x / 2 * (1 + std::erf(x / std::sqrt(2.0)));
  if (f == Activation::kGeluTanh)
    return x / 2 * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
  if (f == Activation::kSilu) return x / (1 + std::exp(-x));
  return f == Activation::kTanh ? std::tanh(x) : x;
}

// What a kernel finds in its output: something to add to, or NaN to overwrite.
Tensor before(const Shape& shape, DType type, bool add) {
  return add ? random_tensor(shape, 99, type) : poisoned(shape, type);
}

}  // namespace

TEST_CASE("linear: product, bias and activation in one call", "[kernels][matmul]") {
  for_kernels([](const Device& device, DType type) {
    for (auto [N, I, O] : sizes()) {
      CAPTURE(N, I, O);
      const Tensor x = random_tensor({N, I}, 1, type), W = random_tensor({O, I}, 2, type);
      const Tensor b = random_tensor({O}, 3, type);
      const Tensor packed = device.kernels->matmul.pack(device, W, heap());
      for (const Tensor& bias : {Tensor{}, b})
        for (Activation f : {Activation::kNone, Activation::kRelu, Activation::kGelu, Activation::kGeluTanh,
                             Activation::kTanh, Activation::kSilu}) {
          Tensor want = naive(N, O, I, at(x), transposed(W), poisoned({N, O}, type), false);
          for (int64_t i = 0; i < want.count(); ++i) {
            double y = element(want, i) + (bias.defined() ? element(bias, i % O) : 0);
            set_element(want, i, activated(f, y));
          }
          const Tensor y = poisoned({N, O}, type), again = poisoned({N, O}, type);
          device.kernels->matmul.linear(device, x, W, {}, bias, f, y);
          device.kernels->matmul.linear(device, x, W, packed, bias, f, again);
          CHECK(relative_difference(y, want) <= tolerance(type, double(I)));
          CHECK(identical(y, again));
        }
    }
  });
}

TEST_CASE("rows are looked up in a matrix that is laid out for products", "[kernels][matmul]") {
  for_kernels([](const Device& device, DType type) {
    for (auto [O, I] : {std::pair<int64_t, int64_t>{5, 3}, {70, 600}, {33, 1030}}) {
      const Tensor W = random_tensor({O, I}, 2, type);
      const Tensor packed = device.kernels->matmul.pack(device, W, heap());
      if (!packed.defined()) return;  // a device that lays nothing out
      const Tensor ids = Tensor::list(std::vector<int32_t>{static_cast<int32_t>(O - 1), 0, 4, 0});
      const Tensor y = poisoned({4, I}, type);
      device.kernels->gather.gather(device, packed, ids, y);
      for (int64_t n = 0; n < 4; ++n) CHECK(identical(y.rows(n, 1), W.rows(ids.data<int32_t>()[n], 1)));
    }
  });
}

TEST_CASE("linear: a few rows and a large weight that is not laid out", "[kernels][matmul]") {
  for_kernels([](const Device& device, DType type) {
    const int64_t N = 3, I = 1021, O = 1031;
    const Tensor x = random_tensor({N, I}, 1, type), W = random_tensor({O, I}, 2, type);
    const Tensor b = random_tensor({O}, 3, type), y = poisoned({N, O}, type);
    Tensor want = naive(N, O, I, at(x), transposed(W), y, false);
    device.kernels->matmul.linear(device, x, W, {}, {}, Activation::kNone, y);
    CHECK(relative_difference(y, want) <= tolerance(type, double(I)));
    for (int64_t i = 0; i < want.count(); ++i) set_element(want, i, element(want, i) + element(b, i % O));
    device.kernels->matmul.linear(device, x, W, {}, b, Activation::kNone, y);
    CHECK(relative_difference(y, want) <= tolerance(type, double(I)));
  });
}

TEST_CASE("linear: gradients, overwritten and added to", "[kernels][matmul]") {
  for_kernels([](const Device& device, DType type) {
    const MatmulKernels& matmul = device.kernels->matmul;
    for (auto [N, I, O] : sizes())
      for (bool add : {false, true}) {
        CAPTURE(N, I, O, add);
        const Tensor x = random_tensor({N, I}, 4, type), W = random_tensor({O, I}, 5, type);
        const Tensor dy = random_tensor({N, O}, 6, type);
        const Tensor dx = before({N, I}, type, add), dW = before({O, I}, type, add);
        const Tensor db = before({O}, type, add);
        const Tensor want_dx = naive(N, I, O, at(dy), at(W), dx, add);
        const Tensor want_dW = naive(O, I, N, transposed(dy), at(x), dW, add);
        const auto one = [](int64_t, int64_t) { return 1.0; };
        const Tensor want_db = naive(1, O, N, one, at(dy), db, add).reshaped({O});
        matmul.linear_dx(device, dy, W, dx, add);
        matmul.linear_dW(device, dy, x, dW, add);
        matmul.linear_db(device, dy, db, add);
        CHECK(relative_difference(dx, want_dx) <= tolerance(type, double(O)));
        CHECK(relative_difference(dW, want_dW) <= tolerance(type, double(N)));
        CHECK(relative_difference(db, want_db) <= tolerance(type, double(N)));
      }
  });
}

TEST_CASE("a NaN is not lost in a product or behind a ReLU", "[kernels][matmul]") {
  for_kernels([](const Device& device, DType type) {
    const Tensor x = filled({2, 9}, type, 1), W = filled({3, 9}, type, 1), y = filled({2, 3}, type, 0);
    set_element(W, 9 + 4, std::nan(""));
    device.kernels->matmul.linear(device, x, W, {}, {}, Activation::kRelu, y);
    CHECK(std::isnan(element(y, 1)));
    CHECK(std::isnan(element(y, 4)));
    CHECK(element(y, 2) == 9);
    const Tensor row = filled({37}, type, std::nan(""));
    device.kernels->elementwise.activate(device, Activation::kRelu, row, row);
    for (int64_t i = 0; i < row.count(); ++i) CHECK(std::isnan(element(row, i)));
  });
}
