#include "engine/session/explaining/inside/guides.h"

#include <nlohmann/json.hpp>

#include "engine/base/random.h"
#include "engine/explain/target.h"

namespace heed::session {
namespace {

using explain::Guide;
using explain::GuidedText;

std::vector<GuidedText> all_guided(const explain::Subject& subject, const LabelledTexts& data, Guide guide,
                                   uint64_t seed, const std::function<void()>& next) {
  std::vector<GuidedText> all;
  for (size_t n = 0; n < data.texts.size(); ++n) {
    all.push_back(guided(subject, data.texts[n], data.labels[n], guide, mix64(seed) + n));
    next();
  }
  return all;
}

Metrics metrics_of(const explain::Matrix& logits, const std::vector<int>& labels,
                   const std::vector<std::string>& classes) {
  std::vector<double> p;
  for (int64_t row = 0; row < logits.rows; ++row) {
    const std::vector<double> one = answers_to(logits.row(row), logits.columns, AnswerKind::kOneClass);
    p.insert(p.end(), one.begin(), one.end());
  }
  return compute_metrics(labels, p, classes);
}

}  // namespace

nlohmann::json guides_json(const explain::Subject& subject, const LabelledTexts& train,
                           const LabelledTexts& test, const std::vector<std::string>& classes, uint64_t seed,
                           const Progressing& progress) {
  const auto C = static_cast<int64_t>(classes.size());
  const auto total = static_cast<int64_t>(3 * (train.texts.size() + test.texts.size()));
  int64_t done = 0;
  const auto next = [&] {
    if (++done % 64 == 0 && progress) progress(done, total, "texts with another's attention");
  };
  nlohmann::json written;
  for (const Guide guide : {Guide::kOwn, Guide::kEven, Guide::kAdversarial}) {
    const auto from = all_guided(subject, train, guide, seed, next);
    const auto asked = all_guided(subject, test, guide, seed, next);
    explain::GuidedOptions options;
    options.seed = seed;
    const explain::Matrix logits = explain::guided_logits(C, from, asked, options);
    const Metrics metrics = metrics_of(logits, test.labels, classes);
    written[name_of(guide)] = {{"accuracy", metrics.accuracy}, {"macro_f1", metrics.macro_f1}};
  }
  return written;
}

}  // namespace heed::session
