// Explanations of a network under edits: they are those of a network that was made so by hand.
#include "engine/explain/subject_edits.h"

#include "engine/explain/contributions.h"
#include "engine/explain/faithfulness.h"
#include "engine/explain/gradients.h"
#include "engine/explain/method.h"
#include "engine/explain/variants.h"
#include "tests/engine/explain/attribution_models.h"
#include "tests/engine/message.h"

using namespace heed;
using namespace heed::test;
using namespace heed::explain;

namespace {

EncodedText five_words(const std::vector<int32_t>& ids = {2, 7, 8, 9, 3}) {
  return text_of(Tensor::of<int32_t>({static_cast<int64_t>(ids.size())}, ids));
}

Subject edited_subject(const Subject& subject, const std::vector<std::string>& texts,
                       const EncodedText* other = nullptr) {
  return under(subject, edits(texts), other);
}

void check_alike(const std::vector<double>& a, const std::vector<double>& b, double most = 1e-5) {
  REQUIRE(a.size() == b.size());
  for (size_t i = 0; i < a.size(); ++i) CHECK(a[i] == Approx(b[i]).margin(most));
}

std::vector<double> values_of_method(const char* method, const Subject& subject, const EncodedText& text) {
  return method_named(method).attribute(subject, text, {1, std::nullopt, Target::Of::kLogit}).values;
}

// The columns of W_O that read a head.
void zero_head(const Network& network, const std::string& weight, int64_t head, int64_t heads) {
  const Tensor& W = network.parameters().find(weight).value();
  const int64_t D = W.size(1), K = D / heads;
  for (int64_t r = 0; r < W.size(0); ++r)
    for (int64_t k = 0; k < K; ++k) set_element(W, r * D + head * K + k, 0);
}

}  // namespace

TEST_CASE("Reasons under a silenced head are those of a network without its weights", "[explain]") {
  const Oracle io("attribution_bert");
  Explainable whole = attribution_bert(io), without_head = attribution_bert(io);
  const Subject plain = whole.subject(), made = without_head.subject();
  zero_head(*without_head.network, plain.anatomy.summed[0].out, 1, plain.anatomy.maps[0].heads);
  const Subject silenced = edited_subject(plain, {"0.1.off"});
  for (const char* method : {"contribution", "gradient-input", "gradient-input-held", "integrated-gradients",
                             "leave-one-out", "leave-one-out-unknown", "attention", "attention-gradient"}) {
    CAPTURE(method);
    const std::vector<double> wanted = values_of_method(method, made, five_words());
    check_alike(values_of_method(method, silenced, five_words()), wanted);
  }
  const Faithfulness found = faithfulness(silenced, five_words()), wanted = faithfulness(made, five_words());
  check_alike(found.slopes, wanted.slopes);
  check_alike(found.changes, wanted.changes);
  CHECK(found.even_tvd == Approx(wanted.even_tvd).margin(1e-6));
  CHECK(found.worst.tvd == Approx(wanted.worst.tvd).margin(1e-3));
  check_alike(found.permuted.changes.tvd, wanted.permuted.changes.tvd);
}

TEST_CASE("Leaving a word out under edits moves them with their words", "[explain]") {
  for (const std::string name : {"attribution_lstm", "attribution_bert"}) {
    CAPTURE(name);
    const Oracle io(name);
    Explainable model = name == "attribution_lstm" ? attribution_lstm(io) : attribution_bert(io);
    const Subject plain = model.subject();
    const bool pools = plain.anatomy.maps[0].kind == "pooling";
    const std::string row = pools ? "0.0.0" : "0.0.2";
    const auto logit = [&](const std::vector<std::string>& changes, const EncodedText& text) {
      return logits_of(edited_subject(plain, changes), {text}).at(0, 1);
    };
    const std::string before = pools ? row : "0.0.1";
    const double whole = logit({row + ".3=0.6"}, five_words());
    const std::vector<double> found =
        values_of_method("leave-one-out", edited_subject(plain, {row + ".3=0.6"}), five_words());
    const auto shorter = [&](int token) { return without(plain.text, five_words(), {token}); };
    check_alike({found[1], found[3], found[4]},
                {whole - logit({before + ".2=0.6"}, shorter(1)), whole - logit({}, shorter(3)),
                 whole - logit({row + ".3=0.6"}, shorter(4))});
    const std::vector<double> rows =
        values_of_method("leave-one-out", edited_subject(plain, {row + "=0.1,0.2,0.3,0.4,0"}), five_words());
    CHECK(rows[1] == Approx(logit({row + "=0.1,0.2,0.3,0.4,0"}, five_words()) -
                            logit({before + "=0.1,0.3,0.4,0"}, shorter(1)))
                         .margin(1e-5));
  }
}

TEST_CASE("Sums of direct logits under edits are the edited logit", "[explain]") {
  for (const std::string name : {"attribution_lstm", "attribution_bert"}) {
    CAPTURE(name);
    const Oracle io(name);
    Explainable model = name == "attribution_lstm" ? attribution_lstm(io) : attribution_bert(io);
    const bool pools = model.subject().anatomy.maps[0].kind == "pooling";
    const Subject subject = edited_subject(
        model.subject(),
        pools ? std::vector<std::string>{"0.0.0.2=0.7"}
              : std::vector<std::string>{"0.1.2.3=0.9", "0.2.off", "1.*.even", "1.0.permuted=3"});
    const std::vector<double> logits = logits_of(subject, {five_words()}).values;
    CHECK(std::abs(logits[1] - logits_of(model.subject(), {five_words()}).values[1]) > 1e-4);
    for (const Contributions& c : contributions(subject, five_words())) {
      const double logit = logits[static_cast<size_t>(c.label)];
      CHECK(c.logit == Approx(logit).margin(1e-6));
      CHECK(c.sum == Approx(logit).margin(1e-4));
      CHECK_FALSE(c.remainder.has_value());
    }
  }
}

TEST_CASE("Gradients go through the weights that share the rest, and through shuffled ones", "[explain]") {
  const Oracle io("attribution_bert");
  Explainable model = attribution_bert(io);
  for (const std::vector<std::string>& changes :
       {std::vector<std::string>{"0.1.2.3=0.5", "1.*.*.0=0.3"}, {"0.*.permuted=5", "1.0.0.only=2"}}) {
    const IntegratedGradients found = integrated_gradients(edited_subject(model.subject(), changes),
                                                           five_words(), {0, 1, Target::Of::kLogit});
    double size = 0;
    for (const double value : found.values) size += std::abs(value);
    CHECK(size > 1e-2);
    CHECK(std::abs(found.gap) <= 1e-3 * size);  // completeness
  }
}

TEST_CASE("Texts of a batch are each edited by themselves", "[explain]") {
  const Oracle io("attribution_bert");
  Explainable model = attribution_bert(io);
  const EncodedText other = five_words({2, 11, 8, 30, 3});
  const Subject subject =
      edited_subject(model.subject(), {"0.0.1.only=2", "1.3.other", "state.0.1.other"}, &other);
  const std::vector<EncodedText> texts{five_words(), five_words({2, 12, 13, 14, 3})};
  const Matrix both = logits_of(subject, texts);
  for (int64_t i = 0; i < 2; ++i) {
    const Matrix alone = logits_of(subject, {texts[static_cast<size_t>(i)]});
    check_alike({both.at(i, 0), both.at(i, 1)}, alone.values);
  }
}

TEST_CASE("What is not defined under an edit is refused, with what remains", "[explain]") {
  const Oracle io("attribution_bert");
  Explainable model = attribution_bert(io);
  const EncodedText other = five_words({2, 11, 8, 30, 3});
  const Subject shuffled = edited_subject(model.subject(), {"0.0.permuted=1"}),
                taken = edited_subject(model.subject(), {"state.0.1.other"}, &other);
  CHECK(contains(lacks(method_named("leave-one-out"), shuffled, five_words()),
                 "leave-one-out-unknown and all other methods remain"));
  CHECK(lacks(method_named("contribution"), shuffled, five_words()).empty());
  CHECK(contains(lacks(method_named("contribution"), taken, five_words()), "all other methods remain"));
  CHECK(lacks(method_named("leave-one-out-unknown"), taken, five_words()).empty());
  CHECK(contains(message_of([&] { faithfulness(shuffled, five_words()); }), "0.0.permuted=1"));
}
