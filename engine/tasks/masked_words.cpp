// The task of saying which words are hidden (Devlin et al. 2019): what encoders are pretrained by. The share
// of hidden words may fall (Wettig et al. 2023; Yang et al. 2023).
#include <algorithm>

#include "engine/autograd/ops.h"
#include "engine/tasks/corpus_task.h"
#include "engine/tasks/masked_figures.h"

namespace heed {
namespace {

class MaskedWords : public CorpusTask {
 public:
  explicit MaskedWords(const TaskInput& input) : CorpusTask(input, kMaskedWordsCorpus) {
    pieces_ = MaskingPieces::of(text_to_ids());
  }

  Output output() const override { return Output::kWords; }

  StepBatch batch(const Batch& chosen, int64_t step) const override {
    std::vector<std::vector<int32_t>> texts;
    for (int number : chosen) {
      const auto [first, count] = plan().row(number);
      for (auto& text : train().row(first, count)) texts.push_back(std::move(text));
    }
    const MaskingOptions& masking = options().masking;
    const double done = std::min(1.0, static_cast<double>(step) / static_cast<double>(plan().steps()));
    const double share = masking.share + done * (masking.last_share.value_or(masking.share) - masking.share);
    return hidden_batch(texts, pieces_, masking, share,
                        random_stream(options().seed, static_cast<uint32_t>(step), kMaskingTensor));
  }

  Scored score(Context& ctx, const Variable& answer, const StepBatch& batch) const override {
    return score_rows(ctx, answer, batch, {});
  }

  nlohmann::json evaluate(const Network& network, const Device& device, DataPart part) const override {
    if (part == DataPart::kTrain) return nullptr;
    return masked_figures(network, device, held_out(part), pieces_);
  }

 private:
  MaskingPieces pieces_;
};

}  // namespace

extern const TaskEntry kMaskedWords;
const TaskEntry kMaskedWords{
    "masked-words",
    "Says which words of a text are hidden: what encoders are pretrained by.",
    nullptr,
    true,
    [](const TaskInput& input) -> std::unique_ptr<Task> { return std::make_unique<MaskedWords>(input); },
    CorpusTask::score_rows};

}  // namespace heed
