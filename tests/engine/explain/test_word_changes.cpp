// Changes of one word: those that turn the answer, found among all of them.
#include "engine/explain/word_changes.h"

#include "engine/explain/invariance.h"
#include "engine/explain/leave_one_out.h"
#include "engine/explain/word_effects.h"
#include "tests/engine/explain/attribution_models.h"

using namespace heed;
using namespace heed::test;
using namespace heed::explain;

TEST_CASE("The smallest word left out that turns an answer is one of all that are left out", "[explain]") {
  const Oracle io("attribution_lstm");
  Explainable model = attribution_lstm(io);
  const Subject subject = model.subject();
  int turned = 0;
  for (int32_t a = 2; a < 50; a += 3) {
    const std::vector<int32_t> ids{a, (a * 7) % 48 + 2, (a * 5) % 48 + 2};
    const EncodedText text = text_of(Tensor::of<int32_t>({3}, ids));
    const LeaveOneOut all = leave_one_out(subject, text);
    const std::vector<double> moved = total_variation(all, AnswerKind::kOneClass);
    const int64_t own = likeliest(all.original.data(), 2);
    double least = 2;
    for (int64_t n = 0; n < 3; ++n)
      if (likeliest(all.logits.row(n), 2) != own) least = std::min(least, moved[static_cast<size_t>(n)]);
    const WordChanges found = smallest_changes(subject, text, {});
    REQUIRE(found.left_out.has_value() == (least < 2));
    CHECK_FALSE(found.replaced.has_value());
    if (!found.left_out) continue;
    ++turned;
    CHECK(found.left_out->tvd == Approx(least).margin(1e-6));
    CHECK(found.left_out->from == own);
    CHECK(found.left_out->to == 1 - own);
    CHECK(found.left_out->after < found.left_out->before);
  }
  CHECK(turned > 0);
}

TEST_CASE("Words' effects are means of what they add beyond the average class", "[explain]") {
  const Oracle io("attribution_lstm");
  Explainable model = attribution_lstm(io);
  const Subject subject = model.subject();
  const std::vector<EncodedText> texts{text_of(Tensor::of<int32_t>({3}, {5, 9, 5})),
                                       text_of(Tensor::of<int32_t>({2}, {9, 11}))};
  const WordEffects found = word_effects(subject, texts, {2, 10});
  CHECK(found.phrases.empty());
  REQUIRE(found.components.size() == 2);  // state, bias
  CHECK(found.components[0].share + found.components[1].share == Approx(1));
  // A word's effect on one of two classes is minus that on the other; 11 stands there once only.
  REQUIRE(found.words.size() == 2);
  CHECK(found.words[0].in_favour.size() + found.words[0].against.size() == 2);
  REQUIRE(found.words[0].in_favour.size() == found.words[1].against.size());
  for (size_t i = 0; i < found.words[0].in_favour.size(); ++i) {
    const WordEffect &a = found.words[0].in_favour[i], &b = found.words[1].against[i];
    CHECK(a.text == b.text);
    CHECK(a.n == 2);
    CHECK(a.mean == Approx(-b.mean));
  }
}

TEST_CASE("Answers that turn under a change of the text are counted", "[explain]") {
  const Oracle io("attribution_lstm");
  Explainable model = attribution_lstm(io);
  const Subject subject = model.subject();
  // Read as its length in small and in large letters: two ids, so that case alone changes the answer.
  const auto encode = [](const std::string& text) {
    const bool large = std::any_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    return text_of(Tensor::of<int32_t>({1}, {large ? 7 : 30}));
  };
  const std::vector<Invariance> found = invariance(subject, {"abc", "ABC", "a", "123"}, encode);
  const Matrix logits = logits_of(subject, {encode("A"), encode("a")});
  const bool turns = likeliest(logits.row(0), 2) != likeliest(logits.row(1), 2);
  for (const Invariance& one : found) {
    const std::string name = one.by->name;
    if (name == "lower case") CHECK(one.n == 1);
    if (name == "upper case") CHECK(one.n == 2);
    if (name == "upper case" || name == "lower case") {
      CHECK(one.turned == (turns ? 1 : 0));
      CHECK(one.tvd > 0);
      CHECK(one.examples.size() == (turns ? static_cast<size_t>(one.n) : 0));
    } else {
      CHECK(one.n == 0);
      CHECK(one.turned == 0);
    }
  }
}
