// Many texts at once are said what each is said by itself.
#include "engine/session/explaining/contributions.h"

#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/session/tiny_folder.h"

using namespace heed;
using namespace heed::session;

namespace {

std::vector<TextContributions> all_of(const Model& model, const std::vector<std::string>& texts) {
  std::vector<TextContributions> all;
  for_contributions(model, texts, [&](size_t i, const TextContributions& found) {
    CHECK(i == all.size());
    all.push_back(found);
    return true;
  });
  return all;
}

void check_same(const TextContributions& found, const Explanation& alone) {
  REQUIRE(found.tokens.size() == alone.analysis.tokens.size());
  REQUIRE(found.classes.size() == alone.contributions.size());
  for (size_t n = 0; n < found.tokens.size(); ++n) CHECK(found.tokens[n] == alone.analysis.tokens[n].text);
  for (size_t c = 0; c < found.classes.size(); ++c) {
    const ClassContributions &got = found.classes[c], &want = alone.contributions[c];
    CHECK(got.label == want.label);
    CHECK(found.probabilities[c] == Approx(alone.analysis.classes[c].probability).margin(1e-6));
    CHECK(got.bias == Approx(want.bias).margin(1e-6));
    CHECK(got.sum == Approx(want.sum).margin(1e-6));
    CHECK(got.logit == Approx(want.logit).margin(1e-6));
    CHECK(got.remainder.has_value() == want.remainder.has_value());
    REQUIRE(got.terms.size() == want.terms.size());
    for (size_t n = 0; n < got.terms.size(); ++n) CHECK(got.terms[n] == Approx(want.terms[n]).margin(1e-6));
    REQUIRE(got.components.size() == want.components.size());
    for (size_t i = 0; i < got.components.size(); ++i) {
      CHECK(got.components[i].name == want.components[i].name);
      CHECK(got.components[i].value == Approx(want.components[i].value).margin(1e-6));
    }
  }
}

// Lengths differ, some have no words, and there are more tokens than one pass takes.
std::vector<std::string> many(const std::vector<std::string>& words) {
  std::vector<std::string> texts;
  for (size_t i = 0; i < 150; ++i) {
    std::string text;
    for (size_t w = 0; w < i * 7 % 23; ++w) text += words[(i * w + w) % words.size()] + " ";
    texts.push_back(text);
  }
  return texts;
}

void check_all(const Model& model, const std::vector<std::string>& texts) {
  const std::vector<TextContributions> all = all_of(model, texts);
  REQUIRE(all.size() == texts.size());
  ExplainOptions options;
  options.attributions = false;
  for (size_t i = 0; i < texts.size(); ++i) check_same(all[i], session::explain(model, texts[i], options));
}

}  // namespace

TEST_CASE("What words add in many texts is what they add in each, of models that ship",
          "[session][explain]") {
  const std::vector<std::string> texts =
      many({"please", "send", "me", "the", "zzyzx", "report", "not", "bad", "today", "NASA", "3", "cup"});
  for (const char* name : {"enron-request", "ag-news-topics", "emotions", "sst2-sentiment"}) {
    CAPTURE(name);
    check_all(Model::open(test::source_path(std::string("assets/models/") + name)), texts);
  }
}

TEST_CASE("Likewise of an encoder, whose layers wrote the sum", "[session][explain]") {
  const test::TempFolder folder;
  check_all(Model::open(test::write_tiny(folder, "distilbert_tiny"), 1), many({"w5", "w9", "w12", "w33"}));
}

TEST_CASE("Texts are explained until it is enough", "[session][explain]") {
  const Model model = Model::open(test::source_path("assets/models/enron-request"));
  size_t seen = 0;
  for_contributions(model, std::vector<std::string>(400, "please send it"),
                    [&](size_t, const TextContributions&) { return ++seen < 3; });
  CHECK(seen == 3);
  for_contributions(
      model, {"please send it at once"},
      [&](size_t, const TextContributions& found) {
        CHECK(found.tokens.size() == 2);
        return true;
      },
      2);
}
