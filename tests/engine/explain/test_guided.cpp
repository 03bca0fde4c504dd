// A network that cannot choose where to look learns what the weights that it is given let it see.
#include "engine/explain/guided.h"

#include "engine/base/random.h"
#include "tests/engine/catch.h"

using namespace heed::explain;

namespace {

// The word at `place` says the class, among seven that say nothing.
std::vector<GuidedText> texts(int count, uint64_t seed, bool weighed) {
  heed::Random random(seed);
  std::vector<GuidedText> all;
  for (int i = 0; i < count; ++i) {
    GuidedText text{std::vector<int32_t>(8), std::vector<double>(8, 0.0), i % 2};
    for (int32_t& id : text.ids) id = static_cast<int32_t>(random.below(2));
    const auto place = random.below(8);
    text.ids[place] = text.label;
    text.weights[weighed ? place : (place + 1) % 8] = 1;
    all.push_back(std::move(text));
  }
  return all;
}

double accuracy(bool weighed) {
  const std::vector<GuidedText> test = texts(200, 2, weighed);
  const Matrix logits = guided_logits(2, texts(400, 1, weighed), test, {8, 8, 5, 16, 1e-2, 3});
  int right = 0;
  for (int64_t n = 0; n < logits.rows; ++n)
    right += (logits.at(n, 1) > logits.at(n, 0)) == (test[static_cast<size_t>(n)].label == 1);
  return right / 200.0;
}

}  // namespace

TEST_CASE("Guided to the word that decides, a small network learns; guided past it, it does not",
          "[explain]") {
  CHECK(accuracy(true) == 1);
  CHECK(accuracy(false) < 0.65);
}
