// An opened model: text in, Analysis out. Opening and analysing need no network and no window.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/session/analysis.h"

namespace heed::session {

struct ModelInfo {
  std::string name;
  std::string architecture;
  int64_t parameters = 0;
  int layers = 0, heads = 0;
  std::vector<std::string> classes;
  int64_t vocabulary = 0;
  int64_t bytes = 0;  // of model.safetensors
  int64_t max_tokens = 0;
};

nlohmann::json to_json(const ModelInfo& info);

struct ModelParts;

class Model {
 public:
  // A model folder (config.json, tokenizer.json, model.safetensors). Throws Error naming the file.
  static Model open(const std::string& folder);
  // The same three files as bytes, by file name; `name` is what the Analysis calls the model.
  static Model from_files(const std::string& name, const std::map<std::string, std::string>& files);

  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;
  ~Model();

  // Text is UTF-8; bytes that are not are read as U+FFFD.
  Analysis analyse(const std::string& text, const AnalysisOptions& options = {}) const;
  std::vector<Token> tokenize(const std::string& text) const;
  ModelInfo info() const;

 private:
  friend Model make_model(const std::string& name, ModelParts parts, int64_t bytes);
  struct Impl;
  explicit Model(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace heed::session
