// What an explanation says of each word, for one class or for one and not another.
#include <algorithm>

#include "native/numbers.h"
#include "native/studio/parts/why.h"

namespace heed::studio {
namespace {

const session::ClassContributions* of_class(const session::Explanation& found, const std::string& label) {
  for (const session::ClassContributions& c : found.contributions)
    if (c.label == label) return &c;
  return nullptr;
}

// "phrase could you +2.10" in lines, the largest first. Both classes have the same parts.
std::string parts_of(const session::ClassContributions& c, const session::ClassContributions* against,
                     size_t token) {
  if (token >= c.parts.size()) return "";
  std::vector<session::ContributionPart> parts = c.parts[token];
  for (size_t i = 0; against != nullptr && i < parts.size(); ++i)
    parts[i].value -= against->parts[token][i].value;
  std::stable_sort(parts.begin(), parts.end(),
                   [](const auto& a, const auto& b) { return std::abs(a.value) > std::abs(b.value); });
  std::string lines;
  for (size_t i = 0; i < std::min<size_t>(parts.size(), 8); ++i)
    lines += (i == 0 ? "" : "\n") + parts[i].name + (parts[i].text.empty() ? "" : " " + parts[i].text) +
             "  " + with_sign(parts[i].value, 2);
  return lines;
}

void add_up(const session::Explanation& found, WordValues& values) {
  const session::ClassContributions& c = *of_class(found, values.label);
  const session::ClassContributions* against = of_class(found, values.against);
  for (size_t n = 0; n < c.terms.size(); ++n) {
    values.values.push_back(c.terms[n] - (against ? against->terms[n] : 0));
    values.parts.push_back(parts_of(c, against, n));
  }
  values.is_sum = true;
  values.bias = c.bias - (against ? against->bias : 0);
  values.score = c.logit - (against ? against->logit : 0);
  if (c.remainder) values.remainder = *c.remainder - (against ? against->remainder.value_or(0) : 0);
}

}  // namespace

std::optional<WordValues> word_values(const session::Explanation& found, const std::string& method,
                                      const std::string& label, const std::string& against) {
  WordValues values;
  for (const session::Token& token : found.explained().tokens) values.words.push_back(token.text);
  if (method == "contribution") {
    if (of_class(found, label) == nullptr) return std::nullopt;
    values.label = label;
    values.against = of_class(found, against) == nullptr ? "" : against;
    add_up(found, values);
    return values;
  }
  for (const session::Attributed& a : found.attributions) {
    if (a.method != method) continue;
    values.label = a.label;
    values.against = a.against;
    values.values = a.values;
    values.gap = a.gap;
    return values;
  }
  return std::nullopt;
}

}  // namespace heed::studio
