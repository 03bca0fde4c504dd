// What tasks have in common that learn from texts nobody has labelled. Data are text files of any size and
// number, an empty line between documents, or what `heed pack` made of them. They become rows of tokens
// without padding. Rows may be short at first and longer at the end (You et al. 2020, §4.2).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/tasks/packed_file.h"
#include "engine/tasks/packing.h"
#include "engine/tasks/row_plan.h"
#include "engine/tasks/run_pieces.h"
#include "engine/tasks/task.h"

namespace heed {

// How such a task reads its texts.
struct CorpusUse {
  const char* task;    // its name
  const char* learns;  // for messages: "masked words"
  PieceKind pieces;    // that are learned where the recipe names none
  // The form of its stream of tokens. Error naming `place` where the vocabulary lacks what it needs.
  StreamForm (*form)(const TextToIds& text, const std::string& place);
  bool cuts_texts;  // rows are texts, between the stream's ends
};
extern const CorpusUse kMaskedWordsCorpus, kNextWordCorpus;
// The use of the task of this name; null: another kind of task.
const CorpusUse* corpus_use(const std::string& task);

class CorpusTask : public NetworkTask {
 public:
  std::string description() const override;
  nlohmann::json identity() const override;
  void discard() const override;

  const std::vector<std::string>& labels() const override { return labels_; }
  const NetworkText& text() const override { return network_text_; }
  size_t size(DataPart part) const override;
  std::vector<int> lengths() const override { return {static_cast<int>(plan_.longest())}; }
  std::vector<Batch> batches(const TrainingOptions& options, int epoch) const override {
    return plan_.batches(options, epoch);
  }

  // The mean over all rows of the answer.
  static Scored score_rows(Context& ctx, const Variable& answer, const StepBatch& batch,
                           const TrainingOptions&);

 protected:
  CorpusTask(const TaskInput& input, const CorpusUse& use);

  const TrainingOptions& options() const { return options_; }
  const TextToIds& text_to_ids() const { return *text_; }
  const StreamForm& form() const { return form_; }
  const RowPlan& plan() const { return plan_; }
  const PackedCorpus& train() const { return train_; }
  const PackedCorpus& held_out(DataPart part) const { return part == DataPart::kTest ? test_ : train_; }

 private:
  void read_pieces(const TaskInput& input, const std::vector<std::string>& files,
                   const std::optional<PackedFile>& packed);
  PackedCorpus with_ends(const PackedFile& packed, const std::string& file) const;
  PackedCorpus corpus_of(const PackedFile& packed, const std::string& file, const Recipe& recipe) const;
  PackedCorpus pack_texts(const std::vector<std::string>& files, const TaskInput& input);
  PackedCorpus measured_of(const std::vector<std::string>& files, const std::optional<PackedFile>& packed,
                           const TaskInput& input) const;

  const CorpusUse& use_;
  TrainingOptions options_;
  std::shared_ptr<const TextToIds> text_;
  NetworkText network_text_;
  std::vector<std::string> labels_;
  StreamForm form_;
  PackedCorpus train_, test_;
  RowPlan plan_;
  std::string path_, pieces_path_;
};

}  // namespace heed
