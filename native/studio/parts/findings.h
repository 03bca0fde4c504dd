// What a model that names no class finds in the explorer's sentence: words for its masks, how near another
// sentence is. What may come next is parts/writing.h, what is written of it the explorer's.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/session/models/model.h"
#include "native/studio/parts/explorer.h"

namespace heed::studio {

class Findings {
 public:
  Findings(Jobs& jobs, Explorer& explorer) : jobs_(jobs), explorer_(explorer) {}

  // Asks for what is to be seen and not there yet; called while it is looked at.
  void follow();

  std::string other;  // of plain encoders: the sentence that is compared

  const std::optional<session::FilledMasks>& filled() const { return filled_; }
  const std::optional<double>& nearness() const { return nearness_; }  // cosine, -1 to 1
  const std::string& problem() const { return problem_; }

  // What the sentence becomes by this.
  void mask_longest_word();
  void fill(const std::string& token);  // the first mask

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
  std::optional<double> nearness_;
  std::string problem_;
};

}  // namespace heed::studio
