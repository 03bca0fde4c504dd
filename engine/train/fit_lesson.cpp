// What a step learns from: texts and labels of its batch, changed as the options say.
#include "engine/train/fit.h"

namespace heed {
namespace {

// The stream of word dropout beside those of the model's own dropouts, which count up from 0.
constexpr uint32_t kWordDropoutTensor = 0xFFFFFFFFu;

void drop_words(TextBatch& batch, double rate, DropoutKey key, int unknown) {
  const RandomStream stream = random_stream(key.seed, key.step, kWordDropoutTensor);
  const uint32_t threshold = chance_threshold(rate);
  for (int64_t n = 0; n < batch.ids.count(); ++n)
    if (random_bits(stream, static_cast<uint32_t>(n)) < threshold) {
      batch.ids.data<int32_t>()[n] = unknown;
      // A dropped word has no pieces and ends no phrase.
      if (batch.bags.B() > 0) batch.bags.length[static_cast<size_t>(n)] = 0;
      if (batch.phrase_bags.B() > 0) batch.phrase_bags.length[static_cast<size_t>(n)] = 0;
    }
}

}  // namespace

Fit::Lesson Fit::lesson(int64_t step, const Batch& chosen) const {
  const auto number = static_cast<uint32_t>(step);
  Lesson made;
  made.step = step;
  made.rate = rate(step);
  made.batch = options_.openings.share > 0
                   ? make_batch_of_openings(train_.texts, chosen, options_.openings, options_.seed, number)
                   : make_batch(train_.texts, chosen);
  if (options_.word_dropout > 0)
    drop_words(made.batch, options_.word_dropout, {options_.seed, number, 0}, unknown_);
  made.tokens = made.batch.ids.count();
  std::vector<int32_t> labels;
  for (int index : chosen) labels.push_back(train_.labels[static_cast<size_t>(index)]);
  made.labels = Tensor::of<int32_t>({static_cast<int64_t>(labels.size())}, labels);
  return made;
}

}  // namespace heed
