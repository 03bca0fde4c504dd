// The text of a training part made ready: each row is cut into tokens once; from those come the vocabulary,
// the phrases and the ids.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/data/dataset.h"
#include "engine/data/phrase_regression.h"
#include "engine/data/text_encoder.h"
#include "engine/tasks/recipe.h"

namespace heed {

struct PreparedText {
  std::string tokenizer_json;            // with the vocabulary, counted over the training rows
  std::optional<Vocabulary> vocabulary;  // with counts
  int64_t tokens = 0;                    // of the training rows
  // Recipes with text.phrases.min_freq have one, counted likewise.
  PhraseFilter filter;
  PhraseVotes start;                     // by model.phrase_start_by, where model.phrase_start is not 0
  std::unique_ptr<TextEncoder> encoder;  // as the recipe's "text" asks
  std::vector<EncodedText> train;        // the training rows, without the tokens' texts
};

// `rows`: those of the training part. `tokenizer`: the recipe's, see recipe_tokenizer().
PreparedText prepare_text(const Recipe& recipe, const Tokenizer& tokenizer, const Dataset& data,
                          const std::vector<int>& rows, const WorkProgress& progress = nullptr);

std::unique_ptr<Tokenizer> recipe_tokenizer(const Recipe& recipe);

}  // namespace heed
