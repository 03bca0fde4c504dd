// Networks in folders as the Hugging Face library keeps them: opened for training, and written back.
#include <filesystem>

#include "engine/base/file.h"
#include "engine/format/json.h"
#include "engine/format/safetensors.h"
#include "engine/session/models/inside/text_network.h"

namespace heed::session {
namespace {

namespace fs = std::filesystem;

constexpr const char *kLibraryConfig = "config.json", *kLibraryWeights = "model.safetensors",
                     *kGeneration = "generation_config.json";
// What a folder may hold beside config and weights, as far as any tokenizer reads it.
constexpr const char* kTokenizerFiles[] = {"tokenizer.json",
                                           "vocab.txt",
                                           "tokenizer_config.json",
                                           "special_tokens_map.json",
                                           "added_tokens.json",
                                           "vocab.json",
                                           "merges.txt",
                                           kGeneration};

std::string config_file(const LibraryFiles& folder) {
  return folder.place + "/" + kLibraryConfig;
}

nlohmann::json config_in(const LibraryFiles& folder) {
  const std::optional<std::string> text = folder.read(kLibraryConfig);
  check(text.has_value(), "[", config_file(folder), "] there is no such file: expected a model's folder.");
  return parse_json_object(*text, config_file(folder));
}

const Architecture& library_architecture(const nlohmann::json& config, const std::string& file) {
  const Architecture& architecture = architecture_of(config, file);
  check(architecture.library != nullptr, "[", file, "] is of a ", architecture.name,
        ": expected a folder in the Hugging Face library's layout, with a \"model_type\".");
  return architecture;
}

void change(nlohmann::json& config, const nlohmann::json& changes, const Architecture& architecture) {
  const bool another = changes.contains("architecture") && changes["architecture"] != architecture.name;
  if (another || architecture.fields == nullptr) return;
  config = architecture.library->layout().in_own_words(config);
  for (const Field& field : architecture.fields().all)
    if (const auto found = changes.find(field.key); found != changes.end()) config[field.key] = *found;
}

LibraryNetwork opened(const LibraryFiles& folder, const nlohmann::json& config, bool new_head,
                      uint64_t seed) {
  const Architecture& architecture = library_architecture(config, config_file(folder));
  const LibraryLayout& layout = architecture.library->layout();
  LibraryNetwork opened;
  opened.parts = describe_library_network(folder.place, config, architecture, folder.read);
  load_for_training(*opened.parts.network, layout, folder.weights, new_head, seed,
                    folder.place + "/" + kLibraryWeights);
  add_warnings(opened.parts, warnings_of_unused(*opened.parts.network, layout, folder.weights,
                                                folder.place + "/" + kLibraryWeights));
  if (!new_head)
    for (const auto& [name, tensor] : unused_weights(*opened.parts.network, layout, folder.weights))
      opened.unused[name] = tensor.clone();
  for (const char* name : kTokenizerFiles)
    if (auto text = folder.read(name)) opened.tokenizer[name] = std::move(*text);
  return opened;
}

}  // namespace

void add_warnings(TextNetwork& parts, const std::vector<std::string>& more) {
  parts.warnings.insert(parts.warnings.end(), more.begin(), more.end());
}

TextNetwork describe_library_network(const std::string& place, const nlohmann::json& config,
                                     const Architecture& architecture, const ReadFile& read) {
  const std::string file = place + "/" + kLibraryConfig;
  check_not_quantised(config, file);
  TextNetwork parts;
  parts.config = config;
  parts.network = architecture.make(config, file, {}, std::nullopt, DType::kFloat32);
  parts.kind = class_name(architecture.library->layout().type_of(config, file), parts.network->output());
  if (const auto names = config.find("architectures");
      names != config.end() && names->is_array() && !names->empty())
    parts.kind = names->front().get<std::string>();
  parts.labels = read_labels(config, file);
  parts.max_tokens = parts.network->max_tokens();
  parts.text = architecture.library->read_text(place, require<std::string>(config, "model_type", file), read);
  for (const std::string& warning : parts.text->warnings())
    parts.warnings.push_back("[" + place + "] " + warning);
  if (architecture.library->writing) {
    parts.writing = architecture.library->writing(config, read(kGeneration), place);
    if (const auto end = end_piece(*parts.text); end && parts.writing.ends.empty())
      parts.writing.ends = {*end};
  }
  return parts;
}

LibraryFiles library_files_in(const std::string& folder) {
  std::error_code missing;
  check(fs::is_directory(folder, missing), "[", folder,
        "] is no folder: expected a model folder with config.json, a tokenizer and model.safetensors.");
  const ReadFile read = [folder](const char* name) -> std::optional<std::string> {
    std::error_code ignored;
    const std::string path = folder + "/" + name;
    return fs::exists(path, ignored) ? std::optional(read_file(path, kLongestText)) : std::nullopt;
  };
  return {fs::path(folder).filename().string(), folder, read, WeightFiles::open(folder)};
}

LibraryFiles library_files_of(const std::string& name, std::map<std::string, std::string> files) {
  ReadFile read = reader_of(files);
  return {name, name, std::move(read), WeightFiles::of(name, std::move(files))};
}

LibraryNetwork open_for_training(const LibraryFiles& folder, Output output,
                                 const std::vector<std::string>& labels, uint64_t seed,
                                 const nlohmann::json& changes) {
  nlohmann::json config = config_in(folder);
  const std::string file = config_file(folder);
  const Architecture& architecture = library_architecture(config, file);
  change(config, changes, architecture);
  const auto network = architecture.make(config, file, {}, std::nullopt, DType::kFloat32);
  const bool named = output == Output::kTexts || output == Output::kTokens;
  const bool new_head = network->output() != output || (named && read_labels(config, file) != labels);
  if (new_head) set_head(config, architecture.library->layout(), output, labels, file);
  return opened(folder, config, new_head, seed);
}

LibraryNetwork open_as_it_is(const LibraryFiles& folder) {
  return opened(folder, config_in(folder), false, 0);
}

std::map<std::string, std::string> library_files(const LibraryNetwork& network,
                                                 const std::map<std::string, Tensor>& weights,
                                                 const std::string& storage, const std::string& readme) {
  const TextNetwork& parts = network.parts;
  const LibraryLayout& layout = library_architecture(parts.config, kLibraryConfig).library->layout();
  std::map<std::string, Tensor> stored =
      library_weights(layout, parts.network->output(), weights, heads_of(*parts.network));
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
