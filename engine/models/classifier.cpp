#include "engine/models/classifier.h"

#include "engine/format/json.h"
#include "engine/models/request_classifier.h"

namespace heed {

std::unique_ptr<Classifier> make_classifier(const nlohmann::json& config, const std::string& file,
                                            const ClassifierSizes& sizes, uint64_t seed, DType dtype) {
  const auto architecture = require<std::string>(config, "architecture", file);
  if (architecture == "request-classifier")
    return std::make_unique<RequestClassifier>(RequestClassifier::Config::from(config, file), sizes, seed,
                                               dtype);
  fail<UsageError>("[", file, "] the architecture \"", architecture,
                   "\" is unknown: expected request-classifier.");
}

}  // namespace heed
