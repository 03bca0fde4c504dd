// What each part of a network that writes adds to the score of a token that may come next (direct logit
// attribution, Elhage et al. 2021): the last token's state is a sum of what the embeddings, each head of each
// layer and each feed-forward part have written into it, and the score is linear in it once the last norm's
// deviation is taken as it was (explain/residual_stream.h).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/session/writing/writer.h"

namespace heed::session {

// The score of one token that may come next. All parts and the rest sum to it.
struct DirectLogits {
  NextToken token;
  double score = 0;
  double word = 0, position = 0;     // of the last token
  double constant = 0;               // biases, those of norms among them
  double rest = 0;                   // what rounding leaves, of int8 matrices
  std::vector<double> feed_forward;  // [layers]
  std::vector<float> heads;          // [layers, heads, tokens]: by where it was looked
};

struct DirectAttribution {
  std::vector<std::string> tokens;  // of the text, as the vocabulary has them
  std::vector<std::string> texts;   // what each reads as by itself
  int64_t layers = 0, heads = 0;
  std::vector<DirectLogits> candidates;  // the likeliest first
};

// Attributes the `top` likeliest tokens, after the text as `edits` leave it. Errors as of look_back().
DirectAttribution direct_attribution(const Model& model, const std::string& text, int64_t top,
                                     const std::vector<std::string>& edits = {});

// Where the difference between two tokens' scores comes from: parts by size, the largest first.
struct DirectPart {
  std::string name;  // "word", "position", "layer 0, head 1", "layer 0, feed-forward", "constant", "rest"
  std::string from;  // the token that a head looked at most in it; "" of other parts
  double value = 0;
};
std::vector<DirectPart> difference(const DirectAttribution& all, size_t one, size_t other);

// {"tokens", "texts", "candidates": [{"token", "id", "probability", "text", "score", "word", "position",
// "constant", "rest", "feed_forward", "heads"}]}
nlohmann::json to_json(const DirectAttribution& all);

}  // namespace heed::session
