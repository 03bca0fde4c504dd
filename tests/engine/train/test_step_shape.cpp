#include "engine/train/step_shape.h"

#include <numeric>

#include "tests/engine/autograd/gradient_check.h"

using namespace heed;
using namespace heed::test;

namespace {

TextBatch batch_of(const std::vector<int32_t>& lengths) {
  TextBatch batch;
  batch.sentences = Spans::packed(lengths);
  const auto N = std::accumulate(lengths.begin(), lengths.end(), int64_t{0});
  batch.ids = Tensor::of<int32_t>({N}, std::vector<int32_t>(static_cast<size_t>(N), 9));
  return batch;
}

}  // namespace

TEST_CASE("A batch keeps its sentences and gets fillers, one of them as long as any may be", "[fit]") {
  const ShapedBatch made = shaped(batch_of({3, 20, 1}), 100);
  const Spans& s = made.batch.sentences;
  REQUIRE(s.B() == 6);
  CHECK(std::vector<int32_t>(s.length.begin(), s.length.begin() + 4) == std::vector<int32_t>{3, 20, 1, 32});
  CHECK(s.longest() == 32);
  CHECK(made.batch.ids.count() == 64);  // 24 + 32, to a multiple of 64
  CHECK(s.rows() == 64);
  CHECK(Spans::packed(s.length).begin == s.begin);
  for (int64_t n = 0; n < 64; ++n) CHECK(made.batch.ids.data<int32_t>()[n] == (n < 24 ? 9 : 0));
}

TEST_CASE("Batches of one shape have as many rows, sentences and a longest of one length", "[fit]") {
  std::map<std::string, std::vector<int64_t>> known;
  Random random(5);
  for (int i = 0; i < 500; ++i) {
    std::vector<int32_t> lengths;
    for (int b = 0; b < 4; ++b) lengths.push_back(static_cast<int32_t>(1 + random.below(50)));
    const ShapedBatch made = shaped(batch_of(lengths), 50);
    const Spans& s = made.batch.sentences;
    const std::vector<int64_t> sizes{static_cast<int64_t>(s.B()), s.longest(), made.batch.ids.count()};
    CHECK(known.emplace(made.shape, sizes).first->second == sizes);
    CHECK(s.longest() <= 50);  // a model may have no place for more
  }
  CHECK(known.size() < 20);
}

TEST_CASE("Batches that need no fillers, or cannot have any, get none", "[fit]") {
  const ShapedBatch even = shaped(batch_of({5, 5}), 5);
  CHECK(even.uniform);
  CHECK(even.batch.sentences.B() == 2);
  CHECK_FALSE(even.shape.empty());
  CHECK_FALSE(shaped(batch_of({5, 5}), 6).uniform);
  TextBatch bags = batch_of({2, 1});
  bags.bags = Spans::packed({1, 0, 2});
  CHECK(shaped(bags, 100).shape.empty());
  CHECK(shaped(batch_of({0, 0}), 100).shape.empty());
}

TEST_CASE("The gradient of the first rows", "[gradient]") {
  const Op f = [](Context& ctx, const std::vector<Variable>& x) { return first_rows(ctx, x[0], 2); };
  check_gradients(f, {random_tensor({5, 3}, 1)});
  Bench bench;
  CHECK_THROWS_AS(first_rows(bench.ctx, Variable(random_tensor({2, 3}, 1)), 3), Error);
}
