// What is behind the door of session/models/model.h: our own classifiers (own_model.cpp) or a model of the
// BERT family from other makers' files (pretrained.cpp).
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/device/device.h"
#include "engine/format/weight_files.h"
#include "engine/session/models/model.h"

namespace heed::session {

class ModelImpl {
 public:
  virtual ~ModelImpl() = default;
  virtual Analysis analyse(const std::string& text, const AnalysisOptions& options) const = 0;
  virtual std::vector<Token> tokenize(const std::string& text) const = 0;
  virtual ModelInfo info() const = 0;
  // Only of models made for it; the others say what they are.
  virtual FilledMasks fill_mask(const std::string& text, int top) const;
  virtual Analysis answer(const std::string& question, const std::string& text,
                          const AnalysisOptions& options) const;
};

// What messages and analyses call the model in a folder: "models/mine/" is "mine".
std::string folder_name(const std::string& folder);

// The architecture of a folder with word vectors, which session/reading/vectors.h reads.
constexpr const char* kWordVectors = "word-vectors";

// The last attention map, summed up as the Analysis has it.
void summarise_attention(Analysis& analysis, int top);
// Likewise, of `map`, which is not in the Analysis.
void summarise_attention(const AttentionMap& map, Analysis& analysis, int top);

struct ModelParts;
std::unique_ptr<ModelImpl> make_own_model(const std::string& name, ModelParts parts, int64_t bytes,
                                          const Device& device);

// Models of other makers. The page's first module links pretrained_page.cpp in place of pretrained_*.cpp: it
// writes nothing, and opening says that it cannot.

// Adds "labels", "embedding" and "answer" where there are some.
void write_pretrained(const Analysis& analysis, nlohmann::json& written);

// Ours say what they are under "architecture", those of the Hub under "model_type".
bool is_pretrained(const nlohmann::json& config);

// A folder whose config.json has a "model_type", and its files as bytes. On `device`; a CPU gets `threads`.
std::unique_ptr<ModelImpl> open_pretrained(const std::string& folder, const nlohmann::json& config,
                                           int threads, Precision precision, const Device& device);
std::unique_ptr<ModelImpl> open_pretrained(const std::string& name, std::map<std::string, std::string> files,
                                           const nlohmann::json& config);
// The same with weights that came in pieces (session/models/incoming.h), by file name.
std::unique_ptr<ModelImpl> open_pretrained(const std::string& name, std::map<std::string, std::string> read,
                                           std::map<std::string, WeightFiles::Tensors> streamed,
                                           const nlohmann::json& config, int threads);

}  // namespace heed::session
