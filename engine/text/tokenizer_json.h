// tokenizer.json, the Hugging Face format: how a text is cut, and the vocabulary (model WordLevel).
//
// Both <unk> and <pad> are special added tokens, as Hugging Face's own trainers write them: typed in a text
// they are cut out of it and have their id, in their libraries and here (special_tokens.h). The npm package
// @huggingface/tokenizers takes the unknown token from its second argument: new Tokenizer(json, {unk_token}).
// HTML entities are no matter of the tokenizer; they are decoded, where a model asks for it, before it.
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
};

// Reads what write_tokenizer_json writes, and the same content from another writer. Anything else that the
// file asks for is an Error that names it, as is a broken file; messages begin with [name_for_errors].
TokenizerFile read_tokenizer_json(const std::string& json_text, const std::string& name_for_errors);

}  // namespace heed
