#include "engine/tensor/tensor.h"

#include "engine/tensor/spans.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"

using namespace heed;
using heed::test::message_of;

TEST_CASE("a tensor is a handle: copies and views share memory", "[tensor]") {
  const Tensor matrix = Tensor::of<float>({3, 2}, {1, 2, 3, 4, 5, 6});
  const Tensor same = matrix, flat = matrix.reshaped({6}), row = matrix.rows(1, 1);
  CHECK(row.shape() == Shape{1, 2});
  CHECK(row.values<float>() == std::vector<float>{3, 4});
  row.data<float>()[0] = 9;
  CHECK(same.values<float>() == std::vector<float>{1, 2, 9, 4, 5, 6});
  CHECK(flat.values<float>() == same.values<float>());
  const Tensor copy = matrix.clone();
  copy.data<float>()[0] = 7;
  CHECK(matrix.data<float>()[0] == 1);
}

TEST_CASE("a view keeps the memory of what it was taken from", "[tensor]") {
  Tensor row;
  {
    Tensor matrix = Tensor::of<double>({2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
    row = matrix.rows(1, 1).reshaped({4}).rows(2, 2);
  }
  CHECK(row.values<double>() == std::vector<double>{7, 8});
}

TEST_CASE("tensors of no elements and of one", "[tensor]") {
  const Tensor none = Tensor::zeros({0, 4}, DType::kFloat32), number = Tensor::of<int32_t>({}, {7});
  CHECK(none.defined());
  CHECK(none.bytes() == 0);
  CHECK(none.rows(0, 0).count() == 0);
  CHECK(none.clone().values<float>().empty());
  CHECK(number.values<int32_t>() == std::vector<int32_t>{7});
  CHECK_FALSE(Tensor().defined());
}

TEST_CASE("memory is aligned for vectors", "[tensor]") {
  for (int64_t count : {0, 1, 15, 16, 17, 1000})
    CHECK(reinterpret_cast<uintptr_t>(Tensor({count}, DType::kFloat32).raw()) % 64 == 0);
}

TEST_CASE("float32 and float64 turn into each other", "[tensor]") {
  const Tensor x = Tensor::of<float>({2}, {0.1f, -3e38f});
  CHECK(x.to(DType::kFloat64).values<double>() == std::vector<double>{double(0.1f), double(-3e38f)});
  CHECK(x.to(DType::kFloat64).to(DType::kFloat32).values<float>() == x.values<float>());
  CHECK(x.to(DType::kFloat32).raw() != x.raw());
}

TEST_CASE("a tensor says what is wrong", "[tensor]") {
  const Tensor matrix = Tensor::zeros({3, 2}, DType::kFloat32);
  CHECK(message_of([&] { (void)matrix.data<double>(); }) == "[tensor] holds F32, asked for F64.");
  CHECK(message_of([&] { (void)matrix.reshaped({4}); }) ==
        "[tensor] [3, 2] cannot be seen as [4]: the counts differ.");
  CHECK(message_of([&] { (void)matrix.rows(2, 2); }) == "[tensor] rows 2 to 4 of [3, 2].");
  CHECK(message_of([&] { (void)matrix.rows(-1, 1); }) == "[tensor] rows -1 to 0 of [3, 2].");
  CHECK(message_of([&] { (void)Tensor::of<int32_t>({}, {1}).rows(0, 1); }) == "[tensor] rows 0 to 1 of [].");
  CHECK(message_of([] { (void)Tensor::of<float>({2}, {1}); }) == "[tensor] shape [2] needs 2 values, got 1.");
  CHECK(message_of([&] { (void)matrix.to(DType::kInt8); }) == "[tensor] no conversion from F32 to I8.");
}

TEST_CASE("spans: packed, padded and shared rows", "[tensor]") {
  const Spans packed = Spans::packed({2, 0, 3});
  CHECK(packed.begin == std::vector<int32_t>{0, 2, 2});
  CHECK(packed.rows() == 5);
  CHECK(packed.longest() == 3);
  const Spans padded = Spans::padded(4, {2, 4, 1});
  CHECK(padded.begin == std::vector<int32_t>{0, 4, 8});
  CHECK(padded.rows() == 9);
  CHECK(Spans::shared_row(3).rows() == 1);
  CHECK(Spans::shared_row(3).B() == 3);
  CHECK(Spans{}.rows() == 0);
  CHECK(Spans{}.longest() == 0);
}
