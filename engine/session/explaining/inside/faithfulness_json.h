// The figures of a data set as the contract has them.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/explain/data_faithfulness.h"

namespace heed::session {

nlohmann::json figures_json(const explain::DataFigures& figures, const explain::FaithfulnessOptions& options);

}  // namespace heed::session
