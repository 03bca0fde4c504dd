#include "engine/tasks/crops.h"

#include "engine/base/random.h"

namespace heed {
namespace {

// The stream beside that of word dropout (classification.cpp).
constexpr uint32_t kCropsTensor = 0xFFFFFFFEu;

}  // namespace

TextBatch make_cropped_batch(const std::vector<EncodedText>& texts, const Batch& chosen, const Crops& crops,
                             uint64_t seed, uint32_t step) {
  const RandomStream stream = random_stream(seed, step, kCropsTensor);
  const uint32_t threshold = chance_threshold(crops.share);
  const auto lengths = static_cast<uint32_t>(crops.max - crops.min + 1);
  std::vector<EncodedText> cut;
  std::vector<int> all;
  for (size_t i = 0; i < chosen.size(); ++i) {
    const auto element = static_cast<uint32_t>(2 * i);
    all.push_back(static_cast<int>(i));
    cut.push_back(texts[static_cast<size_t>(chosen[i])]);
    if (random_bits(stream, element) < threshold)
      cut.back().truncate(static_cast<size_t>(crops.min) + random_bits(stream, element + 1) % lengths);
  }
  return make_batch(cut, all);
}

}  // namespace heed
