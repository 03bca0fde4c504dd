// How the Hugging Face library keeps the models of an architecture in a folder: config.json with a
// "model_type", and weights under its own names.
#pragma once

#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/models/network.h"
#include "engine/models/weight_names.h"

namespace heed {

struct LibraryLayout {
  struct Type {
    std::string model_type;            // "xlm-roberta"
    std::string prefix;                // of its classes' names: "XLMRoberta"
    std::string next = "ForCausalLM";  // of the class that says the next word, behind the prefix
  };
  std::vector<Type> types;
  WeightRules names;
  // Keys of config.json that hold the id of a piece.
  std::vector<std::pair<const char*, const char*>> special_ids = {{"pad_token_id", "[PAD]"}};
  // The library's common names of settings, and the family's own, which Fields have.
  std::vector<std::pair<const char*, const char*>> aliases = {};

  // The one that config.json names; Error naming `file` when it is not one of these.
  const Type& type_of(const nlohmann::json& config, const std::string& file) const;
  // config.json in the family's own words. Of two names of one setting the common one counts, as in the
  // library.
  nlohmann::json in_own_words(const nlohmann::json& config) const;
};

// Whether config.json is the library's: Heed's own say what they are under "architecture".
bool is_of_library(const nlohmann::json& config);

// "BertForSequenceClassification"; "BertModel" of the plain encoder.
std::string class_name(const LibraryLayout::Type& type, Output output);
// What the class that config.json names under "architectures" is asked; a plain encoder unless it names one.
// Error naming `file` for one that is none of `outputs`, or of another model.
Output read_output(const nlohmann::json& config, const LibraryLayout::Type& type,
                   std::initializer_list<Output> outputs, const std::string& file);
// "gelu", "gelu_new", "relu", "silu" and other names of the library for these; Error naming `file` for
// another.
Activation read_activation(const std::string& name, const std::string& file);
// The library writes null for what it does not set.
nlohmann::json without_nulls(const nlohmann::json& config);
// The labels of config.json: "id2label", whose names may be numbers, or without it as many as "num_labels"
// (two unless given), named as the library names them.
std::vector<std::string> read_labels(const nlohmann::json& config, const std::string& file);
// config.json of the same encoder under another head.
void set_head(nlohmann::json& config, const LibraryLayout& layout, Output output,
              const std::vector<std::string>& labels, const std::string& file);

}  // namespace heed
