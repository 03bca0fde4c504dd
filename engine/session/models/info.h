// What a folder holds: a model that reads texts, or word vectors.
#pragma once

#include <string>

#include "engine/session/models/model.h"

namespace heed::session {

// Word vectors [V, D] have V·D parameters, a vocabulary of V, no layers, heads or classes. Error naming the
// file.
ModelInfo info_of(const std::string& folder);

}  // namespace heed::session
