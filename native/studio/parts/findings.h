// What a model that names no class finds in the explorer's sentence: words for its masks, an answer to a
// question, how near another sentence is, which token may come next.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/session/models/model.h"
#include "engine/session/writing/writer.h"
#include "native/studio/parts/explorer.h"

namespace heed::studio {

class Findings {
 public:
  Findings(Jobs& jobs, Explorer& explorer) : jobs_(jobs), explorer_(explorer) {}

  // Asks for what is to be seen and not there yet; called while it is looked at.
  void follow();

  std::string other;  // of plain encoders: the sentence that is compared

  const std::optional<session::FilledMasks>& filled() const { return filled_; }
  const std::vector<session::NextToken>& next() const { return next_; }
  const std::optional<double>& nearness() const { return nearness_; }  // cosine, -1 to 1
  const std::string& problem() const { return problem_; }

  // What the sentence becomes by this.
  void mask_longest_word();
  void fill(const std::string& token);         // the first mask
  void write(const session::NextToken& next);  // behind the sentence
  void write_on();                             // twenty tokens, each the likeliest
  bool writing() const { return writing_; }

 private:
  struct Question {
    std::shared_ptr<const session::Model> model;
    std::string sentence, other;
    bool operator==(const Question&) const = default;
  };
  static Jobs::Apply answer(Findings* self, const Question& asked);

  Jobs& jobs_;
  Explorer& explorer_;
  Question asked_;
  std::optional<session::FilledMasks> filled_;
  std::vector<session::NextToken> next_;
  std::optional<double> nearness_;
  std::string problem_;
  bool writing_ = false;
};

// The mask that the text holds, "[MASK]" or "<mask>"; "" where there is none.
std::string mask_in(const std::string& text);

}  // namespace heed::studio
