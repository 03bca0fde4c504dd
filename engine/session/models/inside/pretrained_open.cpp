// A model of the BERT family from its own files: config.json, model.safetensors (or shards), and
// tokenizer.json or vocab.txt.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <thread>

#include "engine/base/file.h"
#include "engine/format/json.h"
#include "engine/kernels/cpu/cpu_device.h"
#include "engine/models/bert_names.h"
#include "engine/session/models/inside/pretrained.h"

namespace heed::session {
namespace {

std::unique_ptr<ModelImpl> make(const std::string& name, const std::string& place,
                                const nlohmann::json& config, TokenizerPipeline tokenizer,
                                const WeightFiles& weights, const Device& device, int threads,
                                Precision precision) {
  auto model = std::make_unique<Pretrained>(name, BertConfig::from(config, place + "/config.json"),
                                            std::move(tokenizer), device, threads);
  model->load(weights, place + "/model.safetensors", precision);
  return model;
}

int hardware_threads() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

// `read` is empty where there is no such file.
TokenizerPipeline read_tokenizer(const std::string& place, const nlohmann::json& config,
                                 const std::function<std::optional<std::string>(const char*)>& read) {
  if (const auto json = read("tokenizer.json")) return read_pipeline(*json, place + "/tokenizer.json");
  if (const auto pieces = read("vocab.txt")) {
    std::optional<bool> lower_case;
    if (const auto settings = read("tokenizer_config.json")) {
      const nlohmann::json parsed = parse_json_object(*settings, place + "/tokenizer_config.json");
      if (parsed.contains("do_lower_case"))
        lower_case = require<bool>(parsed, "do_lower_case", place + "/tokenizer_config.json");
    }
    return read_word_piece_vocabulary(*pieces, place + "/vocab.txt", lower_case);
  }
  fail("[", place, "] has neither tokenizer.json nor vocab.txt: a ",
       require<std::string>(config, "model_type", place + "/config.json"), " model needs one of them.");
}

// Stored as int8 it is not widened.
Parameters::Weight read_weight(const WeightFiles& files, const std::string& name, Precision precision) {
  if (auto int8 = files.read_int8(name)) return {int8->values, int8->scale};
  Tensor values = files.read(name);
  if (precision != Precision::kInt8 || !worth_quantising(values.shape(), values.dtype())) return values;
  const Quantised int8 = quantise(values, files.file(name) + ": " + name);
  return {int8.values, int8.scale};
}

}  // namespace

void Pretrained::load(const WeightFiles& files, const std::string& file, Precision precision) {
  std::map<std::string, std::string> stored;  // our names to the file's
  for (const std::string& name : files.names()) stored.emplace(bert_name(name), name);
  weight_bytes_ = files.bytes();
  bert_.load_packed({[&](const std::string& name) -> std::optional<Parameters::Weight> {
                       const auto found = stored.find(name);
                       if (found == stored.end()) return std::nullopt;
                       Parameters::Weight weight = read_weight(files, found->second, precision);
                       int8_ |= weight.values.dtype() == DType::kInt8;
                       return weight;
                     },
                     [&](const std::string& name) { files.forget(stored.at(name)); }},
                    device_, file);
}

std::unique_ptr<ModelImpl> open_pretrained(const std::string& folder, const nlohmann::json& config,
                                           int threads, Precision precision, const Device& device) {
  const std::filesystem::path path = std::filesystem::path(folder).lexically_normal();
  const std::string name = (path.has_filename() ? path : path.parent_path()).filename().string();
  TokenizerPipeline tokenizer =
      read_tokenizer(folder, config, [&](const char* file) -> std::optional<std::string> {
        std::error_code ignored;
        const std::string place = folder + "/" + file;
        return std::filesystem::exists(place, ignored) ? std::optional(read_file(place, kLongestText))
                                                       : std::nullopt;
      });
  return make(name, folder, config, std::move(tokenizer), WeightFiles::open(folder), device,
              threads > 0 ? threads : hardware_threads(), precision);
}

namespace {

TokenizerPipeline tokenizer_among(const std::string& name, const std::map<std::string, std::string>& files,
                                  const nlohmann::json& config) {
  return read_tokenizer(name, config, [&](const char* file) -> std::optional<std::string> {
    const auto found = files.find(file);
    return found == files.end() ? std::nullopt : std::optional(found->second);
  });
}

}  // namespace

std::unique_ptr<ModelImpl> open_pretrained(const std::string& name, std::map<std::string, std::string> files,
                                           const nlohmann::json& config) {
  TokenizerPipeline tokenizer = tokenizer_among(name, files, config);
  return make(name, name, config, std::move(tokenizer), WeightFiles::of(name, std::move(files)),
              cpu::device(), 1, Precision::kAsStored);
}

std::unique_ptr<ModelImpl> open_pretrained(const std::string& name, std::map<std::string, std::string> read,
                                           std::map<std::string, WeightFiles::Tensors> streamed,
                                           const nlohmann::json& config, int threads) {
  TokenizerPipeline tokenizer = tokenizer_among(name, read, config);
  return make(name, name, config, std::move(tokenizer),
              WeightFiles::of(name, std::move(read), std::move(streamed)), cpu::device(), threads,
              Precision::kAsStored);
}

}  // namespace heed::session
