// Whether the attention to the explorer's sentence explains the answer: agreement, every method, and
// experiments with the map, one after the other, so that a large model can be watched while it is
// experimented with, and stopped.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/session/explaining/text_faithfulness.h"
#include "native/studio/parts/explorer.h"
#include "native/studio/parts/why.h"

namespace heed::studio {

// What one method says of each word.
struct MethodValues {
  size_t method = 0;           // of Evidence::methods()
  std::vector<double> values;  // [N]
};

struct Measured {
  std::vector<std::string> words;  // [N]
  std::optional<session::TextFaithfulness> found;
  std::vector<MethodValues> values;  // by every method that can be asked, in their order
  session::MapExperiments done;
};

class Evidence {
 public:
  // With the edits that `why` has made of the sentence.
  Evidence(Jobs& jobs, Explorer& explorer, const Why& why);

  // Asks for the next step, unless it is under way or stopped; called while it is looked at.
  void follow();
  void stop() { stopped_ = true; }
  void go_on() { stopped_ = false; }
  // The map is permuted otherwise.
  void shuffle_again();

  const std::vector<Method>& methods() const { return methods_; }
  const Measured& measured() const { return measured_; }
  size_t steps() const { return steps_.size(); }
  size_t steps_done() const { return done_; }
  std::string now() const;  // what is measured; "" where nothing is
  bool stopped() const { return stopped_; }
  bool complete() const { return done_ == steps_.size() || !problem_.empty(); }
  bool late() const { return fresh_; }  // what is there is of the sentence before
  const std::string& problem() const { return problem_; }
  const std::vector<std::string>& edits() const { return asked_.edits; }

 private:
  struct Asked {
    std::shared_ptr<const session::Model> model;
    std::string sentence, label;
    std::vector<std::string> edits;
    int64_t tokens = 0;
    uint64_t seed = 0;
    bool operator==(const Asked&) const = default;
  };
  using Add = std::function<void(Measured&)>;
  struct Step {
    std::string name;
    std::function<Add(const Asked&)> measure;  // not on the interface's thread
  };
  static std::vector<Step> every_step(const std::vector<Method>& methods);
  const session::Analysis& run() const;  // of the sentence, as the edits leave it
  static session::ExperimentOptions options_of(const Asked& asked);
  static Step by_method(const Method& method, size_t index);
  static Step by_experiment(const std::string& name, const std::string& wanted,
                            const std::vector<std::string>& methods, int random_orders);
  void begin_anew(const Asked& asked);
  void begin_step();

  Jobs& jobs_;
  Explorer& explorer_;
  const Why& why_;
  const std::vector<Method> methods_;
  const std::vector<Step> steps_;
  Asked asked_;
  Measured measured_;
  size_t done_ = 0;
  uint64_t seed_ = 0;
  int number_ = 0;  // of the question
  bool under_way_ = false, stopped_ = false, fresh_ = false;
  std::string problem_;
};

// "agrees little (τ 0.21)", "runs against (τ −0.40)".
std::string agreement_in_words(const session::TextAgreement& agreement);
// How far the map explains the answer, in two sentences.
std::string summary_of(const session::TextFaithfulness& found);

}  // namespace heed::studio
