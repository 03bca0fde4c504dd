#include "engine/session/training/inside/trainee.h"

#include "engine/format/json.h"
#include "engine/format/model_folder.h"

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

}  // namespace

std::unique_ptr<Trainee> new_network(const Recipe& recipe, const NetworkTask& task) {
  return std::make_unique<NewNetwork>(recipe, task);
}

}  // namespace heed::session
