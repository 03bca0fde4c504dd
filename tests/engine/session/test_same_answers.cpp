// A model says the same of a text, whatever asks it, with however many texts beside it and threads.
#include <algorithm>
#include <filesystem>
#include <span>

#include "engine/base/file.h"
#include "engine/format/json.h"
#include "engine/format/model_folder.h"
#include "engine/session/explaining/explain.h"
#include "engine/session/models/inside/text_network.h"
#include "engine/session/rows/predictions.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/kernels/instruction_sets.h"
#include "tests/engine/sanitized.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using namespace heed::session;
using namespace heed::test;

namespace {

// Texts of 1 to 24 words, so that those of a batch differ in length.
std::vector<std::string> made_up_texts(size_t count) {
  const std::vector<std::string> words{
      "please", "send",   "me",    "the",    "report",  "a",    "wonderful", "film", "that", "bored", "us",
      "all",    "stocks", "fell",  "as",     "oil",     "rose", "can",       "you",  "call", "today", "?",
      ".",      "not",    "happy", "scared", "angrily", "zxqv", "Berlin",    "won",  "3",    "games"};
  std::vector<std::string> texts;
  uint64_t state = 7;
  const auto next = [&](size_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<size_t>((state >> 33) % below);
  };
  for (size_t i = 0; i < count; ++i) {
    std::string text;
    for (size_t n = next(24) + 1; n > 0; --n) text += words[next(words.size())] + (n > 1 ? " " : "");
    texts.push_back(text);
  }
  return texts;
}

std::vector<double> alone(const Model& model, const std::string& text) {
  std::vector<double> p;
  for (const ClassProbability& one : model.analyse(text).classes) p.push_back(one.probability);
  return p;
}

double furthest(std::span<const double> a, std::span<const double> b) {
  REQUIRE(a.size() == b.size());
  double most = 0;
  for (size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

}  // namespace

TEST_CASE("A text's answer is the same alone, among others and by any number of threads", "[session][same]") {
  const std::string name =
      GENERATE("ag-news-topics", "emotions", "enron-request", "heed-small-emotions", "heed-small-requests",
               "heed-small-sentiment", "heed-small-topics", "sst2-sentiment");
  CAPTURE(name);
  // The sanitizers see one network of each kind, and the first and the last batch of each size.
  if (kSanitized && (name == "heed-small-requests" || name == "heed-small-topics")) return;
  const std::string folder = source_path("assets/models/" + name);
  const std::vector<std::string> texts = made_up_texts(64);
  const Model model = Model::open(folder, 1);
  const size_t C = model.info().classes.size();
  std::vector<double> expected;
  for (const std::string& text : texts)
    for (const double p : alone(model, text)) expected.push_back(p);
  for (const int threads : {2, 3}) {
    const Model other = Model::open(folder, threads);
    for (size_t i = 0; i < texts.size(); i += 7)
      CHECK(furthest(alone(other, texts[i]), std::span(expected).subspan(i * C, C)) < 1e-6);
  }
  for (const int threads : {1, 2, 3}) {
    const Predictor predictor(folder, "cpu", threads);
    for (const size_t together : {1, 2, 3, 5, 8, 16, 31, 64}) {
      CAPTURE(threads, together);
      double most = 0;
      for (size_t first = 0; first < texts.size(); first += together) {
        if (kSanitized && first > 0 && first + together < texts.size()) continue;
        const auto some = std::span(texts).subspan(first, std::min(together, texts.size() - first));
        const Predictions said = predictor.predict(some, [](int64_t) { return true; });
        most = std::max(
            most, furthest(said.probabilities, std::span(expected).subspan(first * C, some.size() * C)));
      }
      CHECK(most < 1e-6);
    }
  }
}

TEST_CASE("A shipped model's scores have the same bits with every instruction set", "[session][same]") {
  const std::string name =
      GENERATE("ag-news-topics", "emotions", "enron-request", "heed-small", "heed-small-emotions",
               "heed-small-requests", "heed-small-sentiment", "heed-small-topics", "heed-writer",
               "sst2-sentiment", "bahdanau-dates", "dates", "translate-de-en");
  CAPTURE(name);
  std::vector<std::string> texts = made_up_texts(3);
  for (int i = 0; i < 30; ++i) texts.back() += " " + texts[static_cast<size_t>(i % 2)];
  texts.emplace_back("please");
  std::vector<float> expected;
  for (const std::string& set : instruction_sets()) {
    CAPTURE(set);
    Device device = device_with(set);
    const TextNetwork parts = open_network(source_path("assets/models/" + name), device);
    std::vector<float> scores;
    for (const std::string& text : texts) {
      EncodedText encoded = parts.text->encode(text);
      parts.text->cut(encoded, static_cast<size_t>(std::min(parts.network->max_tokens(), parts.max_tokens)));
      TextBatch batch = make_batch({encoded}, {0});
      if (parts.network->output() == Output::kTarget) {
        batch.target_ids = Tensor::list<int32_t>({4, 5, 6, 7, 8, 5});
        batch.targets = Spans::packed({6});
      }
      Context ctx;
      ctx.device = &device;
      ctx.memory = &heap();
      const std::vector<float> row = parts.network->forward(ctx, batch).value().values<float>();
      scores.insert(scores.end(), row.begin(), row.end());
    }
    if (expected.empty()) expected = scores;
    CHECK(scores == expected);
  }
}

TEST_CASE("Only a folder that holds 8 bits pays for the same bits on every processor", "[session][same]") {
  const ModelFiles files = read_model_folder(source_path("assets/models/enron-request"));
  for (const std::string storage : {"float32", "int8"}) {
    CAPTURE(storage);
    const TempFolder folder;
    write_model_folder(folder.path("m"), files, storage);
    Device device = device_with("baseline");
    open_network(folder.path("m"), device);
    CHECK((device.state != nullptr) == (storage == "int8"));
  }
}

TEST_CASE("classes and values are what the problem's type makes of the logits, by every door",
          "[session][same]") {
  const std::string name =
      GENERATE("cls-multilabel", "cls-onelabel", "cls-onelabel-single", "reg-one", "reg-three");
  const std::string folder = shared_path("oracle/hub/encoders/" + name);
  if (!std::filesystem::exists(folder)) {
    WARN("skipped: " << folder << " is not there");
    return;
  }
  CAPTURE(name);
  const std::string file = folder + "/expected.json";
  const Model model = Model::open(folder, 1);
  const Predictor predictor(folder, "cpu", 1);
  std::vector<std::string> texts;
  std::vector<double> expected;
  const nlohmann::json oracle = parse_json(read_file(file), file);
  for (const auto& one : oracle["texts"]) {
    const std::string text = texts.emplace_back(one["text"].get<std::string>());
    const Analysis analysis = model.analyse(text);
    const Explanation explanation = session::explain(model, text, {});
    CHECK(analysis.values.size() == (predictor.gives_values() ? one["outputs"].size() : 0));
    for (size_t c = 0; c < one["outputs"].size(); ++c) {
      const auto want = Approx(expected.emplace_back(one["outputs"][c]["value"].get<double>())).margin(1e-4);
      for (const Analysis& found : {analysis, explanation.analysis})
        CHECK((predictor.gives_values() ? found.values[c].value : found.classes[c].probability) == want);
    }
  }
  const Predictions said = predictor.predict(texts, [](int64_t) { return true; });
  CHECK(furthest(said.probabilities, expected) < 1e-4);
}

TEST_CASE("a text of which nothing is read has no answer", "[session][same]") {
  for (const char* name : {"enron-request", "heed-small-sentiment", "ag-news-topics"}) {
    CAPTURE(name);
    const Model model = Model::open(source_path("assets/models/" + std::string(name)), 1);
    const std::vector<std::string> texts{"", "   ", "\a\x01", "a film"};
    const Predictions said = Predictor(model, 1).predict(texts, [](int64_t) { return true; });
    for (size_t i = 0; i < texts.size(); ++i)
      CHECK((said.tokens[i] > 0) == model.analyse(texts[i]).prediction.has_value());
    CHECK(said.tokens[3] > 0);
  }
}
