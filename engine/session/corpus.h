// A recipe's data, read, split and counted: what a training run starts from. Not part of the session's door.
#pragma once

#include <string>
#include <vector>

#include "engine/data/dataset.h"
#include "engine/data/split.h"
#include "engine/session/recipe.h"
#include "engine/text/tokenizer_json.h"

namespace heed::session {

// How a model's data is read; the "data" object of recipe and config.json.
struct DataOptions {
  std::string format;
  bool html_entities = false;
};

DataOptions read_data_options(const nlohmann::json& data, const std::string& file);

// `labels`: the order of an existing model's classes, or empty.
Dataset read_data(const DataOptions& options, const std::vector<std::string>& paths,
                  const std::vector<std::string>& labels = {});

// Where the recipe's data is when no path is given. Error naming the command that gets it when it is not
// there.
std::vector<std::string> default_data(const Recipe& recipe);

// Splits by the file if one is given, else by the recipe's fractions and split seed. Without validation and
// test fractions every row trains.
Split split_data(const Recipe& recipe, const Dataset& data, const std::string& splits_file);

// The tokenizer.json of a recipe, its vocabulary counted over the training rows.
struct CountedTokenizer {
  std::string json;
  Vocabulary vocabulary;  // with counts
  int64_t tokens = 0;     // of the training rows
};
CountedTokenizer count_tokens(const Recipe& recipe, const Dataset& data, const std::vector<int>& rows);

}  // namespace heed::session
