#include "engine/tasks/crops.h"

#include <map>

#include "tests/engine/catch.h"

using namespace heed;

namespace {

// Text t has ids 100 t, 100 t + 1, …
std::vector<EncodedText> texts(int count, int length) {
  std::vector<EncodedText> texts(static_cast<size_t>(count));
  for (int t = 0; t < count; ++t)
    for (int i = 0; i < length; ++i) {
      EncodedText& text = texts[static_cast<size_t>(t)];
      text.tokens.push_back({});
      text.ids.push_back(100 * t + i);
    }
  return texts;
}

}  // namespace

TEST_CASE("Some texts are cut to their first words, the others stay whole", "[train]") {
  const std::vector<EncodedText> long_texts = texts(400, 20);
  Batch chosen(400);
  for (int t = 0; t < 400; ++t) chosen[static_cast<size_t>(t)] = 399 - t;
  const TextBatch batch = make_cropped_batch(long_texts, chosen, {0.5, 3, 6}, 7, 1);
  std::map<int32_t, int> lengths;
  for (size_t b = 0; b < 400; ++b) {
    ++lengths[batch.sentences.length[b]];
    CHECK(batch.ids.data<int32_t>()[batch.sentences.begin[b]] == 100 * (399 - static_cast<int>(b)));
  }
  CHECK(lengths.size() == 5);
  CHECK((lengths[20] > 160 && lengths[20] < 240));
  for (int length = 3; length <= 6; ++length) CHECK(lengths[length] > 25);
}

TEST_CASE("Crops are a function of seed and step, and short texts stay", "[train]") {
  const std::vector<EncodedText> some = texts(30, 9);
  Batch chosen(30);
  for (int t = 0; t < 30; ++t) chosen[static_cast<size_t>(t)] = t;
  const auto lengths = [&](uint64_t seed, uint32_t step) {
    return make_cropped_batch(some, chosen, {0.9, 2, 8}, seed, step).sentences.length;
  };
  CHECK(lengths(1, 5) == lengths(1, 5));
  CHECK(lengths(1, 5) != lengths(1, 6));
  CHECK(lengths(1, 5) != lengths(2, 5));
  CHECK(make_cropped_batch(texts(2, 3), {0, 1}, {0.9, 4, 8}, 1, 1).sentences.length ==
        std::vector<int32_t>{3, 3});
}
