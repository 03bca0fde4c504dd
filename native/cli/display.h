// An Analysis for people: the classes, the tokens with the attention they receive, the strongest pairs and,
// if wanted, the attention weights as tables.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "engine/session/models/model.h"

namespace heed::cli {

// A token as a terminal can show it, and a column that takes any of them.
std::string token_name(const session::Analysis& analysis, int token);
int tokens_width(const session::Analysis& analysis);

// What the text became, step by step; nothing for models that take it as it is.
void show_preprocessing(std::ostream& out, const std::vector<session::PreprocessingStep>& steps);

void show(std::ostream& out, const session::Analysis& analysis, bool with_weights);
// Candidates for each mask.
// `mask`: how a missing word is written for this model.
void show(std::ostream& out, const session::FilledMasks& filled, const std::string& mask);

}  // namespace heed::cli
