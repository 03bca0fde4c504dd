// Vectors of words: from a GloVe text file of any size, from a model folder of ours, or drawn from a seed.
// A word is looked up as it is written, then in lower case; one that is not there has no vector.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/tensor/tensor.h"

namespace heed {
class Vocabulary;
struct ModelFiles;
}  // namespace heed

namespace heed::session {

class WordVectors {
 public:
  // A GloVe text file, gzipped or not, or a model folder (config.json, tokenizer.json, model.safetensors with
  // "vectors" [V, D]). Of a text file, only the rows of `words` and of their lower case are kept; it is read
  // piece by piece. `progress` gets the bytes read and those of the file. Error naming the file.
  static WordVectors open(const std::string& file_or_folder, const std::vector<std::string>& words,
                          const std::function<void(int64_t done, int64_t total)>& progress = {});
  // The three files of a model folder as bytes, by file name.
  static WordVectors from_files(const std::string& name, const std::map<std::string, std::string>& files);
  // Rows [V, D] of a vocabulary's entries; special ones have no vector.
  static WordVectors from_rows(std::vector<float> rows, int64_t D, const Vocabulary& vocabulary);
  // Every word has a vector of D normal numbers, a function of the seed and the word alone.
  static WordVectors random(int64_t D, uint64_t seed);

  int64_t D() const { return D_; }
  int64_t size() const { return static_cast<int64_t>(rows_.size()); }  // words that are here
  // [D] in `vector`; false, and zeros, for a word without one.
  bool find(const std::string& word, float* vector) const;
  // What mechanisms have learned over these vectors, "additive.attention.query.weight" …: of a model folder,
  // what its weights hold under "attention." (tests/bench/train_alignments.py). Empty where nothing was
  // trained.
  const std::map<std::string, Tensor>& trained() const { return trained_; }
  std::vector<std::string> trained_mechanisms() const;  // their names, each once
  // Lines of the file that were left out, by number, and the like.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  friend class GloveReader;
  static WordVectors from_model(const ModelFiles& files, const std::string& name);

  int64_t D_ = 0;
  bool random_ = false;
  uint64_t seed_ = 0;
  std::map<std::string, int64_t, std::less<>> rows_;
  std::vector<float> values_;  // [rows, D]
  std::map<std::string, Tensor> trained_;
  std::vector<std::string> warnings_;
};

// The text format of GloVe, one word a line: "the 0.418 0.24968 -0.41242 …", fed in pieces of any size. The
// first line says how wide vectors are; a first line of two whole numbers (word2vec's) is passed over. Lines
// that hold something else are left out and named by their number; of a word that is there twice the first
// counts.
class GloveReader {
 public:
  // `words`: which rows to keep, with their lower case; empty: all. `name` is what messages call the file.
  GloveReader(std::string name, const std::vector<std::string>& words);
  GloveReader(GloveReader&&) noexcept;
  GloveReader& operator=(GloveReader&&) noexcept;
  ~GloveReader();

  void feed(std::string_view bytes);
  // Error when no line holds a vector.
  WordVectors finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace heed::session
