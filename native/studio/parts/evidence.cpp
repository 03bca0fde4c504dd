#include "native/studio/parts/evidence.h"

#include <algorithm>
#include <cmath>

#include "native/numbers.h"

namespace heed::studio {
namespace {

// It takes hundreds of passes where a model is far from straight, so that the others do not wait for it.
const char* const kLongest = "integrated-gradients";

void together(session::MapExperiments& all, const session::MapExperiments& more) {
  if (more.even) all.even = more.even;
  if (more.permutations) all.permutations = more.permutations;
  if (more.adversarial) all.adversarial = more.adversarial;
  if (!more.silenced.empty()) all.silenced = more.silenced;
  all.erased.insert(all.erased.end(), more.erased.begin(), more.erased.end());
}

}  // namespace

Evidence::Evidence(Jobs& jobs, Explorer& explorer, const Why& why)
    : jobs_(jobs), explorer_(explorer), why_(why), methods_(every_method()), steps_(every_step(methods_)) {}

const session::Analysis& Evidence::run() const {
  const session::Edited* edited = why_.settled();
  return edited ? edited->run : *explorer_.analysis();
}

session::ExperimentOptions Evidence::options_of(const Asked& asked) {
  session::ExperimentOptions options;
  options.wanted.clear();
  options.seed = asked.seed;
  options.max_tokens = asked.tokens;
  options.edits = asked.edits;
  return options;
}

Evidence::Step Evidence::by_method(const Method& method, size_t index) {
  return {method.title, [name = method.name, index](const Asked& asked) -> Add {
            session::ExplainOptions options;
            options.methods = {name};
            options.unasked = true;
            options.contributions = options.analysed = false;
            options.label = asked.label;
            options.edits = asked.edits;
            options.analysis.max_tokens = asked.tokens;
            const auto said = session::explain(*asked.model, asked.sentence, options).attributions;
            if (said.empty()) return [](Measured&) {};
            return [index, values = said[0].values](Measured& measured) {
              const auto place =
                  std::find_if(measured.values.begin(), measured.values.end(),
                               [index](const MethodValues& other) { return other.method > index; });
              measured.values.insert(place, {index, values});
            };
          }};
}

Evidence::Step Evidence::by_experiment(const std::string& name, const std::string& wanted,
                                       const std::vector<std::string>& methods, int random_orders) {
  return {name, [wanted, methods, random_orders](const Asked& asked) -> Add {
            session::ExperimentOptions options = options_of(asked);
            options.wanted = {wanted};
            options.methods = methods;
            options.random_orders = random_orders;
            const auto done = session::text_experiments(*asked.model, asked.sentence, options);
            return [done](Measured& measured) {
              if (done) together(measured.done, *done);
            };
          }};
}

std::vector<Evidence::Step> Evidence::every_step(const std::vector<Method>& methods) {
  std::vector<Step> steps{{"agreement", [](const Asked& asked) -> Add {
                             session::ExperimentOptions options = options_of(asked);
                             options.agreement = true;
                             const auto done =
                                 session::text_experiments(*asked.model, asked.sentence, options);
                             return [done](Measured& measured) {
                               if (done) measured.found = done->agreement;
                             };
                           }}};
  const int orders = session::ExperimentOptions().random_orders;
  for (size_t m = 0; m < methods.size(); ++m)
    if (methods[m].name != kLongest) steps.push_back(by_method(methods[m], m));
  steps.push_back(by_experiment("another map", "adversarial", {}, orders));
  steps.push_back(by_experiment("shuffled maps", "permutations", {}, orders));
  steps.push_back(by_experiment("an even map", "even", {}, orders));
  steps.push_back(by_experiment("silenced weights", "silenced", {}, orders));
  for (const std::string& method : session::ExperimentOptions().methods)
    steps.push_back(by_experiment("words taken away by " + method, "erased", {method}, 0));
  steps.push_back(by_experiment("words taken away at random", "erased", {}, orders));
  for (size_t m = 0; m < methods.size(); ++m)
    if (methods[m].name == kLongest) steps.push_back(by_method(methods[m], m));
  return steps;
}

std::string Evidence::now() const {
  return under_way_ && !stopped_ && !complete() ? steps_[done_].name : "";
}

void Evidence::shuffle_again() {
  ++seed_;
}

void Evidence::begin_anew(const Asked& asked) {
  asked_ = asked;
  ++number_;
  done_ = 0;
  problem_.clear();
  under_way_ = stopped_ = false;
  fresh_ = true;
}

void Evidence::follow() {
  const auto& analysis = explorer_.analysis();
  if (explorer_.stale() || !analysis) return;
  if (!analysis->prediction) {
    measured_ = {};
    asked_ = {};
    ++number_;
    under_way_ = fresh_ = false;
    done_ = steps_.size();
    return;
  }
  const session::Edited* edited = why_.settled();
  const Asked wanted{explorer_.model(),
                     explorer_.sentence(),
                     run().prediction->label,
                     edited ? edited->edits : std::vector<std::string>(),
                     static_cast<int64_t>(analysis->tokens.size()),
                     seed_};
  if (!(wanted == asked_)) begin_anew(wanted);
  if (!under_way_ && !stopped_ && !complete()) begin_step();
}

void Evidence::begin_step() {
  under_way_ = true;
  std::vector<std::string> words;
  for (const session::Token& token : run().tokens) words.push_back(token.text);
  jobs_.newest(
      "evidence",
      [this, number = number_, asked = asked_, words = std::move(words),
       measure = steps_[done_].measure]() -> Jobs::Apply {
        return [this, number, words, add = measure(asked)] {
          if (number != number_) return;
          if (std::exchange(fresh_, false)) measured_ = {words, std::nullopt, {}, {}};
          add(measured_);
          ++done_;
          under_way_ = false;
        };
      },
      [this, number = number_](const std::string& message) {
        if (number != number_) return;
        measured_ = {};
        problem_ = message;
        under_way_ = fresh_ = false;
      });
}

std::string agreement_in_words(const session::TextAgreement& agreement) {
  if (!agreement.tau) return "cannot be compared";
  const double tau = *agreement.tau, size = std::fabs(tau);
  const std::string value = "(τ " + decimal(tau, 3) + ")";
  if (tau <= -0.1) return "runs against " + value;
  if (size < 0.1) return "does not agree " + value;
  const char* how = size < 0.3 ? "little" : size < 0.5 ? "somewhat" : size < 0.7 ? "well" : "closely";
  return "agrees " + std::string(how) + " " + value;
}

std::string summary_of(const session::TextFaithfulness& found) {
  return "This map " + agreement_in_words(found.left_out) + " with leaving words out, and " +
         agreement_in_words(found.gradient) + " with gradients. The most attended word is " +
         (found.left_out.same_first ? "" : "not ") + "the most decisive one.";
}

}  // namespace heed::studio
