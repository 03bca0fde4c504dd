// The task "word-pieces": a corpus, its words, the merges of their pieces, a folder with tokenizer.json. Its
// recipe has "model" {"architecture", "pieces" (the vocabulary's size), "alphabet",
// "min_frequency", "lower_case"} (engine/tasks/word_piece.h), and in "report" "sources" ([name, licence]
// pairs for the card) and "compare" (tokenizers, as for `heed tokenize`, whose pieces per word stand beside).
// What is held out are files of --test, in the form that "data" describes. Nothing is left to chance: there
// is no seed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/session/reading/tokenize.h"
#include "engine/tasks/task.h"
#include "engine/tasks/word_piece.h"

namespace heed::session {

// How a tokenizer cuts texts that it was not made from. Words are what it cuts into pieces.
struct PieceCounts {
  std::string name;
  int64_t size = 0;                                       // of its vocabulary
  int64_t words = 0, pieces = 0, whole = 0, unknown = 0;  // whole: words of one piece that is known
};

class WordPiecesTask : public SteppingTask, private Stepping {
 public:
  explicit WordPiecesTask(const TaskInput& input);

  std::string description() const override;
  nlohmann::json identity() const override { return nullptr; }
  Stepping& stepping() override { return *this; }
  TaskResult finish(const nlohmann::json& run, const std::string& name) override;
  std::string report() const override;

 private:
  bool step() override;
  Position position() const override;
  Checkpoint save() override { return {}; }
  void resume(const Checkpoint&, const std::string&) override {}
  bool resumable() const override { return false; }

  void read_settings();
  void read_corpus(const std::vector<std::string>& paths, const WorkProgress& progress);
  void measure(const std::string& tokenizer_json);
  std::string counts_table() const;
  std::string card(const std::string& name) const;

  Recipe recipe_;
  std::vector<std::string> test_, files_;
  WordPieceTraining training_;
  bool lower_case_ = true, ended_ = false;
  int64_t lines_ = 0, words_ = 0, different_ = 0;
  std::unique_ptr<WordPieceTrainer> trainer_;
  std::vector<PieceCounts> held_out_;  // ours first; empty without a test part
  size_t texts_ = 0;                   // held out
  double reading_seconds_ = 0;
};

PieceCounts count_pieces(const OpenTokenizer& tokenizer, const std::vector<std::string>& texts);

extern const TaskEntry kWordPiecesTask;

}  // namespace heed::session
