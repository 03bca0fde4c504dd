// Explanations of the models that ship, and of tiny ones of the BERT family: what words add is the score.
#include "engine/session/explaining/explain.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/session/explaining/text_faithfulness.h"
#include "engine/session/models/inside/model_impl.h"
#include "engine/session/models/model.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/session/tiny_folder.h"

using namespace heed;
using namespace heed::session;
using test::contains;
using test::message_of;

namespace {

const char* const kShipped[] = {"enron-request", "ag-news-topics", "emotions", "sst2-sentiment"};
const char* const kTexts[] = {"Please send me the signed contract before noon.",
                              "Could you look over my draft and tell me what is missing?",
                              "The film is not as bad as zzyzx says, it is worse.",
                              "NASA sues 3 teams over a cup final",
                              "no",
                              "ok ok ok ok"};

Model shipped_model(const std::string& name) {
  return Model::open(test::source_path("assets/models/" + name));
}

const Attributed& method(const Explanation& e, const std::string& name) {
  const auto found = std::find_if(e.attributions.begin(), e.attributions.end(),
                                  [&](const Attributed& a) { return a.method == name; });
  REQUIRE(found != e.attributions.end());
  return *found;
}

double sum_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

void check_sums(const Explanation& e) {
  REQUIRE(e.contributions.size() == e.analysis.classes.size());
  for (const ClassContributions& c : e.contributions) {
    CAPTURE(c.label);
    const double scale = std::max(std::abs(c.logit), 1.0);
    CHECK(c.terms.size() == e.analysis.tokens.size());
    CHECK(std::abs(sum_of(c.terms) + c.bias - c.sum) <= 1e-9 * scale);
    CHECK(std::abs(c.sum + c.remainder.value_or(0) - c.logit) <= 1e-4 * scale);
    double components = 0;
    for (const ContributionPart& part : c.components) components += part.value;
    CHECK(std::abs(components - c.sum) <= 1e-9 * scale);
    for (size_t n = 0; n < c.parts.size(); ++n) {
      double parts = 0;
      for (const ContributionPart& part : c.parts[n]) parts += part.value;
      CHECK(std::abs(parts - c.terms[n]) <= 1e-9 * scale);
    }
  }
}

// softmax of the logits is what the Analysis says.
void check_probabilities(const Explanation& e) {
  double sum = 0;
  for (const ClassContributions& c : e.contributions) sum += std::exp(c.logit);
  for (size_t c = 0; c < e.contributions.size(); ++c)
    CHECK(std::exp(e.contributions[c].logit) / sum == Approx(e.analysis.classes[c].probability).margin(1e-4));
}

}  // namespace

TEST_CASE("What words add to each class is its score, of every model that ships", "[session][explain]") {
  ExplainOptions options;
  options.methods = {"contribution"};
  for (const char* name : kShipped) {
    CAPTURE(name);
    const Model model = shipped_model(name);
    for (const char* text : kTexts) {
      CAPTURE(text);
      const Explanation e = session::explain(model, text, options);
      check_sums(e);
      check_probabilities(e);
      for (const ClassContributions& c : e.contributions) CHECK_FALSE(c.remainder.has_value());
      CHECK(std::abs(*method(e, "contribution").gap) <=
            1e-4 * std::max(1.0, std::abs(e.contributions[0].logit)));
    }
  }
}

TEST_CASE("Phrases are named by their words", "[session][explain]") {
  const Model model = shipped_model("enron-request");
  const Explanation e = session::explain(model, "Could you send it?", {{"contribution"}, "", "", {}, "", {}});
  std::vector<std::string> phrases;
  for (const auto& parts : e.contributions[1].parts)
    for (const ContributionPart& part : parts)
      if (part.name == "phrase") phrases.push_back(part.text);
  CHECK(std::find(phrases.begin(), phrases.end(), "could you") != phrases.end());
  CHECK(std::find(phrases.begin(), phrases.end(), "<s> could you") != phrases.end());
  ExplainOptions without;
  without.parts = without.attributions = false;
  const Explanation bare = session::explain(model, "Could you send it?", without);
  CHECK(bare.contributions[1].parts.empty());
  // Phrases are added up by the pass, in float32, not one by one.
  for (size_t n = 0; n < bare.contributions[1].terms.size(); ++n)
    CHECK(bare.contributions[1].terms[n] == Approx(e.contributions[1].terms[n]).epsilon(1e-6));
  CHECK(bare.contributions[1].components.size() == e.contributions[1].components.size());
  // One class alone is what it is among all.
  without.classes = {e.contributions[1].label};
  const Explanation one = session::explain(model, "Could you send it?", without);
  REQUIRE(one.contributions.size() == 1);
  CHECK(one.contributions[0].label == e.contributions[1].label);
  CHECK(one.contributions[0].terms == bare.contributions[1].terms);
  CHECK(one.contributions[0].bias == bare.contributions[1].bias);
  without.analysed = false;
  CHECK(session::explain(model, "Could you send it?", without).analysis.tokens.empty());
  CHECK(session::explain(model, " ", without).contributions.empty());
}

TEST_CASE("Every method has a value for each token, and says which class it is about", "[session][explain]") {
  for (const char* name : kShipped) {
    CAPTURE(name);
    const Model model = shipped_model(name);
    const Explanation e = session::explain(model, kTexts[0]);
    for (const char* asked : {"contribution", "attention", "gradient-input", "integrated-gradients",
                              "leave-one-out", "attention-gradient", "rollout", "value-norm", "flow"}) {
      CAPTURE(asked);
      const Attributed& a = method(e, asked);
      CHECK(a.values.size() == e.analysis.tokens.size());
      for (const double value : a.values) CHECK(std::isfinite(value));
      const std::string word = asked;
      const bool looks = word == "attention" || word == "rollout" || word == "value-norm" || word == "flow";
      CHECK(a.label == (looks ? "" : e.analysis.prediction->label));
    }
    const Attributed& integrated = method(e, "integrated-gradients");
    CHECK(std::abs(*integrated.gap) <= 0.02 * std::max(1.0, std::abs(sum_of(integrated.values))));
    const std::vector<double>& received = method(e, "attention").values;
    for (size_t n = 0; n < received.size(); ++n)
      CHECK(received[n] == Approx(e.analysis.received[n]).margin(1e-5));
  }
}

// Vectors of any length say as much there: from zero the way never added up, and slopes along it were none.
TEST_CASE("Of encoders that bring vectors to one length integrated gradients begin at masks",
          "[session][explain]") {
  for (const char* name : {"heed-small-sentiment", "heed-small-topics"}) {
    CAPTURE(name);
    const Explanation e =
        session::explain(shipped_model(name), "I did not like the film, but the music was lovely.");
    const auto size_of = [&](const char* asked) {
      double size = 0;
      for (const double value : method(e, asked).values) size += std::abs(value);
      return size;
    };
    const Attributed& integrated = method(e, "integrated-gradients");
    CHECK(std::abs(*integrated.gap) <= 1e-3 * size_of("integrated-gradients"));
    CHECK(integrated.steps <= 64);
    CHECK(integrated.values.front() == 0);  // [CLS] is what it is in a sentence of masks
    CHECK(integrated.values.back() == 0);
    CHECK(size_of("gradient-input") > 0.1);
  }
}

TEST_CASE("A contrast is the difference of two classes", "[session][explain]") {
  const Model model = shipped_model("emotions");
  const auto asked = [&](const std::string& label, const std::string& against) {
    return session::explain(model, kTexts[2],
                            {{"contribution", "leave-one-out"}, label, against, {}, "", {}});
  };
  const Explanation joy = asked("joy", ""), fear = asked("fear", ""), both = asked("joy", "fear");
  for (const char* name : {"contribution", "leave-one-out"})
    for (size_t n = 0; n < joy.analysis.tokens.size(); ++n)
      CHECK(method(both, name).values[n] ==
            Approx(method(joy, name).values[n] - method(fear, name).values[n]).margin(1e-5));
  CHECK(method(both, "contribution").against == "fear");
  CHECK_THROWS_AS(asked("anguish", ""), UsageError);
  ExplainOptions unknown;
  unknown.classes = {"anguish"};
  CHECK_THROWS_AS(session::explain(model, kTexts[0], unknown), UsageError);
  CHECK_THROWS_AS(asked("joy", "anguish"), UsageError);
}

TEST_CASE("Leaving a word out is what the shorter sentence says", "[session][explain]") {
  const Model model = shipped_model("enron-request");
  const Explanation e =
      session::explain(model, "please send it", {{"leave-one-out"}, "request", "", {}, "", {}});
  const Explanation shorter =
      session::explain(model, "please it", {{"leave-one-out"}, "request", "", {}, "", {}});
  CHECK(method(e, "leave-one-out").values[1] ==
        Approx(e.contributions[1].logit - shorter.contributions[1].logit).margin(1e-4));
}

TEST_CASE("Under edits the explanation is that of the edited run", "[session][explain]") {
  const Model model = shipped_model("enron-request");
  ExplainOptions options{{"contribution", "leave-one-out"}, "", "", {"token.1=review"}, "", {}};
  const Explanation e = session::explain(model, "please send it", options);
  const Explanation typed =
      session::explain(model, "please review it", {{"contribution", "leave-one-out"}, "", "", {}, "", {}});
  REQUIRE(e.edited.has_value());
  REQUIRE(e.explained().tokens.size() == 3);
  CHECK(e.explained().tokens[1].text == "review");
  for (size_t c = 0; c < 2; ++c) {
    CHECK(e.edited->run.classes[c].probability == Approx(typed.analysis.classes[c].probability).margin(1e-6));
    CHECK(e.analysis.classes[c].probability == model.analyse("please send it").classes[c].probability);
    CHECK(e.contributions[c].logit == Approx(typed.contributions[c].logit).margin(1e-5));
    for (size_t n = 0; n < 3; ++n) {
      CHECK(e.contributions[c].terms[n] == Approx(typed.contributions[c].terms[n]).margin(1e-5));
      CHECK(method(e, "leave-one-out").values[n] ==
            Approx(method(typed, "leave-one-out").values[n]).margin(1e-5));
    }
  }
  options.edits = {"0.0.other"};
  options.other = "could you come";
  CHECK(contains(message_of([&] { session::explain(model, "please send it", options); }),
                 "leave-one-out-unknown and all other methods remain"));
  options.methods = {"contribution"};
  CHECK(session::explain(model, "please send it", options).edited->edits ==
        std::vector<std::string>{"0.0.other"});
  options.edits = {"0.7.off"};
  CHECK(contains(message_of([&] { session::explain(model, "please send it", options); }), "1 heads"));
  options.edits = {"bogus"};
  CHECK_THROWS_AS(session::explain(model, "please send it", options), UsageError);
}

TEST_CASE("A run under edits is read as any text is, however long it is", "[session][explain]") {
  const Model model = shipped_model("heed-small-sentiment");
  const std::string text = "I did not like the film, but the music was lovely.";
  const Analysis shorter = changed_run(model, text, {"token.3.remove"}),
                 typed = model.analyse("I did like the film, but the music was lovely.");
  REQUIRE(shorter.tokens.size() == typed.tokens.size());
  CHECK(shorter.tokens[3].text == typed.tokens[3].text);
  CHECK(shorter.classes[1].probability == Approx(typed.classes[1].probability).margin(1e-5));
  for (size_t n = 0; n < typed.received.size(); ++n)
    CHECK(shorter.received[n] == Approx(typed.received[n]).margin(1e-5));

  AnalysisOptions one_by_one;
  one_by_one.whole_maps = 4;
  const int last = static_cast<int>(typed.attention.size()) - 1;
  const std::vector<std::string> edits{"0.1.even", std::to_string(last) + ".0.2.only=1"};
  const Analysis whole = changed_run(model, text, edits),
                 headed = changed_run(model, text, edits, "", one_by_one);
  REQUIRE(headed.heads != nullptr);
  for (const AttentionMap& map : whole.attention)
    for (const int head : {Heads::kMean, 0, 1}) {
      const std::vector<float> want = head_of(map, head), got = headed.heads->weights(map.layer, head);
      REQUIRE(got.size() == want.size());
      for (size_t i = 0; i < want.size(); ++i) CHECK(got[i] == Approx(want[i]).margin(1e-5));
    }
  for (size_t n = 0; n < whole.received.size(); ++n)
    CHECK(headed.received[n] == Approx(whole.received[n]).margin(1e-5));
  CHECK(contains(message_of([&] { changed_run(shipped_model("enron-request"), "no", {"token.0.remove"}); }),
                 "no word of the text is left"));
}

TEST_CASE("Faithfulness under edits is that of the edited run", "[session][explain]") {
  const Model model = shipped_model("enron-request");
  ExperimentOptions agreement;
  agreement.wanted.clear();
  agreement.agreement = true;
  agreement.edits = {"token.1=review"};
  const TextFaithfulness edited = text_experiments(model, "please send it", agreement)->agreement.value(),
                         typed = text_faithfulness(model, "please review it").value();
  for (size_t n = 0; n < 3; ++n)
    CHECK(edited.left_out.values[n] == Approx(typed.left_out.values[n]).margin(1e-5));
  ExperimentOptions even;
  even.wanted = {"even"};
  CHECK(text_experiments(model, "please send it", even)->even->moved > 1e-4);
  even.edits = {"0.0.even"};
  CHECK(text_experiments(model, "please send it", even)->even->moved == Approx(0).margin(1e-6));
}

TEST_CASE("Patching takes states of another text, layer by layer", "[session][explain]") {
  const Model film = shipped_model("sst2-sentiment");
  const std::string good = "A good film .", bad = "A bad film .";
  ExplainOptions options;
  options.other = bad;
  options.patching = -1;
  options.attributions = false;
  const Patched all = session::explain(film, good, options).patched.value();
  CHECK(all.label == "positive");
  REQUIRE(all.layers == std::vector<int>{0});
  REQUIRE(all.scores[0].size() == 4);
  CHECK(all.of_other < all.score);
  // The word that differs carries most of the difference.
  CHECK(*std::min_element(all.scores[0].begin(), all.scores[0].end()) == all.scores[0][1]);
  options.patching = 0;
  CHECK(session::explain(film, good, options).patched->scores == all.scores);
  options.patching = 1;
  CHECK(contains(message_of([&] { session::explain(film, good, options); }), "no layer 1"));
  options.patching = -1;
  options.other = "Bad .";
  CHECK(contains(message_of([&] { session::explain(film, good, options); }), "4 and 2 tokens"));
  options.other = "";
  CHECK(contains(message_of([&] { session::explain(film, good, options); }), "another text"));
  options.other = bad;
  CHECK(contains(message_of([&] { session::explain(shipped_model("enron-request"), good, options); }),
                 "no layers"));
}

TEST_CASE("Named methods that cannot be asked are an error, or left out where that is wanted",
          "[session][explain]") {
  const Model film = shipped_model("sst2-sentiment");
  ExplainOptions options;
  options.methods = {"leave-one-out-masked", "attention"};
  CHECK(contains(message_of([&] { session::explain(film, kTexts[0], options); }), "cannot be asked here"));
  options.unasked = true;
  const Explanation e = session::explain(film, kTexts[0], options);
  REQUIRE(e.attributions.size() == 1);
  CHECK(e.attributions[0].method == "attention");
}

TEST_CASE("What a text is said to be comes along without edits where it is asked for", "[session][explain]") {
  const Model film = shipped_model("sst2-sentiment");
  ExplainOptions options;
  options.answered = true;
  const Explanation e = session::explain(film, kTexts[0], options);
  REQUIRE(e.edited.has_value());
  CHECK(e.edited->edits.empty());
  CHECK(e.edited->run.classes[0].probability == Approx(e.analysis.classes[0].probability));
  CHECK(e.edited->run.attention.size() == e.analysis.attention.size());
}

TEST_CASE("A text without tokens has no explanation, and others have no classes", "[session][explain]") {
  const Model model = shipped_model("enron-request");
  const nlohmann::json empty = to_json(session::explain(model, ""));
  CHECK(empty["contributions"].empty());
  CHECK(empty["attributions"].empty());
  CHECK(empty["prediction"].is_null());
  CHECK_THROWS_AS(session::explain(model, "x", {{"bogus"}, "", "", {}, "", {}}), UsageError);
  CHECK(contains(message_of([&] {
                   session::explain(model, "x", {{"leave-one-out-masked"}, "", "", {}, "", {}});
                 }),
                 "no mask"));
  const test::TempFolder folder;
  const Model masked = Model::open(test::write_tiny(folder, "bert_tiny"), 1);
  CHECK(contains(message_of([&] { session::explain(masked, "w5"); }), "expected a text classifier"));
}

TEST_CASE("Of the BERT family the terms are the score, int8 or not", "[session][explain]") {
  const test::TempFolder folder;
  const std::string place = test::write_tiny(folder, "distilbert_tiny");
  for (const Precision precision : {Precision::kAsStored, Precision::kInt8}) {
    const Model model = Model::open(place, 1, precision);
    const Analysis before = model.analyse("w5 w9 w12 w33");
    const Explanation e = session::explain(model, "w5 w9 w12 w33");
    check_sums(e);
    if (precision == Precision::kAsStored) check_probabilities(e);
    for (const ClassContributions& c : e.contributions)  // 8-bit products leave more than float32 does
      CHECK(std::abs(c.remainder.value_or(0)) <= (precision == Precision::kInt8 ? 0.02 : 0));
    ExplainOptions last;
    last.classes = {e.contributions.back().label};
    const Explanation one = session::explain(model, "w5 w9 w12 w33", last);
    REQUIRE(one.contributions.size() == 1);
    CHECK(one.contributions[0].terms == e.contributions.back().terms);
    CHECK(one.contributions[0].bias == e.contributions.back().bias);
    CHECK(method(e, "leave-one-out").values.front() == 0);  // [CLS] is not of the text
    CHECK(method(e, "leave-one-out-masked").values[1] != 0);
    // It computes as before.
    for (size_t c = 0; c < before.classes.size(); ++c)
      CHECK(model.analyse("w5 w9 w12 w33").classes[c].probability == before.classes[c].probability);
  }
}

TEST_CASE("An explanation's JSON is the contract's", "[session][explain]") {
  const nlohmann::json written = to_json(session::explain(shipped_model("sst2-sentiment"), "a fine film"));
  for (const nlohmann::json& c : written["contributions"]) {
    double sum = c["bias"];
    for (const nlohmann::json& term : c["terms"]) sum += term["value"].get<double>();
    CHECK(sum == Approx(c["sum"].get<double>()));
    CHECK_FALSE(c.contains("remainder"));
  }
  CHECK(written["contributions"][0]["terms"][2]["token"] == 2);
  for (const nlohmann::json& a : written["attributions"]) {
    CHECK(a["values"].size() == 3);
    CHECK(a.contains("gap"));
  }
  for (const nlohmann::json& m : describe_methods())
    for (const char* key : {"title", "formula", "measures", "misses", "source"})
      CHECK_FALSE(m[key].get<std::string>().empty());
}

TEST_CASE("Of our encoders the terms are the score, int8 or not", "[session][explain]") {
  for (const Precision precision : {Precision::kAsStored, Precision::kInt8}) {
    const Model model = Model::open(test::source_path("assets/models/heed-small-sentiment"), 1, precision);
    const Explanation e = session::explain(model, "A dull, lifeless and endless film.");
    check_sums(e);
    for (const ClassContributions& c : e.contributions) CHECK_FALSE(c.remainder.has_value());
    const std::vector<double>& terms = e.contributions.front().terms;
    CHECK(std::max_element(terms.begin(), terms.end()) == terms.begin() + 2);  // [CLS] a dull
  }
}
