// `heed train` for WordPiece vocabularies: a corpus, its words, the merges of their pieces, a folder with
// tokenizer.json. Not part of the session's door: TrainingRun hands over to it where a recipe's architecture
// is "wordpiece". Its recipe has "model" {"architecture", "pieces" (the vocabulary's size), "alphabet",
// "min_frequency", "lower_case"} (engine/tasks/word_piece.h), and in "report" "sources" ([name, licence]
// pairs for the card) and "compare" (tokenizers, as for `heed tokenize`, whose pieces per word stand beside).
// What is held out are files of --test, in the form that "data" describes. Nothing is left to chance: there
// is no seed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/session/reading/tokenize.h"
#include "engine/session/training/inside/other_training.h"
#include "engine/tasks/word_piece.h"

namespace heed::session {

// How a tokenizer cuts texts that it was not made from. Words are what it cuts into pieces.
struct PieceCounts {
  std::string name;
  int64_t size = 0;                                       // of its vocabulary
  int64_t words = 0, pieces = 0, whole = 0, unknown = 0;  // whole: words of one piece that is known
};

class PieceTraining : public OtherTraining {
 public:
  PieceTraining(const TrainOptions& options, Recipe recipe);

  std::string description() const override;
  bool step() override;
  const Progress& progress() const override { return progress_; }
  nlohmann::json finish() override;
  std::string report() const override;

 private:
  void read_settings();
  void read_corpus();
  void measure(const std::string& tokenizer_json);
  std::string counts_table() const;
  std::string card() const;

  TrainOptions options_;
  Recipe recipe_;
  std::string out_;
  std::vector<std::string> files_;
  WordPieceTraining training_;
  bool lower_case_ = true;
  int64_t lines_ = 0, words_ = 0, different_ = 0;
  std::unique_ptr<WordPieceTrainer> trainer_;
  std::vector<PieceCounts> held_out_;  // ours first; empty without --test
  size_t texts_ = 0;                   // held out
  Progress progress_;
  double seconds_ = 0;
};

// The words of a corpus as BERT's normalizer and pre-tokenizer cut them; what stands for a word that was left
// out is none. `lines`, if given, gets how many were read.
WordCounts count_words(const std::vector<std::string>& files, bool lower_case, int64_t* lines = nullptr);

PieceCounts count_pieces(const OpenTokenizer& tokenizer, const std::vector<std::string>& texts);

}  // namespace heed::session
