#include "engine/models/classifier.h"

#include "engine/format/json.h"
#include "engine/models/recurrent_classifier.h"
#include "engine/models/request_classifier.h"
#include "engine/models/sentence_classifier.h"

namespace heed {
namespace {

[[noreturn]] void unknown_architecture(const std::string& name, const std::string& file) {
  fail("[", file, "] the architecture \"", name,
       "\" is unknown: expected recurrent-classifier, request-classifier or sentence-classifier.");
}

}  // namespace

MechanismSettings MechanismSettings::from(const nlohmann::json& config, const std::string& file) {
  MechanismSettings settings;
  settings.name = value_or<std::string>(config, "mechanism", settings.name, file);
  settings.window = value_or<int64_t>(config, "window", settings.window, file);
  return settings;
}

void MechanismSettings::write(nlohmann::json& config) const {
  config["mechanism"] = name;
  config["window"] = window;
}

nlohmann::json complete_model_config(const nlohmann::json& model, const std::string& file) {
  const auto architecture = require<std::string>(model, "architecture", file);
  nlohmann::json complete;
  if (architecture == "request-classifier")
    complete = RequestClassifier::Config::from(model, file).json();
  else if (architecture == "sentence-classifier")
    complete = SentenceClassifier::Config::from(model, file).json();
  else if (architecture == "recurrent-classifier")
    complete = RecurrentClassifier::Config::from(model, file).json();
  else
    unknown_architecture(architecture, file);
  for (const auto& [key, value] : model.items())
    check(complete.contains(key), "[", file, "] \"model.", key, "\" is not a setting of ", architecture,
          ": expected one of ", complete.dump(), ".");
  return complete;
}

std::unique_ptr<Classifier> make_classifier(const nlohmann::json& config, const std::string& file,
                                            const ClassifierSizes& sizes, std::optional<uint64_t> seed,
                                            DType dtype) {
  const auto architecture = require<std::string>(config, "architecture", file);
  if (architecture == "request-classifier")
    return std::make_unique<RequestClassifier>(RequestClassifier::Config::from(config, file), sizes, seed,
                                               dtype);
  if (architecture == "sentence-classifier")
    return std::make_unique<SentenceClassifier>(SentenceClassifier::Config::from(config, file), sizes, seed,
                                                dtype);
  if (architecture == "recurrent-classifier")
    return std::make_unique<RecurrentClassifier>(RecurrentClassifier::Config::from(config, file), sizes, seed,
                                                 dtype);
  unknown_architecture(architecture, file);
}

}  // namespace heed
