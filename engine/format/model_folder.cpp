#include "engine/format/model_folder.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "engine/base/file.h"
#include "engine/format/half.h"
#include "engine/format/json.h"
#include "engine/format/quantise.h"
#include "engine/format/safetensors.h"

namespace heed {
namespace {

using Weights = std::map<std::string, Tensor>;

constexpr const char* kConfig = "config.json";
constexpr const char* kTokenizer = "tokenizer.json";
constexpr const char* kWeights = "model.safetensors";
constexpr const char* kReadme = "README.md";
constexpr int64_t kWorthQuantising =
    1024;                               // elements; below, the scales and the error cost more than is saved
constexpr int64_t kWorthAScale = 8;     // columns: of narrower rows the scales outweigh the numbers
constexpr int64_t kColumnsOfVotes = 2;  // a single column is worth its float16

std::string scale_name(const std::string& name) {
  return name + kScaleSuffix;
}

bool is_scale(const Weights& stored, const std::string& name) {
  size_t suffix = std::char_traits<char>::length(kScaleSuffix);
  if (name.size() <= suffix || name.compare(name.size() - suffix, suffix, kScaleSuffix) != 0) return false;
  auto values = stored.find(name.substr(0, name.size() - suffix));
  return values != stored.end() && values->second.dtype() == DType::kInt8;
}

Weights weights_from(const Weights& stored, const std::string& file) {
  Weights weights;
  for (const auto& [name, tensor] : stored) {
    std::string place = file + ": " + name;
    if (is_scale(stored, name)) continue;
    Tensor wide = widen(tensor);
    if (tensor.dtype() == DType::kInt8) {
      auto scale = stored.find(scale_name(name));
      check(scale != stored.end(), "[", place, "] is int8 and has no \"", scale_name(name), "\".");
      wide = dequantise({tensor, scale->second}, place);
    }
    check_finite(wide, place);
    weights.emplace(name, std::move(wide));
  }
  return weights;
}

const std::string& file_named(const std::map<std::string, std::string>& files, const char* file,
                              const std::string& name) {
  auto found = files.find(file);
  check(found != files.end(), "[", name, "] has no ", file, ": a model is ", kConfig, ", ", kTokenizer,
        " and ", kWeights, ".");
  return found->second;
}

Tensor as_float16(const Tensor& tensor, const std::string& name) {
  Tensor half = narrow(tensor, DType::kFloat16);
  const auto* bits = static_cast<const uint16_t*>(half.raw());
  for (int64_t i = 0; i < tensor.count(); ++i)
    check(std::isfinite(half_to_float(bits[i])), "[", name, "] holds ", tensor.data<float>()[i],
          ", float16 goes to 65504: store it as float32.");
  return half;
}

}  // namespace

Weights stored_as(const Weights& weights, const std::string& storage) {
  Weights stored;
  for (const auto& [name, tensor] : weights) {
    check_finite(tensor, name);
    bool is_float = tensor.dtype() == DType::kFloat32;
    bool is_large = storage == "int8" && tensor.shape().rank() == 2 && tensor.count() >= kWorthQuantising;
    if (is_float && is_large && tensor.size(1) < kColumnsOfVotes) {
      stored[name] = as_float16(tensor, name);
    } else if (is_float && is_large) {
      const bool is_narrow = tensor.size(1) < kWorthAScale && tensor.size(0) > tensor.size(1);
      auto [values, scale] = is_narrow ? quantise_columns(tensor, name) : quantise(tensor, name);
      check(weights.count(scale_name(name)) == 0, "[", name, "] needs the name ", scale_name(name),
            " for its scales, which another tensor has.");
      stored[name] = values;
      stored[scale_name(name)] = scale;
    } else {
      stored[name] = is_float && storage == "float16" ? as_float16(tensor, name) : tensor;
    }
  }
  return stored;
}

ModelFiles read_model_files(const std::string& name, const std::map<std::string, std::string>& files) {
  ModelFiles model;
  const std::string& config = file_named(files, kConfig, name);
  model.config = parse_json_object(config, name + "/" + kConfig);
  model.tokenizer_json = file_named(files, kTokenizer, name);
  const std::string& weights = file_named(files, kWeights, name);
  const Weights stored = read_safetensors(weights, name + "/" + kWeights).tensors;
  model.weights = weights_from(stored, name + "/" + kWeights);
  model.int8 = std::any_of(stored.begin(), stored.end(),
                           [](const auto& one) { return one.second.dtype() == DType::kInt8; });
  model.weight_bytes = static_cast<int64_t>(weights.size());
  if (auto readme = files.find(kReadme); readme != files.end()) model.readme = readme->second;
  return model;
}

ModelFiles read_model_folder(const std::string& path) {
  std::error_code ignored;
  check(std::filesystem::is_directory(path, ignored), "[", path, "] is ",
        std::filesystem::exists(path, ignored) ? "a file" : "not there", ": expected a model folder with ",
        kConfig, ", ", kTokenizer, " and ", kWeights, ".");
  std::map<std::string, std::string> files;
  for (const char* file : {kConfig, kTokenizer}) files[file] = read_file(path + "/" + file, kLongestText);
  files[kWeights] = read_file(path + "/" + kWeights);
  if (std::filesystem::exists(path + "/" + kReadme, ignored))
    files[kReadme] = read_file(path + "/" + kReadme);
  return read_model_files(path, files);
}

std::map<std::string, std::string> model_folder_files(const ModelFiles& files, const std::string& storage,
                                                      const std::string& name) {
  if (storage != "float32" && storage != "float16" && storage != "int8")
    fail<UsageError>("[", name, "] storage \"", storage,
                     "\" is not known: expected float32, float16 or int8.");
  // The Hugging Face library opens a file only when its metadata say for which framework it was written.
  std::string weights = write_safetensors(stored_as(files.weights, storage), {{"format", "pt"}});
  return {{kConfig, dump_json(files.config, name + "/" + kConfig, 2) + "\n"},
          {kTokenizer, files.tokenizer_json},
          {kWeights, std::move(weights)},
          {kReadme, files.readme}};
}

void write_model_folder(const std::string& path, const ModelFiles& files, const std::string& storage) {
  replace_folder_atomically(path, model_folder_files(files, storage, path));
}

std::map<std::string, Tensor> through_storage(const std::map<std::string, Tensor>& weights,
                                              const std::string& storage) {
  return weights_from(read_safetensors(write_safetensors(stored_as(weights, storage)), storage).tensors,
                      storage);
}

}  // namespace heed
