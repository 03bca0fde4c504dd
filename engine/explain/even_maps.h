// What attention is worth to a model: its answers with every map made even, the rest of it as it is
// (Wiegreffe & Pinter 2019 learn anew; here nothing does).
#pragma once

#include <vector>

#include "engine/explain/pass.h"

namespace heed::explain {

// Logits [texts, C]. Each layer reads what the even layers below it have made.
Matrix logits_of_even(const Subject& subject, const std::vector<EncodedText>& texts);

}  // namespace heed::explain
