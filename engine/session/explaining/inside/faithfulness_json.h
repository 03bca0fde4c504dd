// The figures of a data set as the contract has them.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/explain/data_faithfulness.h"
#include "engine/explain/head_importance.h"
#include "engine/explain/head_roles.h"

namespace heed::session {

nlohmann::json figures_json(const explain::DataFigures& figures, const explain::FaithfulnessOptions& options);

// Into "heads" and "removing".
void add_heads(const std::vector<explain::HeadRole>& roles, const explain::HeadImportance& importance,
               nlohmann::json& written);

}  // namespace heed::session
