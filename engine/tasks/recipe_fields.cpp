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
          .number("train", &O::train, {0, 1}, "Share of the rows that train.")
          .number("validation", &O::validation, {0, 1},
                  "Share of the rows that are measured after every epoch.")
          .number("test", &O::test, {0, 1}, "Share of the rows that are looked at once, at the end.")
          .number("folds", &O::folds, {0, 1000},
                  "Cross-validation: parts into which all but the test part is dealt out; 0: none.")
          .number("fold", &O::fold, {0, 999}, "The part that is the validation part, from 0.");
  return fields;
}

const Fields<TextSettings>& text_fields() {
  using O = TextSettings;
  static const auto fields =
      Fields<O>()
          .choice("tokenizer", &O::tokenizer,
                  {"basic_english", "whitespace", "words", "characters", "all_characters"},
                  "What cuts a text into tokens.")
          .only_for("classification, word-vectors")
          .number("min_freq", &O::min_freq, {1, 1e9}, "How often a word must occur to enter the vocabulary.")
          .only_for("classification, word-vectors")
          .number("max_size", &O::max_size, {0, 1e9}, "Words in the vocabulary; 0: no limit.")
          .number("num_tokens", &O::num_tokens, {0, 1e9},
                  "Words in the vocabulary as the lesson counts them, padding and unknown among them.")
          .only_for("classification")
          .text("pieces", &O::pieces,
                "A tokenizer.json, or a folder with one; null: pieces are learned from the texts.")
          .only_for("masked-words, next-word, translate")
          .number("max_tokens", &O::max_tokens, {0, 1e6},
                  "Tokens that the network reads of a text, or in one window; 0: as many as it can, of a new "
                  "one 512.")
          .number("stride", &O::stride, {0, 1e6}, "Tokens that neighbouring windows of a long text share.")
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
          .text("description", &O::description, "What the recipe trains, in a sentence or two.")
          .text("task", &O::task, "What is learned; nothing: what the architecture and the data make likely.")
          .choice("training.precision", &O::precision, {"float32", "tf32", "bf16"},
                  "How the factors of products are rounded: a CUDA GPU knows all three, a CPU with "
                  "AVX512-BF16 bf16, any other rounds nothing.")
          .part("training", &O::training, training_fields())
          .open("model", "The architecture and its settings.")
          .part("text", &O::text, text_fields())
          .part("split", &O::split, split_fields())
          .number("split_seed", &O::split_seed, {0, kMostSeed},
                  "Of the split into training, validation and test part.")
          .number("seed", &O::seed, {0, kMostSeed},
                  "Of weights, order and dropout: the same seed, the same model.")
          .choice("storage", &O::storage, {"float32", "float16", "int8"},
                  "How the finished model's numbers are stored.")
          .part("data", &O::data, data_fields())
          .open("report", "What the run's report shows beside its figures.");
  return fields;
}

RecipeValues values_of(const Recipe& recipe) {
  return read_as(recipe.json, recipe_fields(), recipe.name);
}

}  // namespace heed
