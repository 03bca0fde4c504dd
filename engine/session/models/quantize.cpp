#include "engine/session/models/quantize.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/base/file.h"
#include "engine/format/json.h"
#include "engine/format/model_folder.h"
#include "engine/format/quantise.h"
#include "engine/format/weight_files.h"
#include "engine/session/models/inside/model_impl.h"
#include "engine/session/models/inside/output_folder.h"

namespace heed::session {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWeights = "model.safetensors";
// What another maker's folder may hold beside its weights, as far as anyone opens it.
constexpr const char* kTexts[] = {"config.json",
                                  "tokenizer.json",
                                  "vocab.txt",
                                  "tokenizer_config.json",
                                  "special_tokens_map.json",
                                  "added_tokens.json",
                                  "generation_config.json",
                                  "README.md"};

std::map<std::string, Tensor> narrowed(const WeightFiles& files, const WeightRules& rules) {
  std::map<std::string, Tensor> tensors;
  for (const std::string& name : files.names()) {
    if (!files.is_of_known_type(name)) continue;  // no model reads it
    const Tensor stored = files.stored(name);
    if (!worth_quantising(stored.shape(), stored.dtype())) {
      tensors[name] = stored;
      continue;
    }
    check(!files.has(name + kScaleSuffix), "[", files.file(name), "] ", name, " needs the name ", name,
          kScaleSuffix, " for its scales, which another tensor has.");
    const auto narrowed_by = is_transposed(rules, name) ? quantise_outputs : quantise;
    const auto [values, scale] = narrowed_by(files.read(name), files.file(name) + ": " + name);
    tensors[name] = values;
    tensors[name + kScaleSuffix] = scale;
    files.forget(name);
  }
  return tensors;
}

// The Hub's layout again, in one file of weights; tensors keep the names that they have there.
Quantized quantize_pretrained(const std::string& model, const nlohmann::json& config,
                              const std::string& out) {
  check_not_quantised(config, model + "/config.json");
  const WeightFiles weights = WeightFiles::open(model);
  check_not_quantised(weights, model + "/" + kWeights);
  const WeightRules& rules = architecture_of(config, model + "/config.json").library->layout().names;
  std::map<std::string, std::string> files;
  files[kWeights] = write_safetensors(narrowed(weights, rules), {{"format", "pt"}});
  for (const char* text : kTexts) {
    const std::string path = model + "/" + text;
    if (fs::exists(path)) files[text] = read_file(path, kLongestText);
  }
  const auto bytes = static_cast<int64_t>(files[kWeights].size());
  replace_folder_atomically(out, files);
  return {weights.bytes(), bytes};
}

}  // namespace

Quantized quantize(const std::string& model, const std::string& out) {
  std::error_code missing;
  check(!fs::equivalent(model, out, missing) || missing, "[", out,
        "] is the model itself: choose another folder with --out, or its weights as they are would be lost.");
  check_replaceable(out, true);
  const std::string config = model + "/config.json";
  if (fs::exists(config))
    if (const auto said = parse_json_object(read_file(config, kLongestText), config); is_of_library(said))
      return quantize_pretrained(model, said, out);
  const ModelFiles files = read_model_folder(model);
  write_model_folder(out, files, "int8");
  const fs::path weights = fs::path(out) / kWeights;
  return {files.weight_bytes, static_cast<int64_t>(fs::file_size(weights))};
}

}  // namespace heed::session
