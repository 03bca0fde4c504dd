// What a network's head says, as an Analysis has it.
#include <algorithm>

#include "engine/session/models/inside/model_impl.h"
#include "engine/session/models/readers.h"

namespace heed::session {

std::vector<double> rows_to(const Tensor& logits, AnswerKind answers) {
  const std::vector<float> z = logits.values<float>();
  const std::vector<double> doubles(z.begin(), z.end());
  const int64_t C = logits.size(1);
  std::vector<double> all;
  all.reserve(doubles.size());
  for (int64_t row = 0; row < logits.size(0); ++row) {
    const std::vector<double> p = answers_to(doubles.data() + row * C, C, answers);
    all.insert(all.end(), p.begin(), p.end());
  }
  return all;
}

void ModelImpl::classify(const Tensor& logits, Analysis& analysis) const {
  const std::vector<double> p = rows_to(logits, parts_.network->answers());
  if (parts_.network->answers() == AnswerKind::kValues) {
    for (size_t c = 0; c < p.size(); ++c) analysis.values.push_back({parts_.labels[c], p[c]});
    return;
  }
  for (size_t c = 0; c < p.size(); ++c) analysis.classes.push_back({parts_.labels[c], p[c]});
  analysis.prediction =
      *std::max_element(analysis.classes.begin(), analysis.classes.end(),
                        [](const auto& a, const auto& b) { return a.probability < b.probability; });
}

void ModelImpl::label_tokens(const Tensor& logits, Analysis& analysis) const {
  const int64_t N = logits.size(0), C = logits.size(1);
  if (parts_.network->output() == Output::kReplaced) {
    for (const double p : rows_to(logits, AnswerKind::kEachClass))
      analysis.labels.push_back(p > 0.5 ? ClassProbability{"replaced", p}
                                        : ClassProbability{"original", 1 - p});
    return;
  }
  const std::vector<double> p = rows_to(logits, AnswerKind::kOneClass);
  for (int64_t n = 0; n < N; ++n) {
    const double* row = p.data() + n * C;
    const auto best = std::max_element(row, row + C) - row;
    analysis.labels.push_back({parts_.labels[static_cast<size_t>(best)], row[best]});
  }
}

// The mean of all states, as sentence encoders have it.
void ModelImpl::embed(const Tensor& states, Analysis& analysis) const {
  Context ctx;
  ctx.device = &device_;
  ctx.memory = &memory_;
  const Spans text = Spans::packed({static_cast<int32_t>(states.size(0))});
  const Variable mean = mean_pool(ctx, Variable(ctx.upload(states)), text);
  analysis.embedding = ctx.host(mean.value()).values<float>();
  analysis.cls_embedding = states.rows(0, 1).values<float>();
}

void ModelImpl::read_head(const Tensor& logits, Analysis& analysis) const {
  switch (parts_.network->output()) {
    case Output::kTexts:
      return classify(logits, analysis);
    case Output::kTokens:
    case Output::kReplaced:
      return linked(model_readers().labels)(*this, logits, analysis);
    case Output::kStates:
      return linked(model_readers().embedding)(*this, logits, analysis);
    case Output::kWords:
    case Output::kNext:
    case Output::kTarget:
    case Output::kSpans:
      return;  // fill_mask(), Writer, translate() and answer() read those
  }
}

}  // namespace heed::session
