// Folders of encoders and encoder-decoders as the Hub has them, with what they must give: references in the
// shared data, and what public reports of other tools were about. Skipped, with a message, where these are
// not there.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/base/file.h"
#include "engine/format/json.h"
#include "engine/session/models/model.h"
#include "engine/session/models/quantize.h"
#include "engine/session/translating/translate.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/message.h"
#include "tests/engine/session/tiny_folder.h"

using namespace heed;
using namespace heed::session;
using namespace heed::test;
using nlohmann::json;

namespace {

bool is_there(const std::string& folder) {
  if (std::filesystem::exists(folder)) return true;
  WARN("skipped: " << folder << " is not there");
  return false;
}

json json_file(const std::string& path) {
  return parse_json(read_file(path), path);
}

// Greedy translation: the tokens and what each one's probability was.
void check_written(const Model& model, const json& expected, double margin) {
  TranslateOptions options;
  options.beam = 1;
  options.tokens = expected.at("tokens_asked");
  const Translation found = translate(model, expected.at("text"), options);
  REQUIRE(found.target_tokens.size() == expected.at("written").size());
  for (size_t n = 0; n < found.target_tokens.size(); ++n) {
    CHECK(found.target_tokens[n].id == expected.at("written")[n]);
    CHECK(found.target_tokens[n].probability ==
          Approx(expected.at("probabilities_of_written")[n].get<double>()).margin(margin));
  }
}

void check_masks(const Model& model, const json& expected, double margin) {
  const FilledMasks filled =
      model.fill_mask(expected.at("text"), static_cast<int>(expected.at("top").size()));
  REQUIRE(filled.masks.size() == 1);
  CHECK(filled.masks[0].position == expected.at("mask_at"));
  for (size_t n = 0; n < filled.masks[0].candidates.size(); ++n) {
    CHECK(filled.masks[0].candidates[n].id == expected.at("top")[n].at("id"));
    CHECK(filled.masks[0].candidates[n].probability ==
          Approx(expected.at("top")[n].at("probability").get<double>()).margin(margin));
  }
}

void check_classes(const Model& model, const std::string& text, const std::vector<double>& probabilities) {
  const Analysis found = model.analyse(text);
  REQUIRE(found.classes.size() == probabilities.size());
  for (size_t c = 0; c < probabilities.size(); ++c)
    CHECK(found.classes[c].probability == Approx(probabilities[c]).margin(2e-6));
}

void check_folder(const Model& model, const json& expected, double margin = 2e-5) {
  if (expected.contains("written"))
    check_written(model, expected, margin);
  else if (expected.contains("mask_at"))
    check_masks(model, expected, margin);
  else
    check_classes(model, expected.at("text"), expected.at("probabilities").get<std::vector<double>>());
}

}  // namespace

TEST_CASE("reference folders of encoders give what they must", "[session][hub]") {
  const std::string all = shared_path("oracle/hub/encoders/");
  if (!is_there(all)) return;
  for (const char* name :
       {"marian-bias", "pegasus-bias", "untied-bert", "untied-roberta", "untied-distilbert", "untied-albert",
        "untied-marian", "roberta-gelu", "roberta-pad-inside", "unused-tensors"}) {
    CAPTURE(name);
    check_folder(Model::open(all + name), json_file(all + name + "/expected.json"));
  }
}

TEST_CASE("scores of their own and biases of words outlive quantising", "[session][hub]") {
  const std::string all = shared_path("oracle/hub/encoders/");
  if (!is_there(all)) return;
  const TempFolder folder;
  for (const char* name : {"marian-bias", "untied-bert", "untied-marian"}) {
    CAPTURE(name);
    quantize(all + name, folder.path(name));
    const json expected = json_file(all + name + "/expected.json");
    const Model model = Model::open(folder.path(name));
    if (expected.contains("mask_at")) {
      const MaskCandidate best = model.fill_mask(expected["text"], 1).masks.at(0).candidates.at(0);
      CHECK(best.id == expected["top"][0]["id"]);
      CHECK(best.probability == Approx(expected["top"][0]["probability"].get<double>()).margin(0.05));
    } else {
      TranslateOptions options;
      options.beam = 1, options.tokens = 1;
      CHECK(translate(model, expected["text"], options).target_tokens.at(0).id == expected["written"][0]);
    }
    CHECK(model.info().warnings.empty());
  }
}

TEST_CASE("families that are not open are refused by name", "[session][hub]") {
  const std::string all = shared_path("oracle/hub/encoders/");
  if (!is_there(all)) return;
  for (const char* name : {"deberta-v3", "deberta-noshare", "mpnet-classifier", "mpnet-masked", "mpnet-model",
                           "t5-tied", "t5-v11", "t5-v5config", "bart", "bart-forced-bos"}) {
    CAPTURE(name);
    const json config = json_file(all + name + "/config.json");
    const std::string message = message_of([&] { Model::open(all + name); });
    CHECK(contains(message, "\"model_type\" is \"" + config.at("model_type").get<std::string>() + "\""));
  }
}

TEST_CASE("what the reference folder does not use is named", "[session][hub]") {
  const std::string folder = shared_path("oracle/hub/encoders/unused-tensors");
  if (!is_there(folder)) return;
  const Model model = Model::open(folder);
  REQUIRE(model.info().warnings.size() == 1);
  const json expected = json_file(folder + "/expected.json");
  const auto named = expected.at("unused_to_be_named").get<std::vector<std::string>>();
  const std::string warning = model.info().warnings[0];
  CHECK(contains(warning, "] " + std::to_string(named.size()) + " tensors are not used"));
  CHECK(std::count_if(named.begin(), named.end(),
                      [&](const std::string& name) { return contains(warning, name); }) == 3);
  for (const char* quiet : {"unused_buffers", "unused_heads_of_pretraining"})
    for (const json& name : expected.at(quiet)) CHECK_FALSE(contains(warning, name.get<std::string>()));
  CHECK(model.analyse("the old man").warnings == model.info().warnings);
  CHECK(to_json(model.info()).at("warnings") == model.info().warnings);
}

TEST_CASE("what other tools got wrong about encoders", "[session][hub]") {
  const std::string all = shared_path("data/cases/"), text = "The film was not very good.";
  if (!is_there(all)) return;
  const std::vector<double> usual = {0.14516517068100726, 0.8548348293189928};
  for (const char* name : {"M01/base", "M01/gamma_beta", "M02/no_prefix", "M14/names_are_numbers",
                           "M14/no_id2label", "M17/whole", "M17/one_too_many", "M18/beyond"}) {
    CAPTURE(name);
    const Model model = Model::open(all + name);
    check_classes(model, text, usual);
    CHECK(model.info().warnings.empty());
  }
  CHECK(Model::open(all + "M14/names_are_numbers").info().classes == std::vector<std::string>{"0", "1"});
  CHECK(Model::open(all + "M14/no_id2label_three_rows").info().classes ==
        std::vector<std::string>{"LABEL_0", "LABEL_1", "LABEL_2"});
  const auto odds = [](double a, double b) {
    const double p = 1 / (1 + std::exp(b - a));
    return std::vector<double>{p, 1 - p};
  };
  check_classes(Model::open(all + "M11/pad_1"), text, odds(-1.6815017211629286, -2.3785228812804418));
  check_classes(Model::open(all + "M11/pad_3"), text, odds(3.6325169821374748, 8.402988771449529));
  CHECK(Model::open(all + "M11/pad_3").info().max_tokens == 16);
  check_classes(Model::open(all + "M13/gelu"), text, odds(-4.68883044458806, -2.015393506802753));
  for (const char* name : {"M13/gelu_new", "M13/gelu_pytorch_tanh", "M13/gelu_fast"})
    check_classes(Model::open(all + name), text, odds(-4.68882475801911, -2.0154046848517284));
  check_classes(Model::open(all + "M13/silu"), text, odds(-4.60100894644336, -2.1585517129569975));
}

TEST_CASE("what other tools let through about encoders is refused", "[session][hub]") {
  const std::string all = shared_path("data/cases/");
  if (!is_there(all)) return;
  const auto refused = [&](const char* name) { return message_of([&] { Model::open(all + name); }); };
  CHECK(contains(refused("M14/two_names_three_rows"), "classifier.weight is [3, 16]"));
  CHECK(contains(refused("M17/one_missing"), "model-00002-of-00002.safetensors"));
  CHECK(contains(refused("M27/nan"), "classifier.weight"));
  const Model beyond = Model::open(all + "M18/beyond");
  CHECK(contains(message_of([&] { beyond.analyse("the film [NEW] was good"); }), "the id 28"));
}

TEST_CASE("a typed separator makes no pair of a text, and that is said", "[session][hub]") {
  const TempFolder folder;
  const Model bert = Model::open(write_tiny(folder, "bert_tiny"));
  CHECK(bert.analyse("w7 w8").warnings.empty());
  const FilledMasks filled = bert.fill_mask("w7 [SEP] [MASK]");
  REQUIRE(filled.warnings.size() == 1);
  CHECK(contains(filled.warnings[0], "the text holds [SEP], which stands between two texts"));
  CHECK(bert.analyse("w7 [SEP] w8").warnings == filled.warnings);
  CHECK(to_json(filled).at("warnings") == filled.warnings);
  const Model distil = Model::open(write_tiny(folder, "distilbert_tiny"));  // it has no segments
  CHECK(distil.analyse("w7 [SEP] w8").warnings.empty());
}
