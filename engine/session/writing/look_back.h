// What each token of a text that is written on looks at: itself and those before it.
#pragma once

#include <string>
#include <vector>

#include "engine/session/models/model.h"

namespace heed::session {

struct LookedBack {
  std::vector<std::string> tokens;  // as the vocabulary has them
  int64_t layers = 0, heads = 0;
  std::vector<float> weights;  // [tokens, tokens], rows are queries
};

// Looks at one layer and one head; Heads::kMean: the layer's heads averaged. `edits`: of maps, as
// engine/explain/edit.h writes them, made on the way. Error for a model that does not write, an empty text,
// and a layer or a head that is not there.
LookedBack look_back(const Model& model, const std::string& text, int layer, int head,
                     const std::vector<std::string>& edits = {});

}  // namespace heed::session
