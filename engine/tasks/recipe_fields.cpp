#include "engine/tasks/recipe_fields.h"

#include "engine/format/fields_json.h"
#include "engine/tasks/fields.h"

namespace heed {
namespace {

constexpr double kMostSeed = 18446744073709551615.0;  // of 64 bits

const Fields<SplitFractions>& split_fields() {
  using O = SplitFractions;
  static const auto fields =
      Fields<O>()
          .number("train", &O::train, {0, 1}, "Share of the rows for training.")
          .number("validation", &O::validation, {0, 1}, "Share of the rows for validation after every epoch.")
          .number("test", &O::test, {0, 1}, "Share of the rows for the test at the end.")
          .number(
              "folds", &O::folds, {0, 1000},
              "Cross-validation: number of folds of the rows outside the test part; 0: no cross-validation.")
          .number("fold", &O::fold, {0, 999}, "Cross-validation: fold to validate on, from 0.");
  return fields;
}

const Fields<TextSettings>& text_fields() {
  using O = TextSettings;
  static const auto fields =
      Fields<O>()
          .choice("tokenizer", &O::tokenizer,
                  {"basic_english", "whitespace", "words", "characters", "all_characters"},
                  "Tokenizer that splits a text into tokens.")
          .only_for("classification, word-vectors")
          .number("min_freq", &O::min_freq, {1, 1e9}, "Smallest count of a word to enter the vocabulary.")
          .only_for("classification, word-vectors")
          .number("max_size", &O::max_size, {0, 1e9},
                  "Vocabulary size: largest number of words; 0: no limit.")
          .number("num_tokens", &O::num_tokens, {0, 1e9},
                  "Vocabulary size as the lesson counts it, including padding and unknown.")
          .only_for("classification")
          .text("pieces", &O::pieces,
                "A tokenizer.json or a folder with one; null: learn a tokenizer from the texts.")
          .only_for("masked-words, next-word, translate")
          .number("max_tokens", &O::max_tokens, {0, 1e6},
                  "Largest number of tokens the model reads from a text or window; 0: the model's limit, or "
                  "512 for a new model.")
          .number("stride", &O::stride, {0, 1e6},
                  "Number of tokens that neighbouring windows of a long text share.")
          .only_for("questions")
          .part("", &O::encoder, encoder_fields());
  return fields;
}

}  // namespace

// In the order of a form.
const Fields<RecipeValues>& recipe_fields() {
  using O = RecipeValues;
  static const auto fields =
      Fields<O>()
          .text("description", &O::description, "Description of the recipe in a sentence or two.")
          .text("task", &O::task, "Task to learn; empty: choose it from the architecture and the data.")
          .choice("training.precision", &O::precision, {"float32", "tf32", "bf16"},
                  "Rounding of the factors of products. A CUDA GPU has all three, a CPU with AVX512-BF16 has "
                  "bf16; other CPUs do not round.")
          .part("training", &O::training, training_fields())
          .open("model", "The architecture and its settings.")
          .part("text", &O::text, text_fields())
          .part("split", &O::split, split_fields())
          .number("split_seed", &O::split_seed, {0, kMostSeed},
                  "Random seed of the split into training, validation and test part.")
          .number("seed", &O::seed, {0, kMostSeed},
                  "Random seed of weights, order and dropout. The same seed gives the same model.")
          .choice("storage", &O::storage, {"float32", "float16", "int8"}, "Number format of the saved model.")
          .part("data", &O::data, data_fields())
          .open("report", "Additional content of the run's report.");
  return fields;
}

RecipeValues values_of(const Recipe& recipe) {
  return read_as(recipe.json, recipe_fields(), recipe.name);
}

}  // namespace heed
