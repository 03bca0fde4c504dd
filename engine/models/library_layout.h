// How the Hugging Face library keeps the models of an architecture in a folder: config.json with a
// "model_type", and weights under its own names.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/models/network.h"
#include "engine/models/weight_names.h"

namespace heed {

struct LibraryLayout {
  struct Type {
    std::string model_type;  // "xlm-roberta"
    std::string prefix;      // of its classes' names: "XLMRoberta"
  };
  std::vector<Type> types;
  WeightRules names;

  // The one that config.json names; Error naming `file` when it is not one of these.
  const Type& type_of(const nlohmann::json& config, const std::string& file) const;
};

// Whether config.json is the library's: Heed's own say what they are under "architecture".
bool is_of_library(const nlohmann::json& config);

// "ForSequenceClassification"; "Model" of plain encoders.
const char* class_suffix(Output output);
// The labels of config.json: "id2label", or without it as many as "num_labels" (two unless given), named as
// the library names them.
std::vector<std::string> read_labels(const nlohmann::json& config, const std::string& file);
// config.json of the same encoder under another head.
void set_head(nlohmann::json& config, const LibraryLayout& layout, Output output,
              const std::vector<std::string>& labels, const std::string& file);

}  // namespace heed
