#include "engine/explain/word_effects.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/base/order.h"
#include "engine/explain/contributions.h"
#include "engine/explain/target.h"

namespace heed::explain {
namespace {

struct WordSum {
  int64_t n = 0;
  std::vector<double> values;  // [C]
};
using Sums = std::map<std::string, WordSum>;

// What a thing adds to each class, less their mean: probabilities do not see that.
void add_effect(Sums& sums, const std::string& text, const std::vector<double>& values) {
  WordSum& sum = sums[text];
  sum.values.resize(values.size());
  ++sum.n;
  double mean = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  for (size_t c = 0; c < values.size(); ++c) sum.values[c] += values[c] - mean;
}

// The terms of one token, and its phrases, over all classes. A class's terms have their parts in one order.
void add_token(const std::vector<Contributions>& classes, const EncodedText& text, size_t n, Sums& words,
               Sums& phrases) {
  if (text.tokens[n].start == text.tokens[n].end) return;
  std::vector<double> values;
  values.reserve(classes.size());
  for (const Contributions& c : classes) values.push_back(c.terms[n].value);
  add_effect(words, text.tokens[n].text, values);
  const std::vector<Part>& parts = classes.front().terms[n].parts;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].text.empty()) continue;
    for (size_t c = 0; c < classes.size(); ++c) values[c] = classes[c].terms[n].parts[i].value;
    add_effect(phrases, parts[i].text, values);
  }
}

std::vector<ClassWords> strongest_of(const Sums& sums, int64_t C, const WordEffectOptions& options) {
  std::vector<ClassWords> classes(static_cast<size_t>(C));
  for (size_t c = 0; c < classes.size(); ++c) {
    std::vector<WordEffect> all;
    for (const auto& [text, sum] : sums)
      if (sum.n >= options.least) all.push_back({text, sum.n, sum.values[c] / static_cast<double>(sum.n)});
    sort_stably(all, [](const WordEffect& a, const WordEffect& b) { return a.mean > b.mean; });
    const size_t most = std::min(options.most, all.size());
    for (size_t i = 0; i < most && all[i].mean > 0; ++i) classes[c].in_favour.push_back(all[i]);
    for (size_t i = all.size(); i-- > all.size() - most && all[i].mean < 0;)
      classes[c].against.push_back(all[i]);
  }
  return classes;
}

void add_components(const Contributions& predicted, std::map<std::string, double>& sums) {
  for (const Part& part : predicted.components) sums[part.name] += std::abs(part.value);
}

std::vector<WordEffects::Component> component_shares(const std::map<std::string, double>& sums) {
  double all = 0;
  for (const auto& [name, sum] : sums) all += sum;
  std::vector<WordEffects::Component> components;
  components.reserve(sums.size());
  for (const auto& [name, sum] : sums) components.push_back({name, all > 0 ? sum / all : 0});
  sort_stably(components, [](const auto& a, const auto& b) { return a.share > b.share; });
  return components;
}

}  // namespace

WordEffects word_effects(const Subject& subject, const std::vector<EncodedText>& texts,
                         const WordEffectOptions& options,
                         const std::function<void(int64_t, int64_t)>& progress) {
  Sums words, phrases;
  std::map<std::string, double> components;
  int64_t C = 0;
  for (size_t i = 0; i < texts.size(); ++i) {
    if (progress) progress(static_cast<int64_t>(i), static_cast<int64_t>(texts.size()));
    const std::vector<Contributions> classes = contributions(subject, texts[i]);
    C = static_cast<int64_t>(classes.size());
    for (size_t n = 0; n < texts[i].tokens.size(); ++n) add_token(classes, texts[i], n, words, phrases);
    const auto predicted =
        std::max_element(classes.begin(), classes.end(),
                         [](const Contributions& a, const Contributions& b) { return a.logit < b.logit; });
    add_components(*predicted, components);
  }
  WordEffects found{strongest_of(words, C, options), {}, component_shares(components)};
  if (!phrases.empty()) found.phrases = strongest_of(phrases, C, options);
  return found;
}

}  // namespace heed::explain
