// Whether a model's attention explains its answers, measured over labelled texts: a step per text, so that
// whoever asks can say how far it is, stop, and go on later.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace heed::session {

struct FaithfulnessOptions {
  // As session::evaluate has them: files or folders, how they are written, KEY=VALUE of the recipe's "data".
  std::vector<std::string> data;
  std::string format;
  std::vector<std::string> set;
  // Use only the rows that the model's own recipe held out as its test part, as its card tells.
  bool held_out = false;
  int64_t limit = 0;  // at most so many of them, drawn by `seed`; 0: all
  uint64_t seed = 0;

  // Methods whose orders of words are erased; empty means every one that this model can be asked, but for
  // those that ask for no class and are attention over again, and the slower kinds of leaving out.
  std::vector<std::string> methods;
  bool drop_ends = false;  // τ without each text's first and last token, as Jain & Wallace (2019)
  int permutations = 100;
  // Labelled texts, written as `data` is, from which a small network learns under the model's attention, even
  // and adversarial weights (Wiegreffe & Pinter 2019); none: it is left out.
  std::vector<std::string> guide;
  int threads = 1;      // which change no figure
  bool report = false;  // and what moves the answers: words, changes of one word, of case, names, negation
};

using Progressing = std::function<void(int64_t done, int64_t total, const char* what)>;

class FaithfulnessRun {
 public:
  // Opens the model and reads the data. Error naming the file that is wrong, for a model that does not
  // attend, and for a method that it cannot be asked; UsageError for an unknown one.
  FaithfulnessRun(const std::string& model, const FaithfulnessOptions& options);
  ~FaithfulnessRun();

  // Measures the next text. False when there is none.
  bool step();
  int64_t done() const;
  int64_t total() const;
  const std::vector<std::string>& warnings() const;

  // What has been measured goes into a file, all or nothing; a run of the same model, data and options takes
  // it up again. Error naming the file, for that of another run too.
  void keep(const std::string& file) const;
  void take_up(const std::string& file);

  // When all is measured. Keys of the contract: "n", "tau": {"gradient": {"mean", "sd", "significant"},
  // "leave-one-out"}, "comprehensiveness" and "sufficiency": {method: mean area, "random"}, "even":
  // {"accuracy"}, "accuracy". Beside them:
  //   "model", "seed", "drop_ends", "tokens" (of a text), "macro_f1", "loss"
  //   "tau".…: "n" texts that have one, "same_first", "histogram" of 20 bins from -1 to 1
  //   "normalised": {"comprehensiveness", "sufficiency"}, between the model's own bounds, large is good
  //   "curves": {"shares", "comprehensiveness": {method: one for each share}, "sufficiency"}
  //   "even": "macro_f1", "changed", the share of answers that are others then, "loss"
  //   "permutations": {"count", "median", "largest", "by_largest_weight": [{"from", "to", "n", "median"}]},
  //     change of the probabilities, ½ Σ |p - p'|
  //   "adversarial": {"within", "mean", "median", "histogram" of 14 bins from 0 to 0.7}, Jensen–Shannon
  //     divergence in nats
  //   "guides", if asked for: {"learned", "even", "adversarial": {"accuracy", "macro_f1"}} of a small network
  //     under such weights
  //   "silence": {order: {"mean", "median", "turned"}}, shares of the tokens
  //   "evenness": {"mean", "rows_above_0.95"}, of the last map's rows: entropy / log n
  //   "heads": [{"layer", "head", "role", "looks_at" and under "even" what even attention would:
  //     {"first", "separators", "self", "previous", "next", "same_word", "distance"}, "evenness", "supports",
  //     "accuracy_without", "loss_without"}]; explain/head_roles.h says what they are
  //   "removing": [{"layer", "head", "accuracy", "loss"}], what is left as one head after the other falls
  //     silent
  //   "report", if asked for:
  //     "words" and "phrases": {class: {"for": [{"text", "mean", "n"}], "against"}}, what they add to the
  //     class
  //       more than to the average one; "components": [{"part", "share"}] of the predicted class's score
  //     "one_word": {"left_out", "replaced"}, the smallest change that turns an answer: {"turned", the share
  //     of
  //       the texts, "moved", "words": [{"text", "n"}], "examples": [{"text", "word", "start", "end",
  //       "becomes" of what is replaced, "from", "to", "before", "after"}]}
  //     "invariance": [{"change", "meaning", "same_meaning", "n", "turned", "moved", "examples": [{"text",
  //       "becomes", "from", "to", "before", "after"}]}]
  // `progress(done, of all, of what)` is called now and then; what it throws ends it.
  nlohmann::json finish(const Progressing& progress = nullptr);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// The same as tables for people; the second is of "report".
std::string faithfulness_table(const nlohmann::json& measured);
std::string report_table(const nlohmann::json& report);

}  // namespace heed::session
