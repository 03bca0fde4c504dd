#include "native/studio/parts/why.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace heed::studio {
namespace {

const char* const kContribution = "contribution";

bool has_class(const session::Analysis& analysis, const std::string& label) {
  return std::any_of(analysis.classes.begin(), analysis.classes.end(),
                     [&](const session::ClassProbability& c) { return c.label == label; });
}

}  // namespace

std::vector<Method> every_method() {
  std::vector<Method> methods;
  for (const nlohmann::json& m : session::describe_methods())
    methods.push_back({m.at("name"), m.at("title"), m.at("measures"), m.at("misses"), m.at("signed"),
                       m.at("per_class"), m.at("adds_up")});
  return methods;
}

Why::Why(Jobs& jobs, Explorer& explorer) : jobs_(jobs), explorer_(explorer), methods_(every_method()) {}

std::string Why::asked() const {
  const auto& analysis = explorer_.analysis();
  if (!analysis || !analysis->prediction) return "";
  if (!label.empty()) return label;
  const session::Edited* changed = edited();
  return changed ? changed->run.prediction->label : analysis->prediction->label;
}

void Why::ask(const std::string& clicked, bool contrast) {
  if (contrast) {
    against = clicked == against || clicked == asked() ? "" : clicked;
    if (!against.empty()) label = asked();  // it stays what it is when another one is predicted
    return;
  }
  label = clicked == label ? "" : clicked;
  against.clear();
}

const session::Edited* Why::edited() const {
  return what_if && !edits.empty() && found_ && found_->edited ? &*found_->edited : nullptr;
}

bool Why::is_of_explorer() const {
  return asked_.sentence == explorer_.sentence() && asked_.model == explorer_.model();
}

const session::Edited* Why::settled() const {
  return is_of_explorer() && !stale() && problem_.empty() ? edited() : nullptr;
}

// What names words of another sentence, or classes of another model.
void Why::forget_what_is_gone() {
  const session::Analysis& analysis = *explorer_.analysis();
  if (!has_class(analysis, label)) label.clear();
  if (!has_class(analysis, against) || against == asked()) against.clear();
  if (!is_of_explorer()) edits = {};
}

Why::Question Why::question() const {
  Question question{explorer_.model(), explorer_.sentence(), method().name, "", "", {}};
  if (method().name != kContribution && method().per_class) {  // contributions come for every class
    question.label = label;
    question.against = against;
  }
  if (what_if) question.edits = edits.in_force();
  return question;
}

void Why::follow() {
  const auto& analysis = explorer_.analysis();
  if (explorer_.stale() || !analysis) return;
  if (!analysis->prediction || analysis->classes.empty()) {
    found_.reset();
    values_.reset();
    asked_ = {};
    return;
  }
  forget_what_is_gone();
  const Question wanted = question();
  if (!(wanted == asked_)) ask_anew(wanted);
  if (found_ && !stale() && problem_.empty()) values_ = word_values(*found_, asked_.method, asked(), against);
}

void Why::ask_anew(const Question& question) {
  asked_ = question;
  const int number = ++wanted_;
  jobs_.newest(
      "explain",
      [this, number, question,
       tokens = static_cast<int64_t>(explorer_.analysis()->tokens.size())]() -> Jobs::Apply {
        session::ExplainOptions options;
        options.methods = {question.method};
        options.attributions = question.method != kContribution;
        options.label = question.label;
        options.against = question.against;
        options.edits = question.edits;
        options.analysis.max_tokens = tokens;
        return [this, number, found = session::explain(*question.model, question.sentence, options)] {
          if (number != wanted_) return;
          problem_.clear();
          found_ = found;
          shown_ = number;
        };
      },
      [this, number](const std::string& message) {
        if (number != wanted_) return;
        problem_ = message;
        shown_ = number;
      });
}

}  // namespace heed::studio
