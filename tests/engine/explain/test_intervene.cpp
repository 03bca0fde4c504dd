// What edits do to an answer: they agree with the same change made by hand.
#include "engine/explain/intervene.h"

#include "engine/explain/other_maps.h"
#include "engine/explain/variants.h"
#include "tests/engine/explain/attribution_models.h"
#include "tests/engine/message.h"

using namespace heed;
using namespace heed::test;
using namespace heed::explain;

namespace {

EncodedText ids(const std::vector<int32_t>& values, const Tensor& types = {}) {
  return text_of(Tensor::of<int32_t>({static_cast<int64_t>(values.size())}, values), types);
}

void check_near(const std::vector<double>& a, const std::vector<double>& b, double most = 1e-6) {
  REQUIRE(a.size() == b.size());
  for (size_t i = 0; i < a.size(); ++i) CHECK(a[i] == Approx(b[i]).margin(most));
}

}  // namespace

TEST_CASE("PyTorch: even attention and a key without weight are edits, too", "[oracle][explain]") {
  const Oracle io("attribution_lstm");
  Explainable model = attribution_lstm(io);
  const Subject subject = model.subject();
  const EncodedText text = text_of(io.ids("s1.ids"));
  CHECK(apart(logits_under(subject, text, {}), io["s1.logits"]) <= kForward);
  CHECK(apart(logits_under(subject, text, {"0.0.even"}), io["s1.uniform.logits"].reshaped({2})) <= kForward);
  CHECK(apart(logits_under(subject, text, {"0.0.0.3=0"}),
              io["s1.zero_each.logits"].rows(3, 1).reshaped({2})) <= kForward);
  const std::vector<double> off = logits_under(subject, text, {"0.*.off"});
  CHECK(absolute(off, io["out.bias"]) <= 1e-6);
}

TEST_CASE("PyTorch: words that are removed or hidden are edits", "[oracle][explain]") {
  const Oracle io("attribution_lstm");
  Explainable model = attribution_lstm(io);
  const Subject subject = model.subject();
  const EncodedText text = text_of(io.ids("s1.ids"));
  for (int n = 0; n < 9; ++n) {
    const std::string token = "token." + std::to_string(n);
    const auto row = [&](const char* name) { return io[name].rows(n, 1).reshaped({2}); };
    CHECK(apart(logits_under(subject, text, {token + ".remove"}), row("s1.loo_removed.logits")) <= kForward);
    CHECK(apart(logits_under(subject, text, {token + ".hide"}), row("s1.loo_unk.logits")) <= kForward);
  }
  const EncodedText both = with_words_edited(subject.text, text, edits({"token.1.remove", "token.4.hide"}));
  CHECK(both.ids.size() == 8);
  CHECK(both.ids[3] == 1);
  CHECK(contains(message_of([&] { logits_under(subject, text, {"token.9.hide"}); }), "there is no token 9"));
}

TEST_CASE("A state of another text, taken at every place, is that text's answer", "[explain]") {
  const Oracle io("attribution_bert");
  Explainable model = attribution_bert(io);
  const Subject subject = model.subject();
  const EncodedText text = ids({2, 7, 8, 9, 3}), other = ids({2, 11, 8, 30, 3});
  const std::vector<double> theirs = logits_of(subject, {other}).values;
  check_near(logits_under(subject, text, {"state.0.*.other"}, &other), theirs);
  check_near(logits_under(subject, text, {"state.1.0.other"}, &other), theirs);
  const Restoration found = restoration(subject, text, other, {1, std::nullopt, Target::Of::kLogit});
  CHECK(found.scores.rows == 2);
  CHECK(found.of_source == Approx(theirs[1]));
  // The head reads the first token's last state and nothing else.
  CHECK(found.scores.at(1, 0) == Approx(found.of_source).margin(1e-6));
  for (int64_t n = 1; n < 5; ++n) CHECK(found.scores.at(1, n) == Approx(found.score).margin(1e-6));
  check_near({found.scores.at(0, 3)}, {logits_under(subject, text, {"state.0.3.other"}, &other)[1]});
  CHECK(contains(message_of([&] { logits_under(subject, text, {"state.0.1.other"}); }), "another sentence"));
  CHECK(contains(message_of([&] { logits_under(subject, text, {"state.2.1.other"}, &other); }), "layer 2"));
  CHECK(contains(message_of([&] { logits_under(subject, text, {"2.0.even"}); }), "layer 2"));
}

TEST_CASE("Edits of several layers see what the layers below have become", "[explain]") {
  const Oracle io("attribution_bert");
  Explainable model = attribution_bert(io);
  const Subject subject = model.subject();
  const EncodedText text = ids({2, 7, 8, 9, 3});
  const std::string second = subject.anatomy.maps[1].name;
  const auto map_under = [&](const std::vector<std::string>& changes) {
    const Subject edited = under(subject, edits(changes));
    return matrix_of(run(edited, copies(text, 1), {{second}, {}, {}, {}}).value(second));
  };
  // The second layer's other heads are those of a pass under the first edit.
  const Matrix below = map_under({"0.1.even"}), made = map_under({"0.1.even", "1.2.off"});
  for (size_t i = 0; i < below.values.size(); ++i)
    CHECK(made.values[i] == Approx(i / 25 == 2 ? 0 : below.values[i]).margin(1e-7));
}

TEST_CASE("100 permutations are the same for the same seed, and never change a sure thing", "[explain]") {
  const Oracle io("attribution_lstm");
  Explainable model = attribution_lstm(io);
  const Subject subject = model.subject();
  const EncodedText text = text_of(io.ids("s2.ids"));
  const Permutations found = permutations(subject, text, 100, 5);
  CHECK(found.changes.tvd.size() == 100);
  CHECK(found.changes.tvd == permutations(subject, text, 100, 5).changes.tvd);
  CHECK(found.changes.tvd != permutations(subject, text, 100, 6).changes.tvd);
  CHECK(found.median_tvd <= found.largest_tvd);
  CHECK(found.unnoticed_js <= std::log(2));
  CHECK(permutations(subject, ids({4}), 3).largest_tvd == Approx(0).margin(1e-7));  // one word, one order
}
