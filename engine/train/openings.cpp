#include "engine/train/openings.h"

#include "engine/base/random.h"

namespace heed {
namespace {

// The stream beside that of word dropout (fit.cpp).
constexpr uint32_t kOpeningsTensor = 0xFFFFFFFEu;

}  // namespace

TextBatch make_batch_of_openings(const std::vector<EncodedText>& texts, const Batch& chosen,
                                 const Openings& openings, uint64_t seed, uint32_t step) {
  const RandomStream stream = random_stream(seed, step, kOpeningsTensor);
  const uint32_t threshold = chance_threshold(openings.share);
  const auto lengths = static_cast<uint32_t>(openings.max - openings.min + 1);
  std::vector<EncodedText> cut;
  std::vector<int> all;
  for (size_t i = 0; i < chosen.size(); ++i) {
    const auto element = static_cast<uint32_t>(2 * i);
    all.push_back(static_cast<int>(i));
    cut.push_back(texts[static_cast<size_t>(chosen[i])]);
    if (random_bits(stream, element) < threshold)
      cut.back().truncate(static_cast<size_t>(openings.min) + random_bits(stream, element + 1) % lengths);
  }
  return make_batch(cut, all);
}

}  // namespace heed
