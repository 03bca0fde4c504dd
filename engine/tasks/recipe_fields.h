// Everything that a recipe holds, described. "model" is the architecture's own, "report" its reader's.
#pragma once

#include <optional>
#include <string>

#include "engine/base/fields.h"
#include "engine/data/split.h"
#include "engine/tasks/options.h"

namespace heed {

// What cuts texts and counts words; preprocessing, n-grams and phrases are data/text_encoder.h's.
struct TextSettings {
  std::string tokenizer = "basic_english";
  int64_t min_freq = 1, max_size = 0;
  int64_t max_tokens = 0, stride = 128;
  std::optional<int64_t> num_tokens;
  std::optional<std::string> pieces;  // tasks/run_pieces.h
};

// Of data/readers.h: what is not a plain value stays open.
struct DataSettings {
  std::optional<std::string> set, format;
  bool html_entities = false, web_markup = false;
  bool single_label = true, phrases = false, binary = false, restore_emotion = false;
};

struct RecipeValues {
  std::string description, task;
  DataSettings data;
  SplitFractions split;
  uint64_t split_seed = 0, seed = 0;
  TextSettings text;
  TrainingOptions training;
  std::string precision = "float32", storage = "float32";
};

const Fields<RecipeValues>& recipe_fields();

}  // namespace heed
