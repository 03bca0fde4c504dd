// The task "word-vectors": a corpus, its vocabulary and co-occurrences, the GloVe objective, a model folder.
// Its recipe has "model" {"architecture", "width", "window", "words", "x_max", "alpha"} (words: how many are
// trained and kept), "text", "training.epochs", "training.optimizer" {"name": "adagrad", "rate"}, "seed",
// "storage", and in "report" "neighbours" (a list of words), "sources" ([name, licence] pairs for the card)
// and "compare" (a file of vectors whose similarities the card is to be held against).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/tasks/glove.h"
#include "engine/tasks/task.h"
#include "engine/text/vocabulary.h"

namespace heed::session {

class WordVectorsTask : public SteppingTask {
 public:
  explicit WordVectorsTask(const TaskInput& input);

  std::string description() const override;
  nlohmann::json identity() const override { return {{"data_fingerprint", fingerprint_}}; }
  Stepping& stepping() override { return *glove_; }
  TaskResult finish(const nlohmann::json& run, const std::string& name) override;
  std::string report() const override;

 private:
  void read_settings();
  void read_corpus(const std::vector<std::string>& paths, const WorkProgress& progress);
  std::string card(const nlohmann::json& run) const;
  std::string neighbours_text(const char* before, const char* between) const;

  Recipe recipe_;
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
  std::vector<float> vectors_;  // [V, D] with the row of <unk>, as stored; after finish()
};

extern const TaskEntry kWordVectorsTask;

}  // namespace heed::session
