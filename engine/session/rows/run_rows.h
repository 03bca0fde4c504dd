// The rows behind a run: which it was measured on, and which a model learned from, so that it is not measured
// on them by accident. They are read again from where they were.
#pragma once

#include <memory>
#include <string>
#include <unordered_set>

#include "engine/session/training/training.h"

namespace heed {
struct Corpus;
}

namespace heed::session {

// Rows of the validation part of a run that classifies texts, with its complete settings, or rows of its
// training part.
enum class RunPart { kTraining, kValidation };
Labelled rows_of_run(const nlohmann::json& settings, const TrainOptions& options, RunPart part);

// What a model learned from, as TrainedTexts finds it; errors likewise.
Labelled trained_rows(const std::string& model);

// The texts of a model's training part, wherever they stand: also in a copy of the file, or twice in it.
// Where its recipe has a test part, those of the validation part too, by which its best epoch may have been
// chosen.
class TrainedTexts {
 public:
  // As its run was kept (run_store.h), or else as its card says; both are read again from where they were.
  // Error where neither says it, where the data is no longer there, and for a model that does not classify
  // texts.
  explicit TrainedTexts(const std::string& model);
  // The texts of a run with these complete settings, which may still be training.
  TrainedTexts(const nlohmann::json& settings, const TrainOptions& options);

  bool has(const std::string& text) const { return texts_.count(hash_(text)) > 0; }
  size_t size() const { return texts_.size(); }

 private:
  void add(const Corpus& corpus);

  std::hash<std::string> hash_;
  std::unordered_set<size_t> texts_;  // by their hash: a corpus takes eight bytes a text
};

}  // namespace heed::session
