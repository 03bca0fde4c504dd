// Which phrases have a row in a model's table: those that the training part has often enough, or of them
// those that tell most about the class. Others, most of all there are, then neither take rows nor share them,
// as they do where phrases are hashed into buckets.
//
// A phrase is known by 24 bits of its hash, so an unknown one is taken for a known one with a chance of
// rows / 2²⁴. The keys are stored in order, each as the gap to the one before: 1 to 2 bytes a phrase.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace heed {

// The tensor of model.safetensors that holds a PhraseFilter, U8.
constexpr const char* kPhraseFilter = "phrase_filter";

// How often each phrase is met in texts of each class.
class PhraseCounts {
 public:
  explicit PhraseCounts(size_t classes) : classes_(classes) {}
  void add(std::span<const uint32_t> hashes, size_t label);

 private:
  friend class PhraseFilter;
  size_t classes_;
  std::unordered_map<uint32_t, size_t> places_;  // of each hash, in:
  std::vector<int32_t> counts_;                  // [phrases, classes]
};

class PhraseFilter {
 public:
  PhraseFilter() = default;  // without rows
  // Keeps those `rows` phrases, met `min_freq` times and more, that tell most about the class; 0:
  // all. What one tells is G² = 2 Σ_c O_c ln(O_c / E_c), E_c what it would be met in class c if it told
  // nothing (Dunning 1993, "Accurate methods for the statistics of surprise and coincidence").
  static PhraseFilter telling(const PhraseCounts&, int64_t min_freq, int64_t rows = 0);

  // LEB128 of key - key before - 1. Error naming `file` for bytes that are no filter.
  static PhraseFilter read(std::span<const uint8_t> bytes, const std::string& file);
  std::vector<uint8_t> bytes() const;

  // [rows, C]: how much oftener than in texts of other classes a phrase is met in those of class c, the
  // log-count ratio of naive Bayes (Wang & Manning 2012, "Baselines and bigrams", eq. 2):
  //   ln (O_c + s) / Σ_rows (O_c + s)  -  ln (O_others + s) / Σ_rows (O_others + s),   s = 0.1.
  std::vector<float> log_odds(const PhraseCounts&) const;

  int64_t rows() const { return static_cast<int64_t>(keys_.size()); }
  int32_t row(uint32_t hash) const;  // -1: the phrase has none

 private:
  std::vector<uint32_t> keys_;  // ascending; a row is a key's place
};

}  // namespace heed
