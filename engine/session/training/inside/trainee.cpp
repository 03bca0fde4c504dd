#include "engine/session/training/inside/trainee.h"

#include <algorithm>

#include "engine/format/json.h"
#include "engine/format/model_folder.h"

namespace heed::session {
namespace {

// A finished model reads as much of a text as it was trained on, and not less than is usual.
int64_t read_at_most(const nlohmann::json& asked) {
  return std::max(kUsualMaxTokens, asked.is_number_integer() ? asked.get<int64_t>() : 0);
}

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
  Kind kind() const override { return {config_, text_.sizes}; }

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
    nlohmann::json made = config_;
    nlohmann::json names = nlohmann::json::object(), ids = nlohmann::json::object();
    for (size_t c = 0; c < labels_.size(); ++c) {
      names[std::to_string(c)] = labels_[c];
      ids[labels_[c]] = c;
    }
    const nlohmann::json& text = recipe_.json["text"];
    made.update(
        {{"id2label", names},
         {"label2id", ids},
         {"vocab_size", text_.sizes.V},
         {"text",
          {{"preprocess", text["preprocess"]}, {"ngrams", text["ngrams"]}, {"phrases", text["phrases"]}}},
         {"data", recipe_.json["data"]},
         {"max_tokens", read_at_most(text["max_tokens"])},
         {"recipe", recipe_.name},
         {"seed", recipe_.json["seed"]}});
    return made;
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
    opened_.parts.config.erase("task");  // of what it was taught before
    if (const nlohmann::json& task = recipe.json["task"]; task != "") opened_.parts.config["task"] = task;
  }

  Network& network() override { return *opened_.parts.network; }
  Kind kind() const override { return {opened_.parts.config, {}}; }
  std::vector<std::string> warnings() const override { return opened_.parts.warnings; }

  std::map<std::string, std::string> files(const std::map<std::string, Tensor>& weights,
                                           const std::string& storage, const std::string& readme,
                                           const std::string& name) const override {
    check(storage != "int8", "[", name,
          "] the storage int8 is for models of Heed's own layout: expected float32 or float16 (heed quantize "
          "makes int8 of it).");
    return library_files(opened_, weights, storage, readme);
  }

 private:
  LibraryNetwork opened_;
};

// A network of other makers' kind, of its first weights: as if it had been opened from a folder.
LibraryNetwork begun(const Architecture& architecture, const Recipe& recipe, const NetworkTask& task) {
  const NetworkText& text = task.text();
  check(
      !text.files.empty(), "[", recipe.name, "] ", architecture.name,
      " reads word pieces, which this task does not make: begin with the task masked-words, or next-word for "
      "a network that writes, then go on with --from FOLDER.");
  nlohmann::json config = architecture.complete(recipe.json["model"], recipe.name);
  config.erase("architecture");
  const LibraryLayout& layout = architecture.library->layout();
  config["model_type"] = layout.types.front().model_type;
  config["vocab_size"] = text.sizes.V;
  set_head(config, layout, task.output(), task.labels(), recipe.name);
  LibraryNetwork opened;
  opened.tokenizer = text.files;
  opened.parts = describe_library_network(recipe.name, config, architecture, [&](const char* name) {
    const auto found = text.files.find(name);
    return found == text.files.end() ? std::nullopt : std::optional(found->second);
  });
  for (const auto& [key, piece] : layout.special_ids)
    if (const auto id = opened.parts.text->id_of(piece)) opened.parts.config[key] = *id;
  opened.parts.network = architecture.make(
      config, recipe.name, text.sizes, require<uint64_t>(recipe.json, "seed", recipe.name), DType::kFloat32);
  return opened;
}

}  // namespace

FolderToTrain::FolderToTrain(LibraryFiles folder) : folder_(std::move(folder)) {
  LibraryNetwork opened = open_as_it_is(folder_);
  text_ = std::move(opened.parts.text);
  max_tokens_ = opened.parts.network->max_tokens();
}

std::unique_ptr<Trainee> FolderToTrain::network(const Recipe& recipe, const NetworkTask& task) const {
  const auto seed = require<uint64_t>(recipe.json, "seed", recipe.name);
  return std::make_unique<LibraryTrainee>(
      open_for_training(folder_, task.output(), task.labels(), seed, recipe.json["model"]), recipe);
}

std::unique_ptr<Trainee> new_network(const Recipe& recipe, const NetworkTask& task) {
  const Architecture& architecture = architecture_of(recipe.json["model"], recipe.name);
  if (architecture.library != nullptr)
    return std::make_unique<LibraryTrainee>(begun(architecture, recipe, task), recipe);
  return std::make_unique<NewNetwork>(recipe, task);
}

}  // namespace heed::session
