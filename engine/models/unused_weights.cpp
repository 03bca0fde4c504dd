// What a file of weights holds beside those that a network reads, and what it must not hold.
#include <algorithm>
#include <cstring>
#include <set>

#include "engine/base/names.h"
#include "engine/format/json.h"
#include "engine/models/library_weights.h"

namespace heed {
namespace {

using Parts = std::vector<const char*>;

bool scores_words(Output output) {
  return output == Output::kWords || output == Output::kNext || output == Output::kTarget;
}

std::set<std::string> names_in(const Network& network) {
  std::set<std::string> names;
  for (const Variable& parameter : network.parameters().all()) names.insert(parameter.node().name);
  return names;
}

bool ends_with(const std::string& name, const std::string& part) {
  return name.size() >= part.size() && name.compare(name.size() - part.size(), part.size(), part) == 0;
}

bool any_is_in(const std::set<std::string>& all, const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return all.count(name) > 0; });
}

// The last part of the name is `part`, or its last parts are.
bool ends_in(const std::string& name, const std::string& part) {
  return name == part || ends_with(name, "." + part);
}

bool ends_in_any(const std::string& name, const Parts& parts) {
  return std::any_of(parts.begin(), parts.end(), [&](const char* part) { return ends_in(name, part); });
}

// They follow from config.json: places, causal masks, angles, sinusoids.
bool is_usual_buffer(const std::string& name) {
  static const Parts kBuffers = {"position_ids",   "token_type_ids", "attn.bias", "attn.masked_bias",
                                 "attention.bias", "masked_bias",    "inv_freq",  "original_inv_freq",
                                 "cos_cached",     "sin_cached"};
  return ends_in_any(name, kBuffers);
}

bool is_of_pretraining(const LibraryLayout& layout, const std::string& name) {
  const auto& heads = layout.names.pretraining;
  return std::any_of(heads.begin(), heads.end(),
                     [&](const std::string& head) { return name.rfind(head, 0) == 0; });
}

// Whether the tensor holds the scales of an int8 matrix, one for each row.
bool is_scale(const WeightFiles& files, const std::string& name) {
  if (!ends_with(name, kScaleSuffix)) return false;
  const std::string matrix = name.substr(0, name.size() - std::string(kScaleSuffix).size());
  return files.has(matrix) && files.dtype(matrix) == DType::kInt8;
}

// A warning for each matrix that should repeat the table of words and does not: nobody can say which of the
// two is meant. Its first rows tell.
std::vector<std::string> warnings_of_ties(const std::set<std::string>& ours, const LibraryLayout& layout,
                                          const WeightFiles& files, const std::string& file) {
  constexpr size_t kCompared = 1 << 16;
  const auto places = find_weights(layout.names, files.names());
  for (const std::string& name : layout.names.repeated) {
    const std::vector<std::string> meant = our_names(layout.names, name);
    if (meant.empty() || any_is_in(ours, meant) || !files.has(name)) continue;  // no rule: sinusoids
    for (const char* table : {"embeddings.target.weight", "embeddings.words.weight"}) {
      const auto place = places.find(table);
      if (ours.count(table) == 0 || place == places.end()) continue;
      const Tensor a = files.stored(name), b = files.stored(place->second.name);
      if (a.shape() != b.shape() || a.dtype() != b.dtype()) break;  // a bias
      if (std::memcmp(a.raw(), b.raw(), std::min(kCompared, a.bytes())) == 0) break;
      return {"[" + file + "] " + name + " differs from " + place->second.name +
              " and is not used, because config.json ties the two (\"tie_word_embeddings\")."};
    }
  }
  return {};
}

constexpr const char* kWayOut =
    "which Heed does not read: get the model as it was before, in float32, float16 or bfloat16.";

}  // namespace

std::vector<std::string> unused_names(const Network& network, const LibraryLayout& layout,
                                      const WeightFiles& files) {
  const std::set<std::string> ours = names_in(network);
  std::vector<std::string> unused;
  for (const std::string& name : files.names()) {
    const std::vector<std::string> meant = our_names(layout.names, name);
    if (!any_is_in(ours, meant) && !is_repeated(layout.names, name) && !is_scale(files, name))
      unused.push_back(name);
  }
  return unused;
}

std::vector<std::string> warnings_of_unused(const Network& network, const LibraryLayout& layout,
                                            const WeightFiles& files, const std::string& file) {
  constexpr size_t kNamed = 3;
  std::vector<std::string> warnings, unusual;
  if (scores_words(network.output())) warnings = warnings_of_ties(names_in(network), layout, files, file);
  for (const std::string& name : unused_names(network, layout, files))
    if (!is_usual_buffer(name) && !is_of_pretraining(layout, name)) unusual.push_back(name);
  if (unusual.empty()) return warnings;
  const size_t count = unusual.size();
  unusual.resize(std::min(count, kNamed));
  std::string said = "[" + file + "] " + std::to_string(count) +
                     (count == 1 ? " tensor is not used, because" : " tensors are not used, because") +
                     " config.json describes no layer that has " + (count == 1 ? "it: " : "them: ") +
                     listed(unusual);
  if (count > kNamed) said += " and " + std::to_string(count - kNamed) + " more";
  warnings.push_back(said + ".");
  return warnings;
}

void check_not_quantised(const nlohmann::json& config, const std::string& file) {
  for (const char* key : {"quantization_config", "compression_config", "quantization"}) {
    const auto found = config.find(key);
    if (found == config.end() || !found->is_object()) continue;
    std::string method = std::string(key) == "quantization" ? "MLX" : "another program";
    if (found->contains("load_in_4bit") || found->contains("load_in_8bit")) method = "bitsandbytes";
    if (const auto named = found->find("quant_method"); named != found->end() && named->is_string())
      method = named->get<std::string>();
    for (const char* bits : {"bits", "w_bit"})
      if (const auto width = found->find(bits); width != found->end() && width->is_number_integer())
        method += " (" + std::to_string(width->get<int>()) + " bits)";
    fail("[", file, "] \"", key, "\" says that the weights were quantised by ", method, ", ", kWayOut);
  }
}

void check_not_quantised(const WeightFiles& files, const std::string& file) {
  static const std::pair<const char*, Parts> kMarks[] = {
      {"GPTQ or AWQ", {"qweight", "qzeros"}},
      {"bitsandbytes",
       {"SCB", "absmax", "quant_map", "quant_state.bitsandbytes__nf4", "quant_state.bitsandbytes__fp4"}},
      {"fp8 or compressed-tensors", {"weight_scale", "weight_scale_inv", "weight_packed"}}};
  for (const std::string& name : files.names())
    for (const auto& [method, marks] : kMarks)
      check(!ends_in_any(name, marks), "[", file, "] holds ", name, ", as weights do that were quantised by ",
            method, ", ", kWayOut);
}

}  // namespace heed
