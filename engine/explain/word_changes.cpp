#include "engine/explain/word_changes.h"

#include <algorithm>

#include "engine/base/order.h"
#include "engine/explain/divergence.h"
#include "engine/explain/target.h"
#include "engine/explain/variants.h"

namespace heed::explain {
namespace {

struct Tried {
  int token = 0;
  std::string word;
  EncodedText text;
};

// The answers to variants of one text, held against its own.
class Answers {
 public:
  Answers(const Subject& subject, const EncodedText& text)
      : subject_(subject), own_(of(logits_of(subject, {text}), 0)), label_(best(own_)) {}

  int64_t label() const { return label_; }

  // As a change of the answer, each of them.
  std::vector<WordChange> to(const std::vector<Tried>& tried) const {
    std::vector<EncodedText> texts;
    texts.reserve(tried.size());
    for (const Tried& one : tried) texts.push_back(one.text);
    const Matrix logits = logits_of(subject_, texts);
    std::vector<WordChange> changes;
    for (size_t i = 0; i < tried.size(); ++i) {
      const std::vector<double> p = of(logits, static_cast<int64_t>(i));
      changes.push_back({tried[i].token, tried[i].word, label_, best(p), own_[static_cast<size_t>(label_)],
                         p[static_cast<size_t>(label_)], total_variation(own_, p)});
    }
    return changes;
  }

 private:
  std::vector<double> of(const Matrix& logits, int64_t row) const {
    return answers_to(logits.row(row), logits.columns, subject_.network.answers());
  }
  static int64_t best(const std::vector<double>& p) {
    return likeliest(p.data(), static_cast<int64_t>(p.size()));
  }

  const Subject& subject_;
  std::vector<double> own_;
  int64_t label_;
};

std::optional<WordChange> smallest_turn(const std::vector<WordChange>& changes) {
  std::optional<WordChange> smallest;
  for (const WordChange& change : changes)
    if (change.to != change.from && (!smallest || change.tvd < smallest->tvd)) smallest = change;
  return smallest;
}

}  // namespace

WordChanges smallest_changes(const Subject& subject, const EncodedText& text,
                             const std::vector<std::vector<std::string>>& candidates, size_t places) {
  const Answers answers(subject, text);
  std::vector<Tried> tried;
  const std::vector<int> tokens = standing(text);
  if (tokens.size() > 1)
    for (const int token : tokens) tried.push_back({token, "", without(subject.text, text, {token})});
  std::vector<WordChange> changes = answers.to(tried);
  WordChanges found{smallest_turn(changes), std::nullopt};
  sort_stably(changes, [](const WordChange& a, const WordChange& b) { return a.tvd > b.tvd; });
  tried.clear();
  for (size_t i = 0; i < std::min(places, changes.size()); ++i)
    for (size_t c = 0; c < candidates.size(); ++c) {
      if (static_cast<int64_t>(c) == answers.label()) continue;
      for (const std::string& word : candidates[c])
        tried.push_back({changes[i].token, word, replaced(subject.text, text, changes[i].token, word)});
    }
  found.replaced = smallest_turn(answers.to(tried));
  return found;
}

}  // namespace heed::explain
