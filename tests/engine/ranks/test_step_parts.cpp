#include "engine/ranks/step_parts.h"

#include "tests/engine/catch.h"
#include "tests/engine/ranks/played_ranks.h"

using namespace heed;

namespace {

Tensor ids_of(const std::vector<int32_t>& ids) {
  return Tensor::of<int32_t>({static_cast<int64_t>(ids.size())}, ids);
}

// Texts of 3, 1, 5, 2 and 1 tokens, of which each has as many pieces as its place says, modulo 3.
StepBatch whole_batch() {
  StepBatch whole;
  std::vector<int32_t> ids, types, pieces, counts;
  for (int32_t n = 0; n < 12; ++n) {
    ids.push_back(100 + n);
    types.push_back(n % 2);
    counts.push_back(n % 3);
    for (int32_t i = 0; i < n % 3; ++i) pieces.push_back(10 * n + i);
  }
  whole.batch.ids = ids_of(ids);
  whole.batch.types = ids_of(types);
  whole.batch.pieces = ids_of(pieces);
  whole.batch.sentences = Spans::packed({3, 1, 5, 2, 1});
  whole.batch.bags = Spans::packed(counts);
  whole.labels = ids_of({0, 1, 2, 3, 4});
  return whole;
}

using Ids = std::vector<int32_t>;

}  // namespace

TEST_CASE("A batch is shared out by tokens, text by text", "[ranks]") {
  const std::vector<StepBatch> parts = parts_of(whole_batch(), Output::kTexts, 2);
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].batch.ids.values<int32_t>() == Ids{100, 101, 102, 103});
  CHECK(parts[1].batch.sentences.begin == Ids{0, 5, 7});
  CHECK(parts[1].batch.sentences.length == Ids{5, 2, 1});
  CHECK(parts[1].batch.types.values<int32_t>() == Ids{0, 1, 0, 1, 0, 1, 0, 1});
  CHECK(parts[1].batch.pieces.values<int32_t>() == Ids{40, 50, 51, 70, 80, 81, 100, 110, 111});
  CHECK(parts[1].batch.bags.length == Ids{1, 2, 0, 1, 2, 0, 1, 2});
  CHECK(parts[1].batch.bags.begin == Spans::packed(parts[1].batch.bags.length).begin);
  CHECK(parts[0].labels.values<int32_t>() == Ids{0, 1});
  CHECK(parts[1].labels.values<int32_t>() == Ids{2, 3, 4});
  const BatchPart& second = *parts[1].part;
  CHECK(second.texts == 2);
  CHECK(second.tokens == 4);
  CHECK(second.squares == 3 * 3 + 1);
  CHECK(second.own_squares == 5 * 5 + 2 * 2 + 1);
}

TEST_CASE("Labels go with what they are about", "[ranks]") {
  StepBatch whole = whole_batch();
  whole.labels = ids_of({0, 2, 0, 0, 4, 1, 0, 1, 0, 0});
  CHECK(parts_of(whole, Output::kSpans, 2)[1].labels.values<int32_t>() == Ids{4, 1, 0, 1, 0, 0});

  whole.rows = ids_of({0, 3, 4, 9});
  whole.labels = ids_of({5, 6, 7, 8});
  const StepBatch rows = parts_of(whole, Output::kTokens, 2)[1];
  CHECK(rows.rows.values<int32_t>() == Ids{0, 5});
  CHECK(rows.labels.values<int32_t>() == Ids{7, 8});

  whole.rows = {};
  whole.batch.places = ids_of({1, 2, 3, 11});
  const StepBatch places = parts_of(whole, Output::kWords, 2)[0];
  CHECK(places.batch.places.values<int32_t>() == Ids{1, 2, 3});
  CHECK(places.labels.values<int32_t>() == Ids{5, 6, 7});

  whole.batch.places = {};
  whole.labels = whole.batch.ids;
  CHECK(parts_of(whole, Output::kReplaced, 2)[0].labels.values<int32_t>() == Ids{100, 101, 102, 103});
}

TEST_CASE("Few texts leave parts without any, and none is lost", "[ranks]") {
  const int count = GENERATE(1, 3, 4, 9);
  int64_t tokens = 0, labels = 0;
  for (const StepBatch& part : parts_of(whole_batch(), Output::kTexts, count)) {
    CHECK(part.part->tokens == tokens);
    tokens += part.batch.ids.count();
    labels += part.labels.count();
  }
  CHECK(tokens == 12);
  CHECK(labels == 5);
}

TEST_CASE("Parts go to their ranks as bytes", "[ranks]") {
  StepBatch whole = whole_batch();
  whole.batch.places = ids_of({4, 5});
  whole.labels = ids_of({8, 9});
  whole.step = 6;
  std::vector<StepBatch> parts = parts_of(whole, Output::kWords, 3);
  parts[2].share = 1.0 / 3;
  StepParts all{3, 0, {{parts[0]}, {parts[1]}, {parts[2], whole}}};
  std::vector<StepParts> found(2);
  test::as_ranks(2, [&](Ranks& ranks) {
    found[static_cast<size_t>(ranks.rank())] =
        ranks.rank() == 0 ? share_out(all, ranks) : receive_parts(ranks);
  });
  CHECK(found[0].own.size() == 2);
  CHECK(write_parts(found[1]) == write_parts({3, 2, {{parts[2], whole}}}));
  CHECK(found[1].count == 3);
  CHECK(found[1].first == 2);
  const StepBatch &part = found[1].own.at(0).at(0), &other = found[1].own.at(0).at(1);
  CHECK(part.batch.ids.values<int32_t>() == parts[2].batch.ids.values<int32_t>());
  CHECK(part.batch.places.values<int32_t>() == parts[2].batch.places.values<int32_t>());
  CHECK_FALSE(part.rows.defined());
  CHECK(part.batch.bags.begin == parts[2].batch.bags.begin);
  CHECK(part.part->own_squares == parts[2].part->own_squares);
  CHECK(part.share == 1.0 / 3);
  CHECK(part.step == 6);
  CHECK(part.tokens == parts[2].batch.ids.count());
  CHECK_FALSE(other.part);
  CHECK(other.share == 1);
}
