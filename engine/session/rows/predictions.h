// What a classifier says about many texts: quick, in no order but theirs, and without what it attended to.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/session/models/model.h"

namespace heed::session {

struct TextNetwork;

struct Predictions {
  std::vector<double> probabilities;  // [texts][C]; of a model that gives values these
  std::vector<int64_t> tokens;        // [texts], that were read; 0: nothing of it, so there is no answer
  std::vector<int64_t> unknown;       // [texts], of them those that the vocabulary does not have
  std::vector<int64_t> left_out;      // [texts], tokens behind those that were read
  std::vector<int64_t> pairs;  // [texts], 1: it holds what stands between two texts, and is read as one
  std::vector<std::string> warnings;  // the model's, and of its texts

  struct Answer {
    int predicted = 0;
    double probability = 0;
    double margin = 0;  // to the second of the classes
  };
  Answer answer(size_t text, size_t C) const;
};

class Predictor {
 public:
  // A folder of Heed's layout or of the library's. `device`: "cpu" or "cuda". Error where it is no classifier
  // of texts.
  Predictor(const std::string& model, const std::string& device, int threads);
  // One that is open, where it lies; it outlives the predictor.
  Predictor(const Model& model, int threads);
  ~Predictor();

  const std::vector<std::string>& labels() const;
  bool gives_values() const;           // instead of probabilities
  const TextNetwork& network() const;  // for the session's own files
  // `go_on(texts done)` is called now and then; false ends it, with what there is so far. The same numbers
  // for any number of threads.
  Predictions predict(std::span<const std::string> texts, const std::function<bool(int64_t)>& go_on) const;
  // Likewise what its last layer reads of each text: [texts][D].
  std::vector<float> vectors(std::span<const std::string> texts,
                             const std::function<bool(int64_t)>& go_on) const;

 private:
  struct Impl;
  std::unique_ptr<Model> own_;  // that was opened for it
  std::unique_ptr<Impl> impl_;
};

}  // namespace heed::session
