// Folders in the Hugging Face library's layout: opened for training, and written back as they were.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/base/file.h"
#include "engine/format/json.h"
#include "engine/session/models/inside/text_network.h"
#include "engine/session/models/model.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/message.h"
#include "tests/engine/session/tiny_folder.h"
#include "tests/engine/tensor/oracle.h"

using namespace heed;
using namespace heed::session;
using namespace heed::test;

namespace {

nlohmann::json json_in(const std::map<std::string, std::string>& files) {
  return parse_json(files.at("config.json"), "config.json");
}

}  // namespace

TEST_CASE("a folder of the library goes back with every tensor and name that it came with",
          "[session][bert]") {
  for (const char* name : {"bert_tiny", "distilbert_tiny"}) {
    CAPTURE(name);
    const TempFolder folder;
    const std::string path = write_tiny(folder, name);
    const LibraryNetwork network = open_as_it_is(library_files_in(path));
    const auto files =
        library_files(network, network.parts.network->parameters().values(), "float32", "# Tiny\n");
    const SafeTensors back = read_safetensors(files.at("model.safetensors"), "back");
    const auto before = Oracle(std::string(name) + "_model").tensors();
    REQUIRE(back.tensors.size() == before.size());
    for (const auto& [tensor, value] : before) {
      CAPTURE(tensor);
      REQUIRE(back.tensors.count(tensor) == 1);
      CHECK(identical(back.tensors.at(tensor), value));
    }
    CHECK(back.metadata.at("format") == "pt");
    CHECK(json_in(files) == parse_json(read_file(path + "/config.json"), "config.json"));
    CHECK(files.at("vocab.txt") == read_file(path + "/vocab.txt"));
    CHECK(files.at("README.md") == "# Tiny\n");
  }
}

TEST_CASE("a masked language model is opened for training as a classifier, written, and opened again",
          "[session][bert]") {
  const TempFolder folder;
  const std::string path = write_tiny(folder, "bert_tiny");
  const std::vector<std::string> labels = {"bad", "good"};
  const LibraryNetwork network = open_for_training(library_files_in(path), Output::kTexts, labels, 7);
  CHECK(network.parts.kind == "BertForSequenceClassification");
  CHECK(network.parts.labels == labels);
  CHECK(network.unused.empty());
  CHECK(network.parts.text->encode("w7 w8").ids == std::vector<int32_t>{2, 7, 8, 3});
  const Parameters& parameters = network.parts.network->parameters();
  const auto again = open_for_training(library_files_in(path), Output::kTexts, labels, 7);
  CHECK(identical(parameters.find("classifier.weight").value(),
                  again.parts.network->parameters().find("classifier.weight").value()));
  const auto other = open_for_training(library_files_in(path), Output::kTexts, labels, 8);
  CHECK_FALSE(identical(parameters.find("classifier.weight").value(),
                        other.parts.network->parameters().find("classifier.weight").value()));

  const auto files = library_files(network, parameters.values(), "float32", "");
  const nlohmann::json config = json_in(files);
  CHECK(config.at("architectures") == nlohmann::json({"BertForSequenceClassification"}));
  CHECK(config.at("id2label") == nlohmann::json({{"0", "bad"}, {"1", "good"}}));
  CHECK(config.at("label2id") == nlohmann::json({{"bad", 0}, {"good", 1}}));
  const Model model = Model::from_files("tuned", files);
  CHECK(model.info().classes == labels);
  CHECK(model.info().architecture == "BertForSequenceClassification");
  const Analysis analysis = model.analyse("w7 w8 w9");
  REQUIRE(analysis.classes.size() == 2);
  CHECK(analysis.classes[0].probability + analysis.classes[1].probability == Approx(1));

  const std::string tuned = folder.path("tuned");
  replace_folder_atomically(tuned, files);
  const LibraryNetwork kept =
      open_for_training(library_files_in(tuned), Output::kTexts, labels, 99);  // its head is this one
  CHECK(identical(kept.parts.network->parameters().find("classifier.weight").value(),
                  parameters.find("classifier.weight").value()));
  CHECK(open_for_training(library_files_in(tuned), Output::kTokens, {"O", "X", "Y"}, 1).parts.kind ==
        "BertForTokenClassification");
}

TEST_CASE("what is no folder of the library is not trained as one", "[session][bert]") {
  const TempFolder folder;
  const std::string path = write_tiny(folder, "distilbert_tiny");
  write_file_atomically(path + "/config.json", R"({"architecture": "request-classifier"})");
  CHECK(contains(message_of([&] {
                   open_for_training(library_files_in(path), Output::kTexts, {"a", "b"}, 1);
                 }),
                 "expected a folder in the Hugging Face library's layout"));
  write_file_atomically(path + "/config.json", R"({"model_type": "xlnet"})");
  CHECK(contains(message_of([&] {
                   open_for_training(library_files_in(path), Output::kTexts, {"a", "b"}, 1);
                 }),
                 "\"model_type\" is \"xlnet\": the supported ones are bert, distilbert, roberta"));
}
