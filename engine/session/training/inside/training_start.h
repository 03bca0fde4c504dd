// What a run begins with that counting the training part tells. Not part of the session's door.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/data/phrase_regression.h"
#include "engine/nn/parameters.h"
#include "engine/session/training/inside/recipe.h"

namespace heed::session {

// Weights of C classes in the loss, as training.class_weights asks, or none. "balanced": n / (C · count);
// "inverse_count": 1 / count; or a number per class.
std::vector<float> class_weights(const Recipe& recipe, const std::vector<int>& labels, size_t C);

// The phrases' votes begin at model.phrase_start times those of `start`, the classes with its bias, if it has
// one. `model` is a recipe's; Error naming `file` where the phrases were hashed and so not counted.
void begin_votes(const nlohmann::json& model, const PhraseVotes& start, const Parameters& parameters,
                 const std::string& file);

}  // namespace heed::session
