// Networks in folders as the Hugging Face library keeps them: opened for training, and written back.
#include <filesystem>

#include "engine/base/file.h"
#include "engine/format/json.h"
#include "engine/format/safetensors.h"
#include "engine/session/models/inside/text_network.h"

namespace heed::session {
namespace {

namespace fs = std::filesystem;

constexpr const char *kLibraryConfig = "config.json", *kLibraryWeights = "model.safetensors";
// What a folder may hold beside config and weights, as far as any tokenizer reads it.
constexpr const char* kTokenizerFiles[] = {"tokenizer.json",          "vocab.txt",  "tokenizer_config.json",
                                           "special_tokens_map.json", "vocab.json", "merges.txt"};

std::optional<std::string> text_in(const std::string& folder, const char* name) {
  std::error_code ignored;
  const std::string path = folder + "/" + name;
  return fs::exists(path, ignored) ? std::optional(read_file(path, kLongestText)) : std::nullopt;
}

nlohmann::json config_in(const std::string& folder) {
  const std::string file = folder + "/" + kLibraryConfig;
  return parse_json_object(read_file(file, kLongestText), file);
}

const Architecture& library_architecture(const nlohmann::json& config, const std::string& file) {
  const Architecture& architecture = architecture_of(config, file);
  check(architecture.library != nullptr, "[", file, "] is of a ", architecture.name,
        ": expected a folder in the Hugging Face library's layout, with a \"model_type\".");
  return architecture;
}

LibraryNetwork opened(const std::string& folder, const nlohmann::json& config, bool new_head, uint64_t seed) {
  const Architecture& architecture = library_architecture(config, folder + "/" + kLibraryConfig);
  const LibraryLayout& layout = architecture.library->layout();
  LibraryNetwork opened;
  opened.parts = describe_library_network(folder, config, architecture,
                                          [&](const char* name) { return text_in(folder, name); });
  const WeightFiles files = WeightFiles::open(folder);
  load_for_training(*opened.parts.network, layout, files, new_head, seed, folder + "/" + kLibraryWeights);
  if (!new_head)
    for (const auto& [name, tensor] : unused_weights(*opened.parts.network, layout, files))
      opened.unused[name] = tensor.clone();
  for (const char* name : kTokenizerFiles)
    if (auto text = text_in(folder, name)) opened.tokenizer[name] = std::move(*text);
  return opened;
}

}  // namespace

TextNetwork describe_library_network(const std::string& place, const nlohmann::json& config,
                                     const Architecture& architecture, const ReadFile& read) {
  const std::string file = place + "/" + kLibraryConfig;
  TextNetwork parts;
  parts.config = config;
  parts.network = architecture.make(config, file, {}, std::nullopt, DType::kFloat32);
  parts.kind =
      architecture.library->layout().type_of(config, file).prefix + class_suffix(parts.network->output());
  if (const auto names = config.find("architectures");
      names != config.end() && names->is_array() && !names->empty())
    parts.kind = names->front().get<std::string>();
  parts.labels = read_labels(config, file);
  parts.max_tokens = parts.network->max_tokens();
  parts.in_doubles = true;
  parts.text = architecture.library->read_text(place, require<std::string>(config, "model_type", file), read);
  return parts;
}

LibraryNetwork open_for_training(const std::string& folder, Output output,
                                 const std::vector<std::string>& labels, uint64_t seed) {
  nlohmann::json config = config_in(folder);
  const std::string file = folder + "/" + kLibraryConfig;
  const Architecture& architecture = library_architecture(config, file);
  const auto network = architecture.make(config, file, {}, std::nullopt, DType::kFloat32);
  const bool named = output == Output::kTexts || output == Output::kTokens;
  const bool new_head = network->output() != output || (named && read_labels(config, file) != labels);
  if (new_head) set_head(config, architecture.library->layout(), output, labels, file);
  return opened(folder, config, new_head, seed);
}

LibraryNetwork open_as_it_is(const std::string& folder) {
  return opened(folder, config_in(folder), false, 0);
}

TextNetwork open_network(const std::string& folder) {
  std::error_code ignored;
  if (fs::exists(folder + "/" + kLibraryConfig, ignored) && is_of_library(config_in(folder)))
    return open_as_it_is(folder).parts;
  return assemble(read_model_folder(folder), folder);
}

std::map<std::string, std::string> library_files(const LibraryNetwork& network,
                                                 const std::map<std::string, Tensor>& weights,
                                                 const std::string& storage, const std::string& readme) {
  const TextNetwork& parts = network.parts;
  const LibraryLayout& layout = library_architecture(parts.config, kLibraryConfig).library->layout();
  std::map<std::string, Tensor> stored = library_weights(layout, parts.network->output(), weights);
  stored.insert(network.unused.begin(), network.unused.end());
  nlohmann::json config = parts.config;
  for (const char* type : {"torch_dtype", "dtype"})
    if (config.contains(type)) config[type] = storage;
  std::map<std::string, std::string> files = network.tokenizer;
  files[kLibraryConfig] = dump_json(config, kLibraryConfig, 2) + "\n";
  files[kLibraryWeights] = write_safetensors(stored_as(stored, storage), {{"format", "pt"}});
  files["README.md"] = readme;
  return files;
}

}  // namespace heed::session
