// A network with what it needs to read texts and to say what it found, put together from a model's folder or
// from a recipe: not part of the session's door, shared by its source files.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/data/text_encoder.h"
#include "engine/format/model_folder.h"
#include "engine/format/weight_files.h"
#include "engine/models/architecture.h"
#include "engine/models/writing_rules.h"

namespace heed::session {

struct TextNetwork {
  nlohmann::json config;            // config.json
  std::string kind;                 // "request-classifier", "BertForMaskedLM"
  std::vector<std::string> labels;  // in index order
  std::unique_ptr<TextToIds> text;
  std::unique_ptr<Network> network;
  WritingRules writing;  // of networks that write
  int64_t max_tokens = kUsualMaxTokens;
  std::vector<std::string> warnings;  // what its files ask for and is not done, and hold and is not used
};

// Where a text holds the piece that stands between two: that it is read as one text all the same. Only for
// networks that tell two texts apart; `name` is what the message calls the model.
std::optional<std::string> warning_of_pair(const TextNetwork& parts, const EncodedText& text,
                                           const std::string& name);

// A folder of either layout, to ask and not to train: its weights lie on `device` as products want them, int8
// where the folder holds int8. What every door opens, so that all of them say the same. Error naming the file
// that is wrong. `device` becomes the one that the model's answers come from (cpu::portable).
TextNetwork open_network(const std::string& folder, Device& device);

// --- Heed's own layout

// Throws Error naming the file in `folder` that is wrong.
TextNetwork assemble(const ModelFiles& files, const std::string& folder);

// A network and its text encoder from their descriptions. `model` and `text` are objects of a recipe or of
// config.json, `file` is what messages call them. `seed` none: weights are about to be loaded.
struct Description {
  const nlohmann::json& model;
  const nlohmann::json& text;
  const std::string& tokenizer_json;
  std::vector<std::string> labels;
  PhraseFilter phrases = {};  // where text.phrases has min_freq
};
TextNetwork build(Description description, std::optional<uint64_t> seed, const std::string& file,
                  const std::string& tokenizer_file);

// --- The Hugging Face library's

// Reads among files that are there as bytes, by name; those of weights are not among them.
ReadFile reader_of(const std::map<std::string, std::string>& files);
struct LibraryFiles {
  std::string name;   // what the Analysis calls the model
  std::string place;  // what messages call the folder
  ReadFile read;
  WeightFiles weights;
};
// A folder of this machine.
LibraryFiles library_files_in(const std::string& folder);
// The same files as bytes, by file name; `name` is what messages call their folder.
LibraryFiles library_files_of(const std::string& name, std::map<std::string, std::string> files);

void add_warnings(TextNetwork& parts, const std::vector<std::string>& more);

// Without weights: `place` is what messages call the folder.
TextNetwork describe_library_network(const std::string& place, const nlohmann::json& config,
                                     const Architecture& architecture, const ReadFile& read);

// A folder to go on training with, all of it float32: under a head for `output` and `labels` where it has
// another one, drawn from `seed`. `unused` is what the folder holds beside its network's weights, of the same
// head only. `changes`: a recipe's "model", whose settings stand in place of the folder's own where its
// architecture has them.
struct LibraryNetwork {
  TextNetwork parts;
  std::map<std::string, Tensor> unused;
  std::map<std::string, std::string> tokenizer;  // its files, by name
};
LibraryNetwork open_for_training(const LibraryFiles& folder, Output output,
                                 const std::vector<std::string>& labels, uint64_t seed,
                                 const nlohmann::json& changes = nlohmann::json::object());
// With the head that it has.
LibraryNetwork open_as_it_is(const LibraryFiles& folder);

// The folder's files by name, with `weights` (by Heed's names) in place of the network's: config.json,
// model.safetensors under the library's names, in `storage` ("float32" or "float16"), the tokenizer as it was
// and the model card `readme`.
std::map<std::string, std::string> library_files(const LibraryNetwork& network,
                                                 const std::map<std::string, Tensor>& weights,
                                                 const std::string& storage, const std::string& readme);

}  // namespace heed::session
