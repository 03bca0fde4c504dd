// Why the model says what it says of the explorer's sentence, and what it would say if. Explanations are made
// where analyses are, one after the other, when the sentence's own analysis is there.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/session/explaining/explain.h"
#include "native/studio/parts/edits.h"
#include "native/studio/parts/explorer.h"

namespace heed::studio {

// A way to calculate, as session::describe_methods() has it.
struct Method {
  std::string name, title, measures, misses;
  bool is_signed = true, per_class = true, adds_up = false;
};
std::vector<Method> every_method();

// What each word of the sentence adds, by the method that was asked.
struct WordValues {
  std::string label, against;      // "" where the method asks for no class
  std::vector<std::string> words;  // [N]
  std::vector<double> values;      // [N]
  std::vector<std::string> parts;  // [N], what a value is the sum of, a line each; empty where it is no sum
  double bias = 0, score = 0;      // of contributions: Σ values + bias + remainder = score
  std::optional<double> remainder;
  bool is_sum = false;        // whether bias and score say something
  std::optional<double> gap;  // of other methods that are to add up
};

class Why {
 public:
  Why(Jobs& jobs, Explorer& explorer);

  // Asks for what is to be seen and not there yet; called while it is looked at.
  void follow();

  // The question. A class is asked about by its name; "": the one that is predicted, and none against it.
  const std::vector<Method>& methods() const { return methods_; }
  const Method& method() const { return methods_[chosen]; }
  size_t chosen = 0;  // of the methods
  std::string label, against;
  Edits edits;           // of this sentence and model
  bool what_if = false;  // whether edits are made

  // The class that the question is about: `label`, or what is predicted. "" where there is no class.
  std::string asked() const;
  // A click on a class: why this one, or no longer. `contrast`: why the one that is asked about and not this.
  void ask(const std::string& clicked, bool contrast);

  // The answer, or the last one while a newer is on its way.
  const std::optional<WordValues>& values() const { return values_; }
  const session::Edited* edited() const;  // null: there is no edit
  // The same of the explorer's sentence alone; null while a newer answer is on its way.
  const session::Edited* settled() const;
  bool stale() const { return wanted_ != shown_; }
  const std::string& problem() const { return problem_; }
  bool edits_fail() const { return !problem_.empty() && !asked_.edits.empty(); }  // the problem is theirs

 private:
  struct Question {
    std::shared_ptr<const session::Model> model;
    std::string sentence, method, label, against;
    std::vector<std::string> edits;
    bool operator==(const Question&) const = default;
  };
  Question question() const;
  void ask_anew(const Question& question);
  bool is_of_explorer() const;
  void forget_what_is_gone();

  Jobs& jobs_;
  Explorer& explorer_;
  const std::vector<Method> methods_;
  Question asked_;
  std::optional<session::Explanation> found_;
  std::optional<WordValues> values_;
  std::string problem_;
  int wanted_ = 0, shown_ = 0;
};

// The values of an explanation by this method; none where it says nothing about these classes.
std::optional<WordValues> word_values(const session::Explanation& found, const std::string& method,
                                      const std::string& label, const std::string& against);

}  // namespace heed::studio
