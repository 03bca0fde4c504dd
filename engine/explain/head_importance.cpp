#include "engine/explain/head_importance.h"

#include <algorithm>
#include <cmath>

#include "engine/explain/maps.h"
#include "engine/explain/target.h"

namespace heed::explain {
namespace {

bool is_among(const std::vector<HeadName>& heads, int layer, int64_t head) {
  return std::any_of(heads.begin(), heads.end(),
                     [&](const HeadName& one) { return one.layer == layer && one.head == head; });
}

// 1 for the weights that stay, as the texts of a batch lie in the point's value.
std::vector<double> kept(const AttentionPoint& point, const std::vector<EncodedText>& texts,
                         const std::vector<int>& chosen, const std::vector<HeadName>& heads) {
  std::vector<double> scale;
  for (const int index : chosen) {
    const size_t S = texts[static_cast<size_t>(index)].ids.size(), T = point.kind == "pooling" ? 1 : S;
    for (int64_t head = 0; head < point.heads; ++head)
      scale.insert(scale.end(), T * S, is_among(heads, point.layer, head) ? 0.0 : 1.0);
  }
  return scale;
}

Without judged(const Matrix& logits, const std::vector<int>& labels, AnswerKind answers) {
  Without figures;
  for (int64_t row = 0; row < logits.rows; ++row) {
    const int label = labels[static_cast<size_t>(row)];
    const std::vector<double> p = answers_to(logits.row(row), logits.columns, answers);
    figures.accuracy += likeliest(logits.row(row), logits.columns) == label ? 1 : 0;
    figures.loss -= std::log(std::max(p[static_cast<size_t>(label)], 1e-300));
  }
  figures.accuracy /= static_cast<double>(logits.rows);
  figures.loss /= static_cast<double>(logits.rows);
  return figures;
}

}  // namespace

Matrix logits_without(const Subject& subject, const std::vector<EncodedText>& texts,
                      const std::vector<HeadName>& heads) {
  std::vector<AttentionPoint> concerned;
  for (const AttentionPoint& point : subject.anatomy.maps)
    if (std::any_of(heads.begin(), heads.end(), [&](const HeadName& h) { return h.layer == point.layer; }))
      concerned.push_back(point);
  if (concerned.empty()) return logits_of(subject, texts);
  Matrix all;
  for (const std::vector<int>& chosen : batches_of(subject, texts)) {
    const TextBatch batch = make_batch(texts, chosen);
    Asked looking;
    for (const AttentionPoint& point : concerned) looking.watch.push_back(point.name);
    const Pass plain = run(subject, batch, looking);
    Asked asked;
    for (const AttentionPoint& point : concerned) {
      const Tensor& own = plain.value(point.name);
      asked.patches[point.name] = {tensor_of(kept(point, texts, chosen, heads), own.shape(), own.dtype()),
                                   {}};
    }
    all.append(run(subject, batch, asked).logits);
  }
  return all;
}

HeadImportance head_importance(const Subject& subject, const std::vector<EncodedText>& texts,
                               const std::vector<int>& labels,
                               const std::function<void(int64_t, int64_t)>& progress) {
  const AnswerKind answers = subject.network.answers();
  std::vector<HeadName> heads;
  for (const AttentionPoint& point : subject.anatomy.maps)
    for (int head = 0; head < point.heads; ++head) heads.push_back({point.layer, head});
  const auto passes = static_cast<int64_t>(2 * heads.size());
  const Without whole = judged(logits_of(subject, texts), labels, answers);
  HeadImportance found{whole.accuracy, whole.loss, {}, {}};
  const auto without = [&](const std::vector<HeadName>& silent) {
    if (progress) progress(static_cast<int64_t>(found.alone.size() + found.removed.size()), passes);
    Without figures = judged(logits_without(subject, texts, silent), labels, answers);
    figures.head = silent.back();
    return figures;
  };
  for (const HeadName& head : heads) found.alone.push_back(without({head}));
  std::vector<Without> order = found.alone;
  std::stable_sort(order.begin(), order.end(),
                   [](const Without& a, const Without& b) { return a.loss < b.loss; });
  std::vector<HeadName> silent;
  for (const Without& next : order) {
    silent.push_back(next.head);
    found.removed.push_back(without(silent));
  }
  return found;
}

}  // namespace heed::explain
