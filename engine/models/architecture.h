// The kinds of networks that a program can build, each an entry of a table.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>

#include "engine/models/network.h"

namespace heed {

// What the text and the labels decide.
struct NetworkSizes {
  int64_t V = 0;        // vocabulary
  int64_t pieces = 0;   // rows of the table of character n-grams; 0: the text encoder makes none
  int64_t phrases = 0;  // rows of the table of phrases, likewise
  int64_t C = 0;        // classes
};

struct Architecture {
  const char* name;  // "architecture" of a recipe's "model" and of config.json
  // Its fields with their defaults filled in; Error for a value out of bounds.
  nlohmann::json (*complete)(const nlohmann::json& model, const std::string& file);
  // From the fields of complete() among others. Without a seed the weights are undefined until they are
  // loaded.
  std::unique_ptr<Network> (*make)(const nlohmann::json& config, const std::string& file,
                                   const NetworkSizes& sizes, std::optional<uint64_t> seed, DType dtype);
};

// Those that this program links: its table of contents, contents/everything.cpp or another.
std::span<const Architecture* const> architectures();

// The one that `config` names under "architecture"; Error naming `file` when there is none.
const Architecture& architecture_of(const nlohmann::json& config, const std::string& file);

// The "model" object of a recipe with the architecture's defaults filled in. A key that the architecture does
// not have, or a size out of bounds, is an Error; an unknown "architecture" too.
nlohmann::json complete_model_config(const nlohmann::json& model, const std::string& file);

// `config` holds the keys of complete_model_config, and may hold others (config.json does). `file` is what
// messages call it.
std::unique_ptr<Network> make_network(const nlohmann::json& config, const std::string& file,
                                      const NetworkSizes& sizes, std::optional<uint64_t> seed,
                                      DType dtype = DType::kFloat32);

// An entry whose network takes `Class::Config` and makes it from and into JSON.
template <class Class>
constexpr Architecture described_by_config(const char* name) {
  return {name,
          [](const nlohmann::json& model, const std::string& file) {
            return Class::Config::from(model, file).json();
          },
          [](const nlohmann::json& config, const std::string& file, const NetworkSizes& sizes,
             std::optional<uint64_t> seed, DType dtype) -> std::unique_ptr<Network> {
            return std::make_unique<Class>(Class::Config::from(config, file), sizes, seed, dtype);
          }};
}

}  // namespace heed
