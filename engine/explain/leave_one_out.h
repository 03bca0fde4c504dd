// What the answer would be without a word (Robnik-Šikonja & Kononenko 2008; Li et al. 2016, "erasure").
#pragma once

#include "engine/explain/pass.h"

namespace heed::explain {

enum class LeftOut {
  kRemoved,  // the text is shorter by it
  kUnknown,  // the vocabulary's unknown word stands there
  kMasked    // [MASK] stands there; Error where the vocabulary has none
};

struct LeaveOneOut {
  Matrix logits;  // [N, C] without token n; of what stands around the text, those of the whole text
  std::vector<double> original;  // [C] of the whole text
};

// All variants of the text are one batch.
LeaveOneOut leave_one_out(const Subject& subject, const EncodedText& text, LeftOut how = LeftOut::kRemoved);

// Half the change of all probabilities per token (total variation), [N]: for two classes the mean |Δŷ| of
// Jain & Wallace (2019).
std::vector<double> total_variation(const LeaveOneOut& left_out, AnswerKind answers);

}  // namespace heed::explain
