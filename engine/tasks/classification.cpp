#include "engine/tasks/classification.h"

#include <nlohmann/json.hpp>

#include "engine/autograd/ops.h"
#include "engine/tasks/attention_on_needed.h"
#include "engine/tasks/evaluate.h"
#include "engine/tasks/reinforce.h"

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

Classification::Classification(const TrainingOptions& options, std::vector<std::string> labels, int unknown,
                               Examples train, Examples validation, Examples test)
    : options_(options), labels_(std::move(labels)), unknown_(unknown) {
  for (Examples* part : {&train, &validation, &test}) parts_.push_back(std::move(*part));
}

StepBatch Classification::batch(const Batch& chosen, int64_t step) const {
  const Examples& train = examples(DataPart::kTrain);
  const auto number = static_cast<uint32_t>(step);
  StepBatch made;
  made.batch = options_.crops.share > 0
                   ? make_cropped_batch(train.texts, chosen, options_.crops, options_.seed, number)
                   : make_batch(train.texts, chosen);
  if (options_.word_dropout > 0)
    drop_words(made.batch, options_.word_dropout, {options_.seed, number, 0}, unknown_);
  std::vector<int32_t> labels;
  for (int index : chosen) labels.push_back(train.labels[static_cast<size_t>(index)]);
  made.labels = Tensor::of<int32_t>({static_cast<int64_t>(labels.size())}, labels);
  return made;
}

double Classification::weight(const StepBatch& batch) const {
  if (options_.class_weights.empty()) return NetworkTask::weight(batch);
  double sum = 0;
  for (int32_t label : batch.labels.values<int32_t>())
    sum += static_cast<double>(options_.class_weights[static_cast<size_t>(label)]);
  return sum;
}

NetworkTask::Scored Classification::score_texts(Context& ctx, const Variable& answer, const StepBatch& batch,
                                                const TrainingOptions& options) {
  Tensor weights;
  if (!options.class_weights.empty())
    weights = Tensor::of<float>({static_cast<int64_t>(options.class_weights.size())}, options.class_weights);
  const Variable loss = cross_entropy(ctx, answer, batch.labels, weights, options.label_smoothing);
  return {with_choices(ctx, loss, answer, batch.labels), answer};
}

nlohmann::json Classification::evaluate(const Network& network, const Device& device, DataPart part) const {
  if (size(part) == 0) return nullptr;
  nlohmann::json report = to_json(heed::evaluate(network, device, examples(part), labels_));
  if (examples(part).needed.size() == size(part) && !network.attention().empty())
    report["attention_on_needed"] = attention_on_needed(network, device, examples(part));
  return report;
}

}  // namespace heed
