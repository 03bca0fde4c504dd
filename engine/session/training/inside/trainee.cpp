#include "engine/session/training/inside/trainee.h"

#include "engine/format/json.h"
#include "engine/format/model_folder.h"
#include "engine/session/models/inside/text_network.h"

namespace heed::session {
namespace {

constexpr int64_t kMaxTokens = 512;  // that a finished model reads of a text

class NewNetwork : public Trainee {
 public:
  NewNetwork(const Recipe& recipe, const NetworkTask& task)
      : recipe_(recipe),
        labels_(task.labels()),
        text_(task.text()),
        config_(complete_model_config(recipe.json["model"], recipe.name)) {
    const auto seed = require<uint64_t>(recipe.json, "seed", recipe.name);
    network_ = make_network(config_, recipe.name, text_.sizes, seed);
    task.begin(network_->parameters());
  }

  Network& network() override { return *network_; }

  std::map<std::string, std::string> files(const std::map<std::string, Tensor>& weights,
                                           const std::string& storage, const std::string& readme,
                                           const std::string& name) const override {
    ModelFiles files;
    files.config = config();
    files.tokenizer_json = text_.tokenizer_json;
    files.weights = weights;
    files.weights.insert(text_.tensors.begin(), text_.tensors.end());
    files.readme = readme;
    return model_folder_files(files, storage, name);
  }

 private:
  nlohmann::json config() const {
    nlohmann::json json = config_;
    nlohmann::json names = nlohmann::json::object(), ids = nlohmann::json::object();
    for (size_t c = 0; c < labels_.size(); ++c) {
      names[std::to_string(c)] = labels_[c];
      ids[labels_[c]] = c;
    }
    const nlohmann::json& text = recipe_.json["text"];
    json.update(
        {{"id2label", names},
         {"label2id", ids},
         {"vocab_size", text_.sizes.V},
         {"text",
          {{"preprocess", text["preprocess"]}, {"ngrams", text["ngrams"]}, {"phrases", text["phrases"]}}},
         {"data", recipe_.json["data"]},
         {"max_tokens", kMaxTokens},
         {"recipe", recipe_.name},
         {"seed", recipe_.json["seed"]}});
    return json;
  }

  const Recipe& recipe_;
  std::vector<std::string> labels_;
  const NetworkText& text_;
  nlohmann::json config_;
  std::unique_ptr<Network> network_;
};

class LibraryTrainee : public Trainee {
 public:
  LibraryTrainee(LibraryNetwork opened, const Recipe& recipe) : opened_(std::move(opened)) {
    opened_.parts.config["recipe"] = recipe.name;  // what `heed evaluate` reads, and the library passes over
    opened_.parts.config["data"] = recipe.json["data"];
    if (const nlohmann::json& task = recipe.json["task"]; task != "") opened_.parts.config["task"] = task;
  }

  Network& network() override { return *opened_.parts.network; }

  std::map<std::string, std::string> files(const std::map<std::string, Tensor>& weights,
                                           const std::string& storage, const std::string& readme,
                                           const std::string& name) const override {
    check(storage == "float32", "[", name, "] the storage \"", storage,
          "\" is for models of Heed's own layout: expected float32 (heed quantize makes int8 of it).");
    return library_files(opened_, weights, readme);
  }

 private:
  LibraryNetwork opened_;
};

}  // namespace

FolderToTrain::FolderToTrain(std::string folder) : folder_(std::move(folder)) {
  LibraryNetwork opened = open_as_it_is(folder_);
  text_ = std::move(opened.parts.text);
  max_tokens_ = opened.parts.network->max_tokens();
}

std::unique_ptr<Trainee> FolderToTrain::network(const Recipe& recipe, const NetworkTask& task) const {
  const auto seed = require<uint64_t>(recipe.json, "seed", recipe.name);
  return std::make_unique<LibraryTrainee>(open_for_training(folder_, task.output(), task.labels(), seed),
                                          recipe);
}

std::unique_ptr<Trainee> new_network(const Recipe& recipe, const NetworkTask& task) {
  return std::make_unique<NewNetwork>(recipe, task);
}

}  // namespace heed::session
