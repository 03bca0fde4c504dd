// A ModernBERT folder in shards: opened, looked at, fine-tuned under another head, and written back.
#include <filesystem>

#include "engine/format/json.h"
#include "engine/session/models/inside/text_network.h"
#include "engine/session/models/model.h"
#include "engine/session/training/training.h"
#include "tests/engine/session/tiny_folder.h"
#include "tests/engine/tasks/word_texts.h"
#include "tests/engine/tensor/oracle.h"

using namespace heed;
using namespace heed::session;
using namespace heed::test;

namespace {

std::string long_text(int words) {
  std::string text;
  for (int i = 0; i < words; ++i) text += (i ? " w" : "w") + std::to_string(5 + i * 7 % 91);
  return text;
}

}  // namespace

TEST_CASE("a ModernBERT of two shards fills masks and shows its maps", "[session][modern-bert]") {
  const TempFolder folder;
  const Model model = Model::open(write_tiny_modern(folder));
  const ModelInfo info = model.info();
  CHECK(info.architecture == "ModernBertForMaskedLM");
  CHECK(info.layers == 4);
  CHECK(info.heads == 4);
  CHECK(info.vocabulary == 96);
  CHECK(info.max_tokens == 64);
  const FilledMasks filled = model.fill_mask("w7 [MASK] w9", 96);
  REQUIRE(filled.masks.size() == 1);
  double sum = 0;
  for (const auto& candidate : filled.masks[0].candidates) sum += candidate.probability;
  CHECK(sum == Approx(1));
}

TEST_CASE("heads computed when they are asked for are those of the window, too", "[session][modern-bert]") {
  const TempFolder folder;
  const Model model = Model::open(write_tiny_modern(folder));
  const std::string text = long_text(20);
  AnalysisOptions options;
  const Analysis whole = model.analyse(text, options);
  options.whole_maps = 5;
  const Analysis later = model.analyse(text, options);
  REQUIRE(later.heads);
  REQUIRE(whole.attention.size() == 4);
  const size_t T = 22;
  for (int layer = 0; layer < 4; ++layer)
    for (int head = 0; head < 4; ++head) {
      const std::vector<float> found = later.heads->weights(layer, head);
      const float* want =
          whole.attention[static_cast<size_t>(layer)].weights.data() + static_cast<size_t>(head) * T * T;
      REQUIRE(found.size() == T * T);
      for (size_t i = 0; i < T * T; ++i) {
        REQUIRE(found[i] == Approx(want[i]).margin(1e-6));
        const auto apart = static_cast<int>(i / T) - static_cast<int>(i % T);
        if (layer % 3 != 0 && std::abs(apart) > 4) REQUIRE(found[i] == 0);
      }
    }
}

TEST_CASE("ModernBERT goes back with every tensor that it came with, in one file", "[session][modern-bert]") {
  const TempFolder folder;
  const std::string path = write_tiny_modern(folder);
  const LibraryNetwork network = open_as_it_is(library_files_in(path));
  CHECK(network.unused.empty());
  const auto files =
      library_files(network, network.parts.network->parameters().values(), "float32", "# Tiny\n");
  const SafeTensors back = read_safetensors(files.at("model.safetensors"), "back");
  size_t count = 0;
  for (const char* shard : {"modernbert_tiny_model-00001-of-00002", "modernbert_tiny_model-00002-of-00002"})
    for (const auto& [name, tensor] : std::map(Oracle(shard).tensors())) {
      CAPTURE(name);
      REQUIRE(back.tensors.count(name) == 1);
      CHECK(identical(back.tensors.at(name), tensor));
      ++count;
    }
  CHECK(back.tensors.size() == count);
  CHECK(parse_json(files.at("config.json"), "back") ==
        parse_json(read_file(path + "/config.json"), "config.json"));
  const std::string one = folder.path("one");
  replace_folder_atomically(one, files);
  const std::string text = long_text(30);
  CHECK(Model::open(one).analyse(text).received == Model::open(path).analyse(text).received);
}

TEST_CASE("a classifier keeps the head that masked words have trained", "[session][modern-bert]") {
  const TempFolder folder;
  const std::string path = write_tiny_modern(folder);
  const LibraryNetwork network =
      open_for_training(library_files_in(path), Output::kTexts, {"bad", "good"}, 7);
  CHECK(network.parts.kind == "ModernBertForSequenceClassification");
  const Parameters& parameters = network.parts.network->parameters();
  CHECK(identical(parameters.find("head.dense.weight").value(),
                  Oracle("modernbert_tiny_model-00002-of-00002")["head.dense.weight"]));
  CHECK(parameters.find("classifier.weight").value().defined());
  const Model model = Model::from_files("tuned", library_files(network, parameters.values(), "float32", ""));
  CHECK(model.info().classes == std::vector<std::string>{"bad", "good"});
  const Analysis analysis = model.analyse("w7 w8");
  CHECK(analysis.classes.at(0).probability + analysis.classes.at(1).probability == Approx(1));
}

TEST_CASE("a ModernBERT begun by a recipe learns hidden words, and its folder is the library's",
          "[session][modern-bert]") {
  const TempFolder folder;
  TrainOptions options;
  options.recipe = folder.write("modern.json", R"({"task": "masked-words",
    "model": {"architecture": "modern-bert", "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2,
              "intermediate_size": 48, "max_position_embeddings": 64, "global_attn_every_n_layers": 2,
              "local_attention": 4},
    "text": {"preprocess": ["lower_case"], "max_size": 60},
    "split": {"train": 0.9, "validation": 0.1, "test": 0},
    "training": {"epochs": 4, "epoch_steps": 100, "batch_size": 8, "rows": {"length": 32},
                 "optimizer": {"name": "adamw", "rate": 0.006}, "clip": 1}})");
  options.data = {folder.write("a.txt", counting_text(300, 1))};
  options.out = folder.path("model");
  TrainingRun run(options);
  while (run.step()) {
  }
  // A word is told by those beside it; ten are equally frequent.
  CHECK(run.finish()["validation"]["accuracy"].get<double>() > 0.3);
  const Model model = Model::open(options.out);
  CHECK(model.info().architecture == "ModernBertForMaskedLM");
  const nlohmann::json config = parse_json(folder.read("model/config.json"), "config.json");
  CHECK(config["model_type"] == "modernbert");
  CHECK(config["local_attention"] == 4);
  const auto id = [&](const char* piece) { return model.tokenize(piece).at(1).id; };
  CHECK(config["pad_token_id"] == id("[PAD]"));
  CHECK(config["cls_token_id"] == id("[CLS]"));
  CHECK(config["bos_token_id"] == id("[CLS]"));
  CHECK(config["sep_token_id"] == id("[SEP]"));
  CHECK(config["eos_token_id"] == id("[SEP]"));
}
