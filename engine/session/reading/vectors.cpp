#include "engine/session/reading/vectors.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/base/error.h"
#include "engine/base/fnv1a.h"
#include "engine/base/random.h"
#include "engine/data/gunzip.h"
#include "engine/format/model_folder.h"
#include "engine/text/tokenizer_json.h"
#include "engine/text/unicode.h"

namespace heed::session {
WordVectors WordVectors::open(const std::string& path, const std::vector<std::string>& words,
                              const std::function<void(int64_t, int64_t)>& progress) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    const ModelFiles files = read_model_folder(path);
    return from_model(files, path);
  }
  GloveReader reader(path, words);
  read_pieces(path, [&](std::string_view bytes, int64_t read, int64_t total) {
    reader.feed(bytes);
    if (progress) progress(read, total);
  });
  return reader.finish();
}

WordVectors WordVectors::from_files(const std::string& name,
                                    const std::map<std::string, std::string>& files) {
  return from_model(read_model_files(name, files), name);
}

WordVectors WordVectors::from_model(const ModelFiles& files, const std::string& name) {
  const auto found = files.weights.find("vectors");
  check(found != files.weights.end() && found->second.shape().rank() == 2 &&
            found->second.dtype() == DType::kFloat32,
        "[", name, "/model.safetensors] has no matrix \"vectors\" [V, D]: this is no model of word vectors.");
  const Tensor& vectors = found->second;
  const TokenizerFile tokenizer = read_tokenizer_json(files.tokenizer_json, name + "/tokenizer.json");
  check(tokenizer.vocabulary.has_value() && tokenizer.vocabulary->size() == vectors.size(0), "[", name,
        "] tokenizer.json has ", tokenizer.vocabulary ? tokenizer.vocabulary->size() : 0,
        " words, \"vectors\" is ", vectors.shape(), ": expected a row for each word.");
  WordVectors result = from_rows(vectors.values<float>(), vectors.size(1), *tokenizer.vocabulary);
  const std::string prefix = "attention.";
  for (const auto& [tensor, value] : files.weights)
    if (tensor.rfind(prefix, 0) == 0) result.trained_.emplace(tensor.substr(prefix.size()), value);
  return result;
}

std::vector<std::string> WordVectors::trained_mechanisms() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : trained_) {
    const std::string mechanism = name.substr(0, name.find('.'));
    if (names.empty() || names.back() != mechanism) names.push_back(mechanism);
  }
  return names;
}

WordVectors WordVectors::from_rows(std::vector<float> rows, int64_t D, const Vocabulary& vocabulary) {
  const auto& entries = vocabulary.entries();
  WordVectors result;
  result.D_ = D;
  result.values_ = std::move(rows);
  for (size_t id = 0; id < entries.size(); ++id)
    if (!entries[id].special) result.rows_.emplace(entries[id].token, static_cast<int64_t>(id));
  return result;
}

WordVectors WordVectors::random(int64_t D, uint64_t seed) {
  check(D >= 1 && D <= 65536, "[vectors] the width is ", D, ": expected 1 to 65536.");
  WordVectors result;
  result.D_ = D;
  result.random_ = true;
  result.seed_ = seed;
  return result;
}

bool WordVectors::find(const std::string& word, float* vector) const {
  if (random_) {
    Random numbers(mix64(seed_) ^ fnv1a(word));
    for (int64_t d = 0; d < D_; ++d) vector[d] = static_cast<float>(numbers.normal());
    return true;
  }
  auto row = rows_.find(word);
  if (row == rows_.end()) row = rows_.find(to_lower(word));
  if (row == rows_.end()) {
    std::fill_n(vector, D_, 0.0f);
    return false;
  }
  std::copy_n(values_.data() + row->second * D_, D_, vector);
  return true;
}

}  // namespace heed::session
