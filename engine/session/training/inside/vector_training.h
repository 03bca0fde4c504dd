// `heed train` for word vectors: a corpus, its vocabulary and co-occurrences, the GloVe objective, a model
// folder. Not part of the session's door: TrainingRun hands over to it where a recipe's architecture is
// "word-vectors". Its recipe has "model" {"architecture", "width", "window", "words", "x_max", "alpha"}
// (words: how many are trained and kept), "text", "training.epochs", "training.optimizer" {"name": "adagrad",
// "rate"}, "seed", "storage", and in "report" "neighbours" (a list of words), "sources" ([name, licence]
// pairs for the card) and "compare" (a file of vectors whose similarities the card is to be held against).
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "engine/session/training/inside/other_training.h"
#include "engine/session/training/inside/recipe.h"
#include "engine/text/vocabulary.h"
#include "engine/tasks/glove.h"

namespace heed::session {

class VectorTraining : public OtherTraining {
 public:
  VectorTraining(const TrainOptions& options, Recipe recipe);

  std::string description() const override;
  bool step() override;
  const Progress& progress() const override { return progress_; }
  nlohmann::json finish() override;
  std::string report() const override;

 private:
  void read_settings();
  void read_corpus();
  void write_checkpoint() const;
  std::string checkpoint() const { return out_ + ".checkpoint.safetensors"; }
  std::string identity() const;
  std::string card(const nlohmann::json& result) const;
  std::string neighbours_text(const char* before, const char* between) const;

  TrainOptions options_;
  Recipe recipe_;
  std::string out_;
  std::vector<std::string> files_;
  std::string storage_;
  int32_t words_ = 10000;
  int window_ = 10;
  GloveOptions glove_options_;
  int64_t lines_ = 0, tokens_ = 0;
  uint64_t fingerprint_ = 0;
  std::unique_ptr<Vocabulary> vocabulary_;
  std::string tokenizer_json_;
  std::unique_ptr<Glove> glove_;
  Progress progress_;
  double seconds_ = 0;
  int first_epoch_ = 0;
  std::vector<float> vectors_;  // [V, D] with the row of <unk>, as stored; after finish()
};

}  // namespace heed::session
