// The kinds of networks that a program can build, each an entry of a table.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>

#include "engine/base/fields.h"
#include "engine/data/piece_encoder.h"
#include "engine/models/library_layout.h"
#include "engine/models/library_weights.h"
#include "engine/models/writing_rules.h"

namespace heed {

// What the text and the labels decide.
struct NetworkSizes {
  int64_t V = 0;        // vocabulary
  int64_t pieces = 0;   // rows of the table of character n-grams; 0: the text encoder makes none
  int64_t phrases = 0;  // rows of the table of phrases, likewise
  int64_t C = 0;        // classes
};

// How a program opens folders in the Hugging Face library's layout.
struct Library {
  const LibraryLayout& (*layout)();
  std::unique_ptr<TextToIds> (*read_text)(const std::string& place, const std::string& model_type,
                                          const ReadFile& read);
  WeightFiles (*weights_of)(const std::string& name, std::map<std::string, std::string> files);
  decltype(load_library_weights)* load;
  decltype(read_writing_rules)* writing = nullptr;  // of networks that write
};

struct Architecture {
  const char* name;  // "architecture" of a recipe's "model" and of config.json

  // From config.json or a recipe's "model", which may hold more than is read. Without a seed the weights are
  // undefined until they are loaded. Error naming `file`.
  using Make = std::unique_ptr<Network>(const nlohmann::json& config, const std::string& file,
                                        const NetworkSizes& sizes, std::optional<uint64_t> seed, DType dtype);
  Make* make = nullptr;
  // The described settings.
  const FieldList& (*fields)() = nullptr;
  // A recipe's "model" with its defaults filled in; Error for a value out of bounds. None: recipes do not
  // begin with it, they go on with a folder of it.
  nlohmann::json (*complete)(const nlohmann::json& model, const std::string& file) = nullptr;
  // Where its folders are kept as that library keeps them; none: as Heed does.
  const Library* library = nullptr;
};

// Those that this program links: its table of contents, contents/everything.cpp or another.
std::span<const Architecture* const> architectures();

// The one that a config.json or a recipe's "model" is of: it is named under "architecture", or else by the
// library's "model_type". Error naming `file` when there is none.
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
  Architecture entry{name};
  entry.make = [](const nlohmann::json& config, const std::string& file, const NetworkSizes& sizes,
                  std::optional<uint64_t> seed, DType dtype) -> std::unique_ptr<Network> {
    return std::make_unique<Class>(Class::Config::from(config, file), sizes, seed, dtype);
  };
  entry.complete = [](const nlohmann::json& model, const std::string& file) {
    return Class::Config::from(model, file).json();
  };
  entry.fields = []() -> const FieldList& { return Class::Config::fields(); };
  return entry;
}

}  // namespace heed
