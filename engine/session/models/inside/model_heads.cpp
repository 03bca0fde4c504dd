// What a network's head says, as an Analysis has it.
#include <algorithm>
#include <cmath>

#include "engine/kernels/cpu/cpu_device.h"
#include "engine/session/models/inside/model_impl.h"
#include "engine/session/models/readers.h"

namespace heed::session {

double sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}

std::vector<double> ModelImpl::probabilities(const Tensor& logits) const {
  const Device host = cpu::device();
  const Tensor given = parts_.in_doubles ? logits.to(DType::kFloat64) : logits;
  const Tensor p(given.shape(), given.dtype());
  host.kernels->softmax.softmax(host, given, p);
  if (parts_.in_doubles) return p.values<double>();
  const auto* first = p.data<float>();
  return {first, first + p.count()};
}

// The library calls a model with one label a regression, and shows it as a yes or no.
void ModelImpl::classify(const Tensor& logits, Analysis& analysis) const {
  const int64_t C = logits.size(1);
  const bool each = parts_.network->multi_label() || C == 1;
  const auto yes_or_no = each ? linked(model_readers().yes_or_no) : nullptr;
  const std::vector<double> p = each ? std::vector<double>() : probabilities(logits);
  for (int64_t c = 0; c < C; ++c) {
    const auto at = static_cast<size_t>(c);
    analysis.classes.push_back(
        {parts_.labels[at], each ? yes_or_no(static_cast<double>(logits.data<float>()[c])) : p[at]});
  }
  analysis.prediction =
      *std::max_element(analysis.classes.begin(), analysis.classes.end(),
                        [](const auto& a, const auto& b) { return a.probability < b.probability; });
}

void ModelImpl::label_tokens(const Tensor& logits, Analysis& analysis) const {
  const int64_t N = logits.size(0), C = logits.size(1);
  if (parts_.network->output() == Output::kReplaced) {
    for (int64_t n = 0; n < N; ++n) {
      const double p = sigmoid(static_cast<double>(logits.data<float>()[n]));
      analysis.labels.push_back(p > 0.5 ? ClassProbability{"replaced", p}
                                        : ClassProbability{"original", 1 - p});
    }
    return;
  }
  const std::vector<double> p = probabilities(logits);
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
