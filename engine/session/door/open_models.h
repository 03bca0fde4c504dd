// The models that are open behind a door, and the last analysis of one.
#pragma once

#include <map>

#include "engine/session/door/door.h"
#include "engine/session/models/model.h"

namespace heed::session {

struct OpenModels {
  std::map<int, Model> all;
  int next = 0;
  Analysis last;
};

// {"model": its number, "info": as to_json(ModelInfo)}
nlohmann::json add_model(Door& door, Model opened);
// Error when none is open under "model".
Model& model_of(Door& door, const nlohmann::json& given);

}  // namespace heed::session
