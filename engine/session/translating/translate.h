// A model that writes a text for the one that it reads: what it writes, and what it looked at meanwhile.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/fields.h"
#include "engine/session/models/model.h"
#include "engine/session/writing/writer.h"

namespace heed::session {

struct TranslateOptions {
  int64_t beam = 4;  // hypotheses that live; 1: greedy
  int64_t tokens = 128;
  double length_penalty = 0.6;  // score = log p / ((5 + length) / 6)^penalty
  // More than 0: tokens are drawn, as WritingOptions has it, and no beam looks for the likeliest.
  double temperature = 0;
  int64_t top_k = 0;
  double top_p = 1;
  uint64_t seed = 0;
  bool every_map = false;   // also of self-attention; else cross-attention alone
  std::vector<int> forced;  // ids that the target begins with, likely or not
  // Edits of what is looked at in the source, as engine/explain/edit.h writes them, query t being the
  // target's token t: "*.*.3.only=5", "*.*.*.2=0".
  std::vector<std::string> edits;
  int64_t candidates = 0;  // of what might have been written in each token's place

  static const Fields<TranslateOptions>& fields();
};

// Another target that the beam found.
struct Alternative {
  std::string target;
  double score = 0;
};

// A token that the beam weighed.
struct WeighedToken {
  int parent = -1;             // the one before it; -1: none
  NextToken token;             // as probable as it was after those before it
  double log_probability = 0;  // of all tokens up to it
  std::string fate = "lived";  // "ended", or "dropped": others were likelier
};

struct Translation {
  std::string model, source, target;
  std::vector<std::string> edits;     // that were made
  std::vector<std::string> warnings;  // the model's
  double score = 0;                   // log p with the length penalty
  double log_probability = 0;         // of all tokens
  std::vector<Token> source_tokens;
  std::vector<NextToken> target_tokens;  // with the end; each one's probability after those before it
  std::vector<std::vector<NextToken>> candidates;  // of each, the likeliest first
  std::vector<double> log_sums;                    // of each: its score less this is its log p
  std::vector<Alternative> alternatives;           // the better first
  std::optional<Alternative> unedited;  // where there are edits: what would have been written without
  std::vector<WeighedToken> tree;       // parents first; none of what was drawn
  int leaf = -1;                        // of the tree, where the target ends
  // Maps of cross-attention [H, target tokens, source tokens]: row t is what was looked at when token t was
  // written.
  std::vector<AttentionMap> attention;
  // Scores that each map's softmax was taken of, [H, T, S]; empty where the model does not tell them.
  std::vector<std::vector<float>> scores;
};

// UsageError for a value out of bounds, and for what is no edit: before a model is opened.
void check_options(const TranslateOptions& options);
// Error for a model that does not translate, for a text that is too long for it, and for an edit of what is
// not there. Of an empty text the target is empty.
Translation translate(const Model& model, const std::string& text, const TranslateOptions& options = {});

// {"source", "target", "score", "log_probability", "source_tokens", "target_tokens", "probabilities",
// "alternatives", "attention"}, and where there are edits "edits" and "unedited"
nlohmann::json to_json(const Translation& translation);

}  // namespace heed::session
