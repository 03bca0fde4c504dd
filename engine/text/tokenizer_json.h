// tokenizer.json, the Hugging Face format: how a text is cut, and the vocabulary (model WordLevel).
//
// Both <unk> and <pad> are special added tokens, as Hugging Face's own trainers write them: typed in a text
// they are cut out of it and have their id, in their libraries and here (special_tokens.h). The npm package
// @huggingface/tokenizers takes the unknown token from its second argument: new Tokenizer(json, {unk_token}).
// The boundaries of "words" are more than a pattern can say: the file has the nearest one, and says so.
// Preprocessing is not in the file but in the model's config.json: what is tokenized is the preprocessed
// text. HTML entities are no matter of the tokenizer; they are decoded, where a model asks for it, before it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/text/tokenizer.h"
#include "engine/text/vocabulary.h"

namespace heed {

std::string write_tokenizer_json(const Tokenizer& tokenizer, const Vocabulary& vocabulary);

struct TokenizerFile {
  std::unique_ptr<Tokenizer> tokenizer;
  std::optional<Vocabulary> vocabulary;

  // The text that ids stand for, tokens joined as the tokenizer cuts them. Error without a vocabulary, and
  // for a number that is no id.
  std::string text_of(const std::vector<int>& ids) const;
};

// Reads what write_tokenizer_json writes, and the same content from another writer. Anything else that the
// file asks for is an Error that names it, as is a broken file; messages begin with [name_for_errors].
TokenizerFile read_tokenizer_json(const std::string& json_text, const std::string& name_for_errors);

}  // namespace heed
