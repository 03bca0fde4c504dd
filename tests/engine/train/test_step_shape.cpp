#include "engine/train/step_shape.h"

#include <map>
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
  CHECK(shaped(batch_of({0, 0}), 100).shape.empty());
}

TEST_CASE("Fillers' words take the pieces that are missing to one of few totals", "[fit]") {
  TextBatch batch = batch_of({2, 1});
  batch.pieces = Tensor::of<int32_t>({6}, {7, 8, 9, 4, 5, 6});
  batch.bags = {{0, 3, 4}, {3, 0, 2}};  // the second word was dropped, and its piece with it
  const ShapedBatch made = shaped(batch, 4);
  const Spans& bags = made.batch.bags;
  REQUIRE(made.batch.ids.count() == 8);
  CHECK(made.shape == "2 sentences of up to 4, 8 rows, 8 pieces");
  CHECK(bags.length == std::vector<int32_t>{3, 0, 2, 0, 1, 0, 1, 1});
  CHECK(bags.begin == Spans::packed(bags.length).begin);
  CHECK(made.batch.pieces.values<int32_t>() == std::vector<int32_t>{7, 8, 9, 5, 6, 7, 8, 9});
  CHECK(made.batch.phrase_bags.B() == 0);
}

TEST_CASE("Batches of one shape have as many pieces, and their attention finds room", "[fit]") {
  std::map<std::string, std::vector<int64_t>> known;
  Random random(6);
  const bool uniform = GENERATE(false, true);
  for (int i = 0; i < 500; ++i) {
    std::vector<int32_t> lengths, pieces;
    for (int b = 0; b < 8; ++b) lengths.push_back(uniform ? 30 : static_cast<int32_t>(1 + random.below(30)));
    TextBatch batch = batch_of(lengths);
    for (int64_t n = 0; n < batch.ids.count(); ++n) pieces.push_back(static_cast<int32_t>(random.below(9)));
    batch.bags = Spans::packed(pieces);
    batch.pieces = Tensor::zeros({batch.bags.rows()}, DType::kInt32);
    const ShapedBatch made = shaped(batch, 30);
    const Spans &s = made.batch.sentences, &bags = made.batch.bags;
    REQUIRE(bags.B() == static_cast<size_t>(made.batch.ids.count()));
    REQUIRE(bags.rows() == made.batch.pieces.count());
    const AttentionPlan plan{s, s, 2, 1, false};
    CHECK(plan.most_weights() >= plan.weight_offsets().back());
    const std::vector<int64_t> sizes{bags.rows(), made.batch.ids.count(), plan.most_weights()};
    CHECK(known.emplace(made.shape, sizes).first->second == sizes);
    CHECK(made.uniform == uniform);
  }
  CHECK(known.size() < 12);
}

TEST_CASE("Where labels are of words, sentences and words come in few numbers", "[fit]") {
  std::map<std::string, std::vector<int64_t>> known;
  Random random(7);
  for (int i = 0; i < 300; ++i) {
    StepBatch step;  // four rows of 32 words, each of one to three sentences
    std::vector<int32_t> lengths, places, labels;
    for (int row = 0; row < 4; ++row)
      for (int32_t left = 32; left > 0; left -= lengths.back())
        lengths.push_back(left > 20 ? static_cast<int32_t>(8 + random.below(25)) % (left + 1) : left);
    step.batch = batch_of(lengths);
    for (int32_t n = 0; n < 128; ++n)
      if (random.below(6) == 0) places.push_back(n);
    labels.assign(places.size(), 5);
    const auto M = static_cast<int64_t>(places.size());
    const bool rows = i % 2 == 1;
    (rows ? step.rows : step.batch.places) = Tensor::of<int32_t>({M}, places);
    step.labels = Tensor::of<int32_t>({M}, labels);
    CHECK_FALSE(shape_step(step, 32, rows ? Output::kTokens : Output::kWords));
    const std::vector<int32_t> asked = (rows ? step.rows : step.batch.places).values<int32_t>(),
                               told = step.labels.values<int32_t>();
    CHECK(std::vector<int32_t>(asked.begin(), asked.begin() + M) == places);
    CHECK(std::vector<int32_t>(told.begin(), told.begin() + M) == labels);
    CHECK(std::count(told.begin(), told.end(), kNoLabel) == static_cast<int64_t>(asked.size()) - M);
    CHECK(*std::max_element(asked.begin(), asked.end()) < step.batch.ids.count());
    const Spans& s = step.batch.sentences;
    CHECK(s.rows() == step.batch.ids.count());
    const std::vector<int64_t> sizes{static_cast<int64_t>(s.B()), s.longest(), s.rows(),
                                     static_cast<int64_t>(asked.size())};
    CHECK(known.emplace(step.shape, sizes).first->second == sizes);
  }
  CHECK(known.size() < 20);
  StepBatch spans;
  spans.batch = batch_of({3, 4});
  CHECK_FALSE(shape_step(spans, 32, Output::kSpans));
  CHECK(spans.shape.empty());  // fillers' answers would be among the others
}

TEST_CASE("Where every token has a next one, fillers have none", "[fit]") {
  std::map<std::string, std::vector<int64_t>> known;
  for (const auto& lengths : {std::vector<int32_t>{3, 20, 1}, {20, 2, 2, 1}, {2, 20, 3}}) {
    StepBatch step;
    step.batch = batch_of(lengths);
    const auto given = static_cast<size_t>(step.batch.ids.count());
    step.labels = step.batch.ids;
    CHECK_FALSE(shape_step(step, 100, Output::kNext));
    const std::vector<int32_t> labels = step.labels.values<int32_t>();
    REQUIRE(labels.size() == static_cast<size_t>(step.batch.ids.count()));
    CHECK(std::count(labels.begin(), labels.end(), 9) == static_cast<int64_t>(given));
    CHECK(std::count(labels.begin() + static_cast<int64_t>(given), labels.end(), kNoLabel) ==
          static_cast<int64_t>(labels.size() - given));
    const std::vector<int64_t> sizes{static_cast<int64_t>(step.batch.sentences.B()), step.labels.count()};
    CHECK(known.emplace(step.shape, sizes).first->second == sizes);
  }
  CHECK(known.size() == 1);
}

TEST_CASE("The gradient of the first rows", "[gradient]") {
  const Op f = [](Context& ctx, const std::vector<Variable>& x) { return first_rows(ctx, x[0], 2); };
  check_gradients(f, {random_tensor({5, 3}, 1)});
  Bench bench;
  CHECK_THROWS_AS(first_rows(bench.ctx, Variable(random_tensor({2, 3}, 1)), 3), Error);
}
