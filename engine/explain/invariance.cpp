#include "engine/explain/invariance.h"

#include <algorithm>

#include "engine/explain/divergence.h"
#include "engine/explain/target.h"

namespace heed::explain {
namespace {

// The changed texts of one kind, each behind the one that it was made of.
struct Pairs {
  std::vector<size_t> rows;
  std::vector<std::string> changed;
  std::vector<EncodedText> texts;  // [2 · rows]
};

Pairs pairs_of(const Perturbation& by, const std::vector<std::string>& texts,
               const std::function<EncodedText(const std::string&)>& encode, uint64_t seed) {
  Pairs pairs;
  for (size_t row = 0; row < texts.size(); ++row) {
    Random random(mix64(seed) + row);
    const std::optional<std::string> changed = by.apply(texts[row], random);
    if (!changed) continue;
    EncodedText before = encode(texts[row]), after = encode(*changed);
    if (before.ids.empty() || after.ids.empty()) continue;
    pairs.rows.push_back(row);
    pairs.changed.push_back(*changed);
    pairs.texts.push_back(std::move(before));
    pairs.texts.push_back(std::move(after));
  }
  return pairs;
}

Invariance measured(const Subject& subject, const Perturbation& by, const Pairs& pairs, size_t examples) {
  const Matrix logits = logits_of(subject, pairs.texts);
  const int64_t C = logits.columns;
  Invariance found{&by, static_cast<int64_t>(pairs.rows.size()), 0, 0, {}};
  std::vector<std::pair<double, Turned>> turned;
  for (size_t i = 0; i < pairs.rows.size(); ++i) {
    const auto at = [&](size_t row) {
      return answers_to(logits.row(static_cast<int64_t>(row)), C, subject.network.answers());
    };
    const std::vector<double> p = at(2 * i), q = at(2 * i + 1);
    const int64_t from = likeliest(p.data(), C), to = likeliest(q.data(), C);
    const double moved = total_variation(p, q);
    found.tvd += moved / static_cast<double>(found.n);
    if (from == to) continue;
    const auto c = static_cast<size_t>(from);
    turned.push_back({moved, {pairs.rows[i], pairs.changed[i], from, to, p[c], q[c]}});
  }
  if (found.n > 0) found.turned = static_cast<double>(turned.size()) / static_cast<double>(found.n);
  std::stable_sort(turned.begin(), turned.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  for (size_t i = 0; i < std::min(examples, turned.size()); ++i) found.examples.push_back(turned[i].second);
  return found;
}

}  // namespace

std::vector<Invariance> invariance(const Subject& subject, const std::vector<std::string>& texts,
                                   const std::function<EncodedText(const std::string&)>& encode,
                                   uint64_t seed, size_t examples) {
  std::vector<Invariance> all;
  for (const Perturbation& by : perturbations())
    all.push_back(measured(subject, by, pairs_of(by, texts, encode, seed), examples));
  return all;
}

}  // namespace heed::explain
