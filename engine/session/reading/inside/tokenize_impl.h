// What an open tokenizer holds. Not part of the session's door: shared by tokenize_open.cpp (how it comes
// about), tokenize.cpp (what it makes of a text) and tokenize_steps.cpp (step by step).
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/session/reading/tokenize.h"
#include "engine/text/pipeline/pipeline.h"
#include "engine/text/preprocessing.h"
#include "engine/text/tokenizer_json.h"

namespace heed::session {

// One of Heed's own tokenizers, or one that another maker's file describes.
struct OpenTokenizer::Impl {
  TokenizerFile own;
  Preprocessing preprocessing;
  std::optional<TokenizerPipeline> pipeline;
};

Token token_of(const Piece& piece);
// Cut by one of Heed's own; `steps` gets what preprocessing did.
std::vector<Token> own_tokens(const OpenTokenizer::Impl& tokenizer, const std::string& text,
                              std::vector<PreprocessingStep>& steps);

}  // namespace heed::session
