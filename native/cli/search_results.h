// What came of a search over settings, for people and for programs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "engine/session/tuning/search.h"

namespace heed::cli {

std::string mean_and_deviation(const session::TrialResult& result);  // "0.8613 ± 0.0042", "failed"
std::string choice_words(const session::TrialResult& result);        // "model.dropout=0.1 model.layers=2"

// A line for each choice, the best first, and the command that trains that one; `train` is what all of them
// were asked for beside their choices.
void print_search(const session::TrainOptions& train, const session::Search& search);
nlohmann::json search_json(const session::TrainOptions& train, const session::Search& search);

}  // namespace heed::cli
