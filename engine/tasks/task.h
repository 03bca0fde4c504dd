// A task says what is learned: from data it makes batches, a loss and a report (NetworkTask). What learns is
// a Network of any architecture that answers what the task asks; a Trainer brings the two together
// (train/trainer.h). Tasks that need no gradient bring steps of their own (SteppingTask).
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/autograd/context.h"
#include "engine/base/progress.h"
#include "engine/base/thread_pool.h"
#include "engine/data/batches.h"
#include "engine/data/corpus_lines.h"
#include "engine/models/architecture.h"
#include "engine/tasks/corpus.h"
#include "engine/tasks/options.h"
#include "engine/tasks/stepping.h"

namespace heed {

class TextToIds;

class Task {
 public:
  virtual ~Task() = default;
  // For people, before the run starts: what is read.
  virtual std::string description() const = 0;
  // Identity of what is read: a checkpoint is refused where it differs.
  virtual nlohmann::json identity() const = 0;
  // Rows that were left out, and the like.
  virtual std::vector<std::string> warnings() const { return {}; }
  // Removes the files that the run alone needed: it has ended.
  virtual void discard() const {}
};

// What one step learns from, as the host makes it.
struct StepBatch {
  int64_t step = 0;
  double rate = 0;  // learning rate
  TextBatch batch;
  Tensor labels;                  // int32, one for each row of Scored::scores
  Tensor rows;                    // int32, of the network's answer that have one; undefined: all
  int64_t tokens = 0;             // of the texts
  int64_t answers = 0;            // labels of the texts; what stands behind them is kNoLabel
  double own_words = 0;           // share of a target's words that are to be the network's own: see mix_in()
  std::string shape;              // of all batches that ask a device for the same work (device/step_replay.h)
  double share = 1;               // of the step's loss
  std::optional<BatchPart> part;  // of a larger batch; none: it is whole
};

// The parts of the data.
enum class DataPart { kTrain, kValidation, kTest };

// How the network that a task trains reads texts, where it learns that from its training part.
struct NetworkText {
  NetworkSizes sizes;
  std::string tokenizer_json;
  std::map<std::string, std::string> files;  // of a tokenizer of word pieces, by name, instead
  std::map<std::string, Tensor> tensors;     // that stand beside the weights: see kPhraseFilter
};

class NetworkTask : public Task {
 public:
  // What the network is asked: for what, and which labels a row of its answer is about.
  virtual Output output() const = 0;
  virtual const std::vector<std::string>& labels() const = 0;
  virtual const NetworkText& text() const = 0;
  // A network that is new begins with what counting has told.
  virtual void begin(const Parameters&) const {}

  // Examples of a part; of the training part also how many tokens each has.
  virtual size_t size(DataPart part) const = 0;
  virtual std::vector<int> lengths() const = 0;
  // Those of an epoch, in their order: a function of the options and the epoch.
  virtual std::vector<Batch> batches(const TrainingOptions& options, int epoch) const;
  // The training examples `chosen`, changed as the task changes them: a function of them and of `step`, which
  // counts batches: `accumulate` of them make a step of the optimizer (TrainingOptions).
  virtual StepBatch batch(const Batch& chosen, int64_t step) const = 0;
  // Puts what the network itself would have written into a batch whose `own_words` asks for it; a function of
  // both and of the batch's step.
  virtual void mix_in(const Network&, const Device&, StepBatch&) const {}
  // What the mean that is a batch's loss divides by: how much the batch counts beside others of its step.
  virtual double weight(const StepBatch& batch) const { return static_cast<double>(batch.labels.count()); }

  // What a network's answer comes to: the loss [1] that is differentiated, and the rows [labels, C] of which
  // the largest is to be at the label.
  struct Scored {
    Variable loss, scores;
  };
  virtual Scored score(Context& ctx, const Variable& answer, const StepBatch& batch) const = 0;
  // [C], or empty: the options' class_weights, where the data decide them.
  virtual std::vector<float> class_weights() const { return {}; }

  // Figures of a part, dropout off: {"loss", "accuracy", …}, null where it is empty.
  virtual nlohmann::json evaluate(const Network& network, const Device& device, DataPart part) const = 0;
};

// What a run that has ended comes to.
struct TaskResult {
  nlohmann::json figures;                    // beside those that every run has
  std::map<std::string, std::string> files;  // of the folder that is written, by name
};

class SteppingTask : public Task {
 public:
  virtual Stepping& stepping() = 0;
  // `run`: {"seconds", "epochs", "seconds_per_epoch"}. `name`: of the folder.
  virtual TaskResult finish(const nlohmann::json& run, const std::string& name) = 0;
  // For people, after finish().
  virtual std::string report() const { return ""; }
};

// What a task is made from. References outlive the call, not more.
struct TaskInput {
  const Recipe& recipe;
  const TaskData& data;
  // How a network that is there already reads texts. Null: the training part says.
  std::shared_ptr<const TextToIds> text = nullptr;
  int64_t max_tokens = 0;  // and the longest one that it takes; 0: any
  // Labels of a model that is measured. All rows are the test part then.
  std::vector<std::string> labels = {};
  bool measure_train = false;
  std::string scratch = {};       // where files begin that the run alone needs; "": there is no such place
  ThreadPool* threads = nullptr;  // for reading
  WorkProgress progress = nullptr;
};

struct TaskEntry {
  const char* name;          // "task" of a recipe
  const char* meaning;       // one sentence
  const char* architecture;  // recipes without "task" whose model.architecture is this; null: no such
  bool network;              // makes a NetworkTask, else a SteppingTask
  std::unique_ptr<Task> (*make)(const TaskInput& input);
  // NetworkTask::score where there are no data: the options say all. Null of a SteppingTask.
  NetworkTask::Scored (*score)(Context& ctx, const Variable& answer, const StepBatch& batch,
                               const TrainingOptions& options) = nullptr;
};

// Those that this program links: its table of contents, contents/everything.cpp or another.
std::span<const TaskEntry* const> tasks();

// The one that a recipe or config.json asks for; text classification where it says nothing. UsageError that
// lists the names.
const TaskEntry& task_of(const nlohmann::json& json, const std::string& file);

}  // namespace heed
