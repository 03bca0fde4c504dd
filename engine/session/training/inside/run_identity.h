// What a run is, so that the checkpoint of another run is refused.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "engine/session/training/training.h"
#include "engine/tasks/recipe.h"

namespace heed::session {

// The recipe as far as it differs from one that says nothing, and what is read. A setting that a program gets
// later changes nothing of it where a run leaves the setting as it is; neither do epochs, of which a run may
// be given more.
std::string run_identity(const Recipe& recipe, const nlohmann::json& read, const TrainOptions& options);

// The identity, in today's form, of a run whose whole recipe was written down, as older programs did.
std::string identity_as_now(const std::string& written);

}  // namespace heed::session
