// What a model answers, after public bug reports of other tools (shared data/cases: A01, A02, A03, A05, A06,
// D16).
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "engine/base/file.h"
#include "engine/format/json.h"
#include "engine/session/explaining/explain.h"
#include "engine/session/reading/vectors.h"
#include "engine/session/view/one_file.h"
#include "engine/session/writing/writer.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/message.h"

using namespace heed;
using namespace heed::session;
using namespace heed::test;
using nlohmann::json;

namespace {

std::string case_folder(const std::string& name) {
  const std::string folder = shared_path("data/cases/" + name);
  if (std::filesystem::exists(folder)) return folder;
  WARN("skipped: " << folder << " is not there");
  return "";
}

Model open_shipped(const std::string& name) {
  return Model::open(source_path("assets/models/" + name), 1);
}

std::vector<double> values_by(const Model& model, const std::string& text, const std::string& method,
                              std::optional<double>* gap = nullptr) {
  ExplainOptions options;
  options.methods = {method};
  const Explanation found = session::explain(model, text, options);
  REQUIRE(found.attributions.size() == 1);
  REQUIRE(found.attributions[0].values.size() == found.analysis.tokens.size());
  if (gap != nullptr) *gap = found.attributions[0].gap;
  return found.attributions[0].values;
}

// A JSON number cannot be NaN or infinite: such a one is written as null.
bool has_null_numbers(const json& value) {
  if (value.is_array())
    return std::any_of(value.begin(), value.end(),
                       [](const json& one) { return one.is_null() || has_null_numbers(one); });
  if (value.is_object())
    return std::any_of(value.begin(), value.end(), [](const json& one) { return has_null_numbers(one); });
  return value.is_number_float() && !std::isfinite(value.get<double>());
}

}  // namespace

TEST_CASE("reported: all attention on [SEP] leaves numbers, whatever is asked", "[session][reported]") {
  const std::string folder = case_folder("A01");
  if (folder.empty()) return;
  const json expected = parse_json(read_file(folder + "/expected.json"), folder);
  const auto text = expected["text"].get<std::string>();
  const Model model = Model::open(folder + "/sink", 1);
  AnalysisOptions every;
  every.every_layer = true;
  const Analysis analysis = model.analyse(text, every);
  REQUIRE_FALSE(analysis.attention.empty());
  for (const AttentionMap& map : analysis.attention)
    for (int64_t i = 0; i < map.H * map.T * map.S; ++i)
      CHECK(map.weights[static_cast<size_t>(i)] == Approx(i % map.S == map.S - 1 ? 1 : 0).margin(1e-6));
  CHECK_FALSE(has_null_numbers(to_json(analysis, true)));
  for (const json& method : describe_methods()) {
    CAPTURE(method["name"]);
    for (const double value : values_by(model, text, method["name"])) CHECK(std::isfinite(value));
  }
  ExplainOptions edited;
  edited.edits = {"0.0.even", "token.1.hide"};
  CHECK_FALSE(has_null_numbers(to_json(session::explain(model, text, edited), true)));
  CHECK(one_file(model, {text}).find("NaN") == std::string::npos);
}

TEST_CASE("reported: an empty prompt begins with the token that begins a text", "[session][reported]") {
  const Model model = open_shipped("heed-writer");
  Writer writer(model, "");
  REQUIRE(writer.given().size() == 1);
  CHECK(writer.given()[0].token == "<|endoftext|>");
  double sum = 0;
  for (const NextToken& one : writer.candidates(1 << 20)) sum += one.probability;
  CHECK(sum == Approx(1));
  CHECK(writer.write().has_value());
  for (const char* name : {"enron-request", "heed-small-sentiment"}) {
    const Analysis nothing = open_shipped(name).analyse("");
    CHECK_FALSE(nothing.prediction);
    CHECK(nothing.tokens.empty());
    CHECK(session::explain(open_shipped(name), "").contributions.empty());
  }
}

TEST_CASE("reported: a word that is there three times has three values", "[session][reported]") {
  const Model model = open_shipped("heed-small-sentiment");
  const std::string text = "a good good good film";
  const Analysis analysis = model.analyse(text);
  for (const char* method : {"contribution", "integrated-gradients", "leave-one-out", "gradient-input"}) {
    CAPTURE(method);
    const std::vector<double> values = values_by(model, text, method);
    std::vector<double> of_good;
    for (size_t i = 0; i < values.size(); ++i)
      if (analysis.tokens[i].text == "good") of_good.push_back(values[i]);
    REQUIRE(of_good.size() == 3);
    for (const double value : of_good) CHECK(value != 0);
    if (method == std::string("leave-one-out"))  // whichever is left out, the same text is left
      CHECK(of_good[0] == Approx(of_good[2]));
    else
      CHECK(of_good[0] != of_good[2]);
  }
}

TEST_CASE("reported: integrated gradients say by how much they miss their sum", "[session][reported]") {
  const Model model = open_shipped("heed-small-sentiment");
  std::optional<double> gap;
  const std::vector<double> values =
      values_by(model, "A wonderful film that bored me.", "integrated-gradients", &gap);
  REQUIRE(gap);
  CHECK(std::fabs(*gap) < 0.05);  // of a sum of some units
  double size = 0;
  for (const double value : values) size += std::fabs(value);
  CHECK(size > 20 * std::fabs(*gap));
}

TEST_CASE("reported: of a long text it is said how much was read", "[session][reported]") {
  const Model model = open_shipped("heed-small-sentiment");
  std::string text;
  for (int i = 0; i < 2000; ++i) text += "film ";
  const Analysis analysis = model.analyse(text);
  CHECK(analysis.total_tokens == 2002);
  CHECK(analysis.tokens.size() == 512);
  REQUIRE(analysis.cut_at);
  CHECK(analysis.cut_by == "model");
  CHECK(*analysis.cut_at == analysis.tokens[510].end);
  CHECK(analysis.attention.back().S == 512);
}

TEST_CASE("reported: words of vectors with spaces, headers, and words that are there twice",
          "[session][reported]") {
  const std::string folder = case_folder("D16");
  if (folder.empty()) return;
  const json expected = parse_json(read_file(folder + "/expected.json"), folder);
  const auto words_of = [](const json& list) {
    std::vector<std::string> words;
    for (const json& word : list) words.push_back(word.get<std::string>());
    return words;
  };
  const auto words = words_of(expected["spaces"]["words"]);
  const WordVectors spaces = WordVectors::open(folder + "/spaces.txt", {});
  std::vector<float> vector(static_cast<size_t>(spaces.D()));
  CHECK(spaces.D() == 5);
  for (const std::string& word : words)
    if (word.size() > 1 || word != " ") {
      CAPTURE(word);
      CHECK(spaces.find(word, vector.data()));
    }
  REQUIRE(spaces.find("cat", vector.data()));
  CHECK(vector == std::vector<float>{0.4f, -0.5f, -0.4f, -0.3f, -0.2f});
  REQUIRE(spaces.find("at name@domain.com", vector.data()));
  CHECK(vector == std::vector<float>{-0.4f, -0.3f, -0.2f, -0.1f, 0});
  CHECK_FALSE(spaces.find("dog", vector.data()));
  std::string warnings;
  for (const std::string& warning : spaces.warnings()) warnings += warning + "\n";
  INFO(warnings);
  CHECK(contains(warnings, "9"));
  const WordVectors header = WordVectors::open(folder + "/header.vec", {});
  CHECK(header.size() == expected["header"]["words"]);
  CHECK(header.D() == expected["header"]["width"]);
  CHECK_FALSE(header.find("4", std::vector<float>(5).data()));
}
