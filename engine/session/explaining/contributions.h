// What each word adds, over many texts: they share passes, so that a whole data set is explained while one
// waits for it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "engine/session/explaining/explain.h"

namespace heed::session {

// Contributions of one text. N tokens, C classes, in the order of ModelInfo::classes; all empty where there
// is no token.
struct TextContributions {
  std::vector<std::string> tokens;          // [N]
  std::vector<double> probabilities;        // [C]
  std::vector<ClassContributions> classes;  // [C], terms [N] each; without parts and components
};

// Calls `each(i, of texts[i])` for all of them in order, on this thread; false from it ends early. Of each
// text `max_tokens` are read. Error as of explain(); nobody else may use the model meanwhile.
using EachContributions = std::function<bool(size_t text, const TextContributions& found)>;
void for_contributions(const Model& model, const std::vector<std::string>& texts,
                       const EachContributions& each, int64_t max_tokens = 512);

}  // namespace heed::session
