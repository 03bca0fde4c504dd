// The models that are open behind a door, and the last analyses of one.
#pragma once

#include <map>

#include "engine/session/door/door.h"
#include "engine/session/models/model.h"

namespace heed::session {

struct OpenModels {
  std::map<int, Model> all;
  int next = 0;
  Analysis last, changed;  // of a text as it is, and of one under edits
};

// {"model": its number, "info": as to_json(ModelInfo)}
nlohmann::json add_model(Door& door, Model opened);
// Error when none is open under "model".
Model& model_of(Door& door, const nlohmann::json& given);
// "top", "max_tokens" and "whole_maps".
AnalysisOptions read_analysis_options(const nlohmann::json& given);
// All maps of an analysis that is small enough to be shown at once.
void refer_to_maps(const Analysis& analysis, int64_t most, Reply& reply);

}  // namespace heed::session
