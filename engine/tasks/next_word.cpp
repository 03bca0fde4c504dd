// The task of saying which word comes next (Bengio et al. 2003; Radford et al. 2018): what networks that
// write are trained by. Every token of a row is asked for, by what stands before it in its document.
#include <algorithm>

#include "engine/tasks/corpus_figures.h"
#include "engine/tasks/corpus_task.h"

namespace heed {
namespace {

// Rows of what is measured, and as much before a word at most.
constexpr int64_t kMeasuredRow = 256;

// Rows of a stream, [first, count] of its tokens before `last`; the label of each token is the one behind it.
// A document begins with the token that ends the one before: so begins a text of which nothing is known.
StepBatch following_batch(const PackedCorpus& corpus, const std::vector<std::pair<int64_t, int64_t>>& rows,
                          int64_t last) {
  std::vector<int32_t> ids, labels, lengths;
  for (const auto& [first, count] : rows) {
    const std::vector<int32_t> tokens = corpus.tokens->read(first, std::min(count + 1, last - first));
    for (size_t n = 0; n + 1 < tokens.size(); ++n) {
      if (n == 0 || tokens[n] == corpus.ends.end) lengths.push_back(0);
      ++lengths.back();
      ids.push_back(tokens[n]);
      labels.push_back(tokens[n + 1]);
    }
  }
  StepBatch made;
  made.batch.ids = Tensor::of<int32_t>({static_cast<int64_t>(ids.size())}, ids);
  made.batch.sentences = Spans::packed(lengths);
  made.labels = Tensor::of<int32_t>({static_cast<int64_t>(labels.size())}, labels);
  return made;
}

class NextWord : public CorpusTask {
 public:
  explicit NextWord(const TaskInput& input) : CorpusTask(input, kNextWordCorpus) {}

  Output output() const override { return Output::kNext; }

  StepBatch batch(const Batch& chosen, int64_t) const override {
    std::vector<std::pair<int64_t, int64_t>> rows;
    rows.reserve(chosen.size());
    for (int number : chosen) rows.push_back(plan().row(number));
    return following_batch(train(), rows, train().train);
  }

  Scored score(Context& ctx, const Variable& answer, const StepBatch& batch) const override {
    return score_rows(ctx, answer, batch, {});
  }

  nlohmann::json evaluate(const Network& network, const Device& device, DataPart part) const override {
    if (part == DataPart::kTrain) return nullptr;
    const PackedCorpus& corpus = held_out(part);
    return corpus_figures(network, device, corpus, std::min(kMeasuredRow, network.max_tokens()),
                          [&](const auto& rows, uint32_t) {
                            return following_batch(corpus, rows, end_of(corpus, rows.front().first));
                          });
  }

 private:
  // The end of the held-out part that has this token.
  static int64_t end_of(const PackedCorpus& corpus, int64_t token) {
    for (const PackedCorpus::HeldOut& part : corpus.held_out)
      if (token >= part.first && token < part.first + part.count) return part.first + part.count;
    return corpus.tokens->size();
  }
};

}  // namespace

extern const TaskEntry kNextWord;
const TaskEntry kNextWord{
    "next-word",
    "Says which word of a text comes next: what networks that write are trained by.",
    nullptr,
    true,
    [](const TaskInput& input) -> std::unique_ptr<Task> { return std::make_unique<NextWord>(input); },
    CorpusTask::score_rows};

}  // namespace heed
