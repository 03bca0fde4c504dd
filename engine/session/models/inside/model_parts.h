// A model folder's files put together: not part of the session's door, shared by its source files.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/data/text_encoder.h"
#include "engine/format/model_folder.h"
#include "engine/models/architecture.h"
#include "engine/session/models/model.h"

namespace heed::session {

struct ModelParts {
  nlohmann::json config;
  std::vector<std::string> labels;  // in index order
  std::unique_ptr<TextEncoder> encoder;
  std::unique_ptr<Network> classifier;
  int64_t max_tokens = 512;
};

// The tensor of model.safetensors that holds a PhraseFilter, U8.
constexpr const char* kPhraseFilter = "phrase_filter";

// Throws Error naming the file in `folder` that is wrong.
ModelParts assemble(const ModelFiles& files, const std::string& folder);

// A model and its encoder from their descriptions. `model` and `text` are objects of a recipe or of
// config.json, `file` is what messages call them. `seed` none: weights are about to be loaded.
struct Description {
  const nlohmann::json& model;
  const nlohmann::json& text;
  const std::string& tokenizer_json;
  std::vector<std::string> labels;
  PhraseFilter phrases = {};  // where text.phrases has min_freq
};
ModelParts build(Description description, std::optional<uint64_t> seed, const std::string& file,
                 const std::string& tokenizer_file);

// `bytes`: of model.safetensors.
Model make_model(const std::string& name, ModelParts parts, int64_t bytes);

}  // namespace heed::session
