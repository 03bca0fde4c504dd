#include "engine/session/explaining/contributions.h"

#include <algorithm>

#include "engine/explain/target.h"
#include "engine/session/explaining/inside/class_contributions.h"
#include "engine/session/models/inside/model_impl.h"

namespace heed::session {
namespace {

// Texts that are encoded before any of them is handed on: what a stop waits for.
constexpr size_t kAtOnce = 128;

std::vector<ContributionPart> parts_of(const std::vector<explain::Part>& given) {
  std::vector<ContributionPart> parts;
  parts.reserve(given.size());
  for (const explain::Part& part : given) parts.push_back({part.name, part.text, part.value});
  return parts;
}

TextContributions of_text(const EncodedText& text, const std::vector<explain::Contributions>& given,
                          const std::vector<std::string>& labels, AnswerKind answers) {
  TextContributions found;
  for (const TextToken& token : text.tokens) found.tokens.push_back(token.text);
  std::vector<double> logits;
  for (const explain::Contributions& c : given) {
    logits.push_back(c.logit);
    found.classes.push_back(class_contributions(c, labels, false));
  }
  found.probabilities = answers_to(logits.data(), static_cast<int64_t>(logits.size()), answers);
  return found;
}

}  // namespace

ClassContributions class_contributions(const explain::Contributions& given,
                                       const std::vector<std::string>& labels, bool with_parts) {
  ClassContributions c;
  c.label = labels[static_cast<size_t>(given.label)];
  c.bias = given.bias;
  c.sum = given.sum;
  c.logit = given.logit;
  c.remainder = given.remainder;
  c.terms.reserve(given.terms.size());
  for (const explain::Term& term : given.terms) {
    c.terms.push_back(term.value);
    if (with_parts) c.parts.push_back(parts_of(term.parts));
  }
  c.components = parts_of(given.components);
  return c;
}

void ModelImpl::for_contributions(const std::vector<std::string>& texts, const EachContributions& each,
                                  int64_t max_tokens) const {
  const explain::Subject subject(explain::classifier(*parts_.network), *parts_.text, device_, memory_);
  AnalysisOptions options;
  options.max_tokens = max_tokens;
  for (size_t first = 0; first < texts.size(); first += kAtOnce) {
    std::vector<EncodedText> encoded;
    std::vector<TextContributions> some(std::min(kAtOnce, texts.size() - first));
    std::vector<size_t> places;  // of those with words among `some`
    for (size_t i = 0; i < some.size(); ++i) {
      EncodedText text = read(texts[first + i], options);
      if (!has_words(text)) continue;
      encoded.push_back(std::move(text));
      places.push_back(i);
    }
    const auto found = explain::contributions(subject, encoded, explain::Detail::kTerms);
    for (size_t i = 0; i < places.size(); ++i)
      some[places[i]] = of_text(encoded[i], found[i], parts_.labels, parts_.network->answers());
    for (size_t i = 0; i < some.size(); ++i)
      if (!each(first + i, some[i])) return;
  }
}

void for_contributions(const Model& model, const std::vector<std::string>& texts,
                       const EachContributions& each, int64_t max_tokens) {
  model.impl_->for_contributions(texts, each, max_tokens);
}

}  // namespace heed::session
