#include "engine/models/library_layout.h"

#include "engine/base/names.h"
#include "engine/format/json.h"

namespace heed {

const LibraryLayout::Type& LibraryLayout::type_of(const nlohmann::json& config,
                                                  const std::string& file) const {
  const auto name = require<std::string>(config, "model_type", file);
  for (const Type& type : types)
    if (name == type.model_type) return type;
  fail("[", file, "] \"model_type\" is \"", name, "\": expected ", types.front().model_type, ".");
}

nlohmann::json LibraryLayout::in_own_words(const nlohmann::json& config) const {
  nlohmann::json own = config;
  for (const auto& [common, name] : aliases)
    if (const auto found = config.find(common); found != config.end()) {
      own.erase(common);
      if (!found->is_null()) own[name] = *found;
    }
  return own;
}

bool is_of_library(const nlohmann::json& config) {
  return config.contains("model_type") && !config.contains("architecture");
}

std::string class_name(const LibraryLayout::Type& type, Output output) {
  switch (output) {
    case Output::kTexts:
      return type.prefix + "ForSequenceClassification";
    case Output::kTokens:
      return type.prefix + "ForTokenClassification";
    case Output::kWords:
      return type.prefix + "ForMaskedLM";
    case Output::kSpans:
      return type.prefix + "ForQuestionAnswering";
    case Output::kReplaced:
      return type.prefix + "ForPreTraining";
    case Output::kNext:
    case Output::kTarget:
      return type.prefix + type.next;
    case Output::kStates:
      break;
  }
  return type.prefix + "Model";
}

Output read_output(const nlohmann::json& config, const LibraryLayout::Type& type,
                   std::initializer_list<Output> outputs, const std::string& file) {
  const auto named = value_or<std::vector<std::string>>(config, "architectures", {}, file);
  if (named.empty()) return Output::kStates;
  std::string known;
  for (const Output output : outputs) {
    const std::string name = class_name(type, output);
    if (named.front() == name) return output;
    append_name(known, name);
  }
  fail("[", file, "] the architecture \"", named.front(), "\" is not supported: expected one of ", known,
       ".");
}

Activation read_activation(const std::string& name, const std::string& file) {
  // The library has one function under several names; gelu_fast rounds a constant otherwise.
  constexpr std::pair<const char*, Activation> kNames[] = {
      {"gelu", Activation::kGelu},          {"gelu_python", Activation::kGelu},
      {"gelu_new", Activation::kGeluTanh},  {"gelu_pytorch_tanh", Activation::kGeluTanh},
      {"gelu_fast", Activation::kGeluTanh}, {"gelu_accurate", Activation::kGeluTanh},
      {"relu", Activation::kRelu},          {"silu", Activation::kSilu},
      {"swish", Activation::kSilu},         {"tanh", Activation::kTanh}};
  std::string known;
  for (const auto& [spelt, activation] : kNames) {
    if (name == spelt) return activation;
    append_name(known, spelt);
  }
  fail("[", file, "] the activation \"", name, "\" is not supported: expected one of ", known, ".");
}

nlohmann::json without_nulls(const nlohmann::json& config) {
  nlohmann::json kept = nlohmann::json::object();
  for (const auto& [key, value] : config.items())
    if (!value.is_null()) kept[key] = value;
  return kept;
}

namespace {

// The library turns whatever stands there into text, as Python writes it.
std::string label_of(const nlohmann::json& name, const std::string& file) {
  if (name.is_string()) return name.get<std::string>();
  if (name.is_boolean()) return name.get<bool>() ? "True" : "False";
  if (name.is_null()) return "None";
  check(name.is_number(), "[", file, "] \"id2label\" holds ", detail::describe(name),
        ": expected a name for each class, such as {\"0\": \"NEGATIVE\", \"1\": \"POSITIVE\"}.");
  return name.dump();
}

}  // namespace

std::vector<std::string> read_labels(const nlohmann::json& config, const std::string& file) {
  const auto found = config.find("id2label");
  std::vector<std::string> labels;
  if (found == config.end() || found->is_null()) {
    const auto count = value_or<int64_t>(config, "num_labels", 2, file);
    check(count >= 1 && count <= 100000, "[", file, "] \"num_labels\" is ", count, ".");
    for (int64_t c = 0; c < count; ++c) labels.push_back("LABEL_" + std::to_string(c));
    return labels;
  }
  check(found->is_object() && !found->empty(), "[", file, "] \"id2label\" is ", detail::describe(*found),
        ": expected an object such as {\"0\": \"NEGATIVE\", \"1\": \"POSITIVE\"}.");
  for (size_t c = 0; c < found->size(); ++c) {
    const auto name = found->find(std::to_string(c));
    check(name != found->end(), "[", file, "] \"id2label\" has ", found->size(), " names and none for class ",
          c, ": expected \"0\" to \"", found->size() - 1, "\".");
    labels.push_back(label_of(*name, file));
  }
  return labels;
}

void set_head(nlohmann::json& config, const LibraryLayout& layout, Output output,
              const std::vector<std::string>& labels, const std::string& file) {
  config["architectures"] = {class_name(layout.type_of(config, file), output)};
  for (const char* key : {"id2label", "label2id", "num_labels", "problem_type"}) config.erase(key);
  if (output != Output::kTexts && output != Output::kTokens) return;
  for (size_t c = 0; c < labels.size(); ++c) {
    config["id2label"][std::to_string(c)] = labels[c];
    config["label2id"][labels[c]] = c;
  }
}

}  // namespace heed
