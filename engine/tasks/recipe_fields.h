// Everything that a recipe holds, described. "model" is the architecture's own, "report" its reader's.
#pragma once

#include <optional>
#include <string>

#include "engine/base/fields.h"
#include "engine/data/split.h"
#include "engine/data/text_encoder.h"
#include "engine/tasks/corpus.h"
#include "engine/tasks/options.h"

namespace heed {

// What cuts texts and counts words.
struct TextSettings {
  std::string tokenizer = "basic_english";
  int64_t min_freq = 1, max_size = 0;
  int64_t max_tokens = 0, stride = 128;
  std::optional<int64_t> num_tokens;
  std::optional<std::string> pieces;  // tasks/run_pieces.h
  EncoderOptions encoder;
};

struct RecipeValues {
  std::string description, task;
  DataOptions data;
  SplitFractions split;
  uint64_t split_seed = 0, seed = 0;
  TextSettings text;
  TrainingOptions training;
  std::string precision = "float32", storage = "float32";
};

// Open values, which are no plain ones, are read by those who use them: an architecture its "model", a report
// its "report", read_data_options() the "label_map".
const Fields<RecipeValues>& recipe_fields();
// Error and UsageError as read_fields() has them.
RecipeValues values_of(const Recipe& recipe);

}  // namespace heed
