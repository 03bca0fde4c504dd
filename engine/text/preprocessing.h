// What happens to a text before it is cut into tokens: named steps in the order that a recipe gives, kept
// with the model. Most are those of the "Attention" lesson of Made With ML, with its regular
// expressions in Python's meaning. All of them in the lesson's order make "great week nyse" of "Great week
// for the NYSE!".
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/aligned_text.h"
#include "engine/text/token.h"

namespace heed {

//   lower_case           as Unicode has it, final sigma included
//   contractions         "don't" becomes "do n't" (contractions.h); not one of the lesson's
//   stop_words           \b(i|me|my|…)\b\s* is dropped; {"name": "stop_words", "list": "english"}, or
//                        "words": […]
//   parentheses          \([^)]*\) is dropped: from ( to the next )
//   punctuation_spacing  [-;;.,!?<=>] gets a space on either side
//   non_alphanumerics    [^A-Za-z0-9]+ becomes one space
//   double_spaces        spaces become one
//   strip                white space at both ends is dropped
class Preprocessing {
 public:
  struct Step {
    std::string name;
    std::function<AlignedText(const AlignedText&)> apply;
  };
  struct StepText {
    std::string step, text;  // the text after the step
  };

  Preprocessing() = default;
  // A list of names, or of objects with "name" and the step's options; null is the empty list. Error naming
  // `file` for anything else, UsageError for a step or a list of words that there is not.
  static Preprocessing read(const nlohmann::json& steps, const std::string& file);

  bool empty() const { return steps_.empty(); }
  // `texts`, if given, gets what each step made.
  AlignedText apply(std::string_view text, std::vector<StepText>* texts = nullptr) const;

 private:
  std::vector<Step> steps_;
};

// Tokens of a preprocessed text with their places in the original.
void move_to_original(std::vector<TextToken>& tokens, const AlignedText& text);

}  // namespace heed
