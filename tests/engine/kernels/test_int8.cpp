// Products with weights of 8 bits on every instruction set: to the digit where all numbers are whole, within
// the bound of kernels/int8.h where they are not.
#include <limits>

#include "engine/format/quantise.h"
#include "tests/engine/catch.h"
#include "tests/engine/kernels/instruction_sets.h"

using namespace heed;
using namespace heed::test;

namespace {

struct ProductSizes {
  int64_t N, I, O;
};

// Around the edges of tiles (4, 6, 12 rows; 8 to 32 columns), of steps of 16 in depth and of blocks of 1024.
const ProductSizes kSizes[] = {{1, 1, 1},    {1, 7, 5},    {2, 3, 64},    {11, 13, 17},  {12, 32, 32},
                               {13, 33, 31}, {3, 600, 8},  {7, 1025, 33}, {2, 2060, 40}, {0, 5, 4},
                               {4, 0, 3},    {3, 5, 0},    {70, 2, 1},    {5, 100, 129}, {25, 64, 65},
                               {4, 48, 24},  {9, 3072, 16}};

// The largest whole number that a row is made of.
int64_t levels(int64_t I) {
  return std::min<int64_t>(32767, std::numeric_limits<int32_t>::max() / (128 * std::max<int64_t>(1, I)));
}

template <class Body>
void for_sets(const Body& body) {
  for (const std::string& set : instruction_sets()) {
    CAPTURE(set);
    body(device_with(set));
  }
}

Tensor product(const Device& device, const Tensor& x, const Quantised& W, const Tensor& bias = {},
               Activation f = Activation::kNone) {
  const Tensor packed = device.kernels->int8.pack(device, W.values, W.scale, heap());
  CHECK(packed.dtype() == DType::kInt8);
  Tensor y = poisoned({x.size(0), W.values.size(0)}, DType::kFloat32);
  device.kernels->matmul.linear(device, x, {}, packed, bias, f, y);
  return y;
}

// Whole numbers from -most to most, the largest and the smallest in each row: its scale is then 1.
Tensor whole_rows(int64_t N, int64_t I, int64_t most, Random& random) {
  Tensor x({N, I}, DType::kFloat32);
  for (int64_t n = 0; n < N; ++n)
    for (int64_t i = 0; i < I; ++i)
      x.data<float>()[n * I + i] = static_cast<float>(
          i == n % I ? most
          : i == (n + 1) % I
              ? -most
              : static_cast<int64_t>(random.below(static_cast<uint32_t>(2 * most + 1))) - most);
  return x;
}

Quantised whole_weights(int64_t O, int64_t I, Random& random) {
  Quantised W{Tensor({O, I}, DType::kInt8), Tensor({O}, DType::kFloat32)};
  for (int64_t i = 0; i < O * I; ++i)
    W.values.data<int8_t>()[i] = static_cast<int8_t>(static_cast<int>(random.below(255)) - 127);
  for (int64_t o = 0; o < O; ++o) W.scale.data<float>()[o] = o % 2 ? 0.5f : 4.0f;
  return W;
}

// In int64.
Tensor naive(const Tensor& x, const Quantised& W) {
  const int64_t N = x.size(0), I = x.size(1), O = W.values.size(0);
  Tensor y({N, O}, DType::kFloat32);
  for (int64_t n = 0; n < N; ++n)
    for (int64_t o = 0; o < O; ++o) {
      int64_t sum = 0;
      for (int64_t i = 0; i < I; ++i)
        sum += static_cast<int64_t>(x.data<float>()[n * I + i]) * W.values.data<int8_t>()[o * I + i];
      y.data<float>()[n * O + o] = static_cast<float>(sum) * W.scale.data<float>()[o];
    }
  return y;
}

}  // namespace

TEST_CASE("sums of whole numbers are exact", "[kernels][int8]") {
  for_sets([](const Device& device) {
    Random random(7);
    for (auto [N, I, O] : kSizes) {
      CAPTURE(N, I, O);
      const Tensor x = whole_rows(N, I, levels(I), random);
      const Quantised W = whole_weights(O, I, random);
      CHECK(absolute_difference(product(device, x, W), naive(x, W)) == 0);
    }
  });
}

TEST_CASE("a row's product is the same to the bit alone and among others", "[kernels][int8]") {
  for_sets([](const Device& device) {
    for (auto [N, I, O] : kSizes) {
      CAPTURE(N, I, O);
      const Tensor x = random_tensor({N, I}, 1, DType::kFloat32);
      const Quantised W = quantise(random_tensor({O, I}, 2, DType::kFloat32), "W");
      const Tensor together = product(device, x, W);
      for (int64_t n = 0; n < N; ++n) CHECK(identical(product(device, x.rows(n, 1), W), together.rows(n, 1)));
    }
  });
}

TEST_CASE("the largest sums there can be do not overflow", "[kernels][int8]") {
  for_sets([](const Device& device) {
    for (int64_t I : {1, 512, 3072, 20000})
      for (int weight : {-128, -127, 127})
        for (double sign : {-1.0, 1.0}) {
          CAPTURE(I, weight, sign);
          const Tensor x = filled({2, I}, DType::kFloat32, sign * static_cast<double>(levels(I)));
          Quantised W{Tensor({3, I}, DType::kInt8), filled({3}, DType::kFloat32, 1)};
          std::memset(W.values.raw(), weight, W.values.bytes());
          CHECK(absolute_difference(product(device, x, W), naive(x, W)) == 0);
        }
  });
}

TEST_CASE("a product is off by no more than half a step of each number of x", "[kernels][int8]") {
  for_sets([](const Device& device) {
    for (auto [N, I, O] : kSizes) {
      CAPTURE(N, I, O);
      const Tensor x = random_tensor({N, I}, 1, DType::kFloat32);
      const Quantised W = quantise(random_tensor({O, I}, 2, DType::kFloat32), "W");
      const Tensor wide = dequantise(W, "W"), y = product(device, x, W);
      for (int64_t n = 0; n < N; ++n) {
        const double step = largest(x.rows(n, 1)) / static_cast<double>(levels(I));
        for (int64_t o = 0; o < O; ++o) {
          double sum = 0, reach = 0, size = 0;
          for (int64_t i = 0; i < I; ++i) {
            const double term = element(x, n * I + i) * element(wide, o * I + i);
            sum += term;
            size += std::fabs(term);
            reach += std::fabs(element(wide, o * I + i));
          }
          CHECK(std::fabs(element(y, n * O + o) - sum) <= 0.501 * step * reach + 1e-6 * size + 1e-7);
        }
      }
    }
  });
}

TEST_CASE("bias and f come after the scales", "[kernels][int8]") {
  for_sets([](const Device& device) {
    const Tensor x = random_tensor({9, 50}, 1, DType::kFloat32), b = random_tensor({37}, 3, DType::kFloat32);
    const Quantised W = quantise(random_tensor({37, 50}, 2, DType::kFloat32), "W");
    const Tensor sums = product(device, x, W), plain = product(device, x, W, b);
    for (int64_t i = 0; i < sums.count(); ++i)
      CHECK(element(plain, i) == Approx(element(sums, i) + element(b, i % 37)).margin(1e-5));
    for (Activation f : {Activation::kRelu, Activation::kGelu, Activation::kGeluTanh, Activation::kTanh,
                         Activation::kSilu}) {
      CAPTURE(static_cast<int>(f));
      Tensor want(plain.shape(), DType::kFloat32);
      device.kernels->elementwise.activate(device, f, plain, want);
      CHECK(absolute_difference(product(device, x, W, b, f), want) < 1e-6);
    }
  });
}

TEST_CASE("rows of zeros give the bias, rows that are not finite give NaN, the others do not notice",
          "[kernels][int8]") {
  constexpr int64_t kRows = 8, I = 37, O = 19;
  for_sets([&](const Device& device) {
    const Tensor x = random_tensor({kRows, I}, 1, DType::kFloat32),
                 b = random_tensor({O}, 3, DType::kFloat32);
    const Quantised W = quantise(random_tensor({O, I}, 2, DType::kFloat32), "W");
    const Tensor before = product(device, x, W, b);
    float* rows = x.data<float>();
    std::fill_n(rows, I, 0.0f);
    std::fill_n(rows + 2 * I, I, std::numeric_limits<float>::denorm_min());
    rows[3 * I + 36] = std::numeric_limits<float>::quiet_NaN();
    rows[4 * I] = std::numeric_limits<float>::infinity();
    rows[5 * I + 20] = -std::numeric_limits<float>::infinity();
    std::fill_n(rows + 6 * I, I, std::numeric_limits<float>::max() / 1e4f);
    const Tensor y = product(device, x, W, b);
    for (int64_t o = 0; o < O; ++o) {
      for (int64_t n : {0, 2}) CHECK(element(y, n * O + o) == element(b, o));
      for (int64_t n : {3, 4, 5}) CHECK(std::isnan(element(y, n * O + o)));
      CHECK(std::isfinite(element(y, 6 * O + o)));
      for (int64_t n : {1, 7}) CHECK(element(y, n * O + o) == element(before, n * O + o));
    }
    CHECK(std::isnan(element(product(device, x, W, b, Activation::kRelu), 3 * O)));
  });
}

TEST_CASE("threads give the same bits", "[kernels][int8][threads]") {
  const Tensor x = random_tensor({70, 300}, 1, DType::kFloat32);
  const Quantised W = quantise(random_tensor({515, 300}, 2, DType::kFloat32), "W");
  for (const std::string& set : instruction_sets()) {
    CAPTURE(set);
    const Tensor want = product(device_with(set), x, W);
    for (int count : {2, 3}) {
      ThreadPool pool(count);
      CHECK(identical(product(device_with(set, &pool), x, W), want));
    }
  }
}

TEST_CASE("rows of a packed table are those of the matrix", "[kernels][int8]") {
  for_sets([](const Device& device) {
    for (auto [V, D] : {std::pair<int64_t, int64_t>{70, 33}, {5, 16}, {129, 1}}) {
      const Quantised table = quantise(random_tensor({V, D}, 4, DType::kFloat32), "table");
      const Tensor packed = device.kernels->int8.pack(device, table.values, table.scale, heap());
      const auto last = static_cast<int32_t>(V - 1);
      const Tensor ids = Tensor::of<int32_t>({4}, {0, last, 3, 3}), wide = dequantise(table, "table");
      const Tensor rows = poisoned({4, D}, DType::kFloat32);
      device.kernels->gather.gather(device, packed, ids, rows);
      for (int64_t n = 0; n < 4; ++n) CHECK(identical(rows.rows(n, 1), wide.rows(ids.data<int32_t>()[n], 1)));
    }
  });
}
