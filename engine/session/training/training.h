// Training, evaluation and data, as the command line and the studio call them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/progress.h"
#include "engine/session/models/analysis.h"
#include "engine/session/models/model.h"

namespace heed {
class Ranks;
class Store;
}  // namespace heed

namespace heed::session {

struct Labelled;

// What a run is asked for beyond its recipe; unset values come from the recipe.
struct TrainOptions {
  std::string recipe;      // a file, or the name of one in the recipe folders
  nlohmann::json written;  // what such a file would hold: instead of one, which `recipe` then only names
  // A model folder in the Hugging Face library's layout that is fine-tuned, instead of a new network as the
  // recipe's "model" describes it; what is written has that layout too.
  std::string from;
  std::vector<std::string> data;  // files or folders; empty: where `fetch` puts the recipe's data set
  std::vector<std::string> test;  // files that are the test part, instead of rows of `data`
  std::string out;                // model folder; empty: models/<recipe>
  std::string device = "cpu";
  int threads = 1;
  std::optional<uint64_t> seed;
  std::optional<uint64_t> split_seed;
  std::string splits;  // JSON file with row numbers under train, val, test
  std::optional<int> epochs;
  std::vector<std::string> set;  // KEY=VALUE with dotted keys into the recipe
  bool resume = false;
  WorkProgress preparing = nullptr;  // before the first step
  bool measure_train = false;        // fill Progress::train after each epoch, which costs a third of it
};

// But for what lives in memory (`written`, `preparing`), and whether it is resumed.
nlohmann::json to_json(const TrainOptions& options);
TrainOptions train_options_of(const nlohmann::json& from);

struct Progress {
  int epoch = 0, epochs = 0;    // epoch counts from 1
  int64_t step = 0, steps = 0;  // within the epoch
  double loss = 0;              // running mean over the epoch, dropout on
  double accuracy = 0;          // likewise
  double step_loss = 0;         // of the last step alone
  double gradient_norm = 0;     // of the last step, before clipping
  double rate = 0;              // learning rate of the last step
  double tokens_per_second = 0;
  double seconds_left = 0;
  const char* counts = nullptr;  // "pieces": `step` of `steps` counts these, and there is nothing else to say
  std::string remark;        // what is worth knowing and no error: why steps are slower than they could be
  int best_epoch = 0;        // by early stopping's metric; 0: there is none
  bool epoch_ended = false;  // then `validation` holds metrics where there is such a part
  nlohmann::json train, validation;  // M of the contract, or null
};

// Where training data comes from and results go, if these are not files on this machine.
struct TrainPlaces {
  std::shared_ptr<const Labelled> rows;  // instead of TrainOptions::data
  std::shared_ptr<Store> store;          // TrainOptions::out is a name in it
  Ranks* ranks = nullptr;  // that share its steps (session/training/ranks.h), of which this is the first
  std::map<std::string, std::string> from =
      {};  // bytes by file name; TrainOptions::from is what they are called
  // Bytes that there are for weights, their gradients and what the optimizer keeps of them; 0: as many as it
  // takes.
  int64_t memory = 0;
};

class TrainingRun {
 public:
  // Loads recipe and data, prepares vocabulary, split and model (or the checkpoint when resuming).
  explicit TrainingRun(const TrainOptions& options, const TrainPlaces& places = {});
  ~TrainingRun();

  // Text describing the run before it starts: data, classes, vocabulary, model structure, parameters.
  std::string description() const;
  nlohmann::json settings() const;       // the recipe, complete, and its "name"
  nlohmann::json data_identity() const;  // a fingerprint of what was read, and how many rows each part has
  std::vector<std::string> data_paths() const;
  const std::string& out() const;             // the folder that finish() writes
  std::vector<std::string> warnings() const;  // rows that were left out, and the like
  // One optimizer step, and now and then a checkpoint behind it. False when training has ended (last epoch
  // done or stopped early). Error where it has diverged.
  bool step();
  const Progress& progress() const;
  // Writes a checkpoint now. False for runs of seconds, which keep none.
  bool keep();
  // From the next step on what each weight and its gradient is like, in the order of the network: {"name",
  // "weight", "gradient"}, root mean squares. Of a task that trains a network, else Error.
  void watch_weights(bool on);
  nlohmann::json weights() const;
  // Multiplies the rates of all steps that come, whatever the schedule: for whoever watches and meddles. Of a
  // task that trains a network, else Error.
  void scale_rate(double factor);
  // The model as it would be judged if the run ended here: a copy, which may be asked from another thread
  // while training goes on. After any step; of a task that trains a network, else Error.
  Model snapshot();
  // Restores the best weights, evaluates, writes the model folder (all or nothing), removes the checkpoint. A
  // run that has not ended keeps it: what was stopped can be resumed. Returns {"before", "train",
  // "validation", "test", "seconds", "epochs", "seconds_per_epoch"}, with early stopping also "best_epoch"
  // and "stopped_early".
  nlohmann::json finish();
  // Text after training: what the recipe's "report" asks for (sentences, rates, an attention matrix).
  std::string report() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// The run's warnings, a line each, and its description.
std::string with_warnings(const TrainingRun& run);

// "enron, lines, csv, …": the names that --format takes.
std::string data_formats();

struct Evaluation {
  nlohmann::json result;              // {"test": M}
  std::vector<std::string> warnings;  // rows that were left out, and the like
};

// A model folder on labelled data: files, or folders, of which the file is read that the recipe's data.test
// names, or else the format's usual one. `format` empty: the model's own recipe decides. `set` holds
// KEY=VALUE for the recipe's "data" object. `device`: "cpu" or "cuda".
Evaluation evaluate(const std::string& model, const std::vector<std::string>& data, const std::string& format,
                    const std::vector<std::string>& set = {}, const std::string& device = "cpu");

// M as a table for people.
std::string metrics_table(const nlohmann::json& metrics);

// A set that fetch() knows: where it would be on this machine, and whether it is.
struct PublicSet {
  std::string name, address, licence, folder;
  int64_t bytes = 0;  // of the files whose size is known
  bool there = false;
};
PublicSet public_set(
    const std::string& name);  // UsageError listing the names when there is none of this name

struct Fetched {
  std::string folder;
  std::vector<std::string> remarks;  // files that could not be checked, or were left out
};
// Gets a public data set, checks its SHA-256, puts it in place atomically.
// `from`: a folder or file:// or http(s):// base address instead of the public one.
Fetched fetch(const std::string& name, const std::string& to, const std::string& from,
              const std::function<void(int64_t done, int64_t total)>& progress);

}  // namespace heed::session
