// Attention between two texts, or within one, under any mechanism, with everything on the way to it.
//
//   query x_t, key y_s  →  scores e  →  scaled e/τ  →  masked  →  weights α  →  output o_t = Σ_s α_ts v_s
//
// T query tokens, S key tokens, D width of the vectors, H heads, K width of a head.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/fields.h"
#include "engine/nn/mechanism_entry.h"
#include "engine/session/reading/vectors.h"

namespace heed::session {

struct AttendOptions {
  std::string mechanism = "scaled-dot";  // one of mechanisms()
  bool causal = false;                   // query t sees keys 0 … t
  // Seed of all weights, in the order of W_q, W_k, W_v (or the mechanism's own letters): what torch.nn.Linear
  // layers made in that order after torch.manual_seed(seed) have.
  uint64_t seed = 0;
  // "drawn" from the seed, or "trained" over the vectors that are looked up (WordVectors::trained), with the
  // width and heads that they were trained with, and values as they are; of mechanisms that learn nothing, no
  // matter.
  std::string parameters = "drawn";
  uint64_t draw = 0;             // hard: another draw of the same weights
  int64_t width = 256;           // of what W_q and W_k (U) lead to
  int64_t heads = 0;             // multi-head only; 0: 4
  double temperature = 1;        // τ: scores are divided by it
  int64_t window = 2;            // local-m, local-p: keys up to this far from the centre
  std::optional<double> centre;  // local-m, local-p: one for all queries, instead of t or the predicted p_t
  std::string tokenizer = "whitespace";  // or "words" (UAX #29)

  bool operator==(const AttendOptions&) const = default;
};

// What can be chosen, described: with bounds, and the sentences of help and forms.
const Fields<AttendOptions>& attend_fields();
AttendOptions read_attend_options(const nlohmann::json& options);  // what is not there keeps its default

// All there are, as lists and help show them.
using nn::MechanismEntry;
std::span<const MechanismEntry* const> mechanisms();
const MechanismEntry& mechanism_named(const std::string& name);  // UsageError for one that there is not

// UsageError for an unknown mechanism, Error for settings out of bounds: before a large file is read.
void check_options(const AttendOptions& options);

struct AttendToken {
  std::string text;
  int64_t start = 0, end = 0;  // bytes of the text, [start, end)
  bool missing = false;        // no vector: zeros

  bool operator==(const AttendToken&) const = default;
};

// A step of the computation as matrices, one per head.
struct NamedMatrix {
  std::string name;           // "query", "key", or the point of one of the mechanism's steps: "scores"
  std::string letter;         // as in the formula: "q", "e", "α"
  std::string formula;        // "e = q·k"
  std::string rows, columns;  // what they are: "query", "key", "width", "one"
  int64_t H = 1, R = 0, C = 0;
  std::vector<float> values;  // [H, R, C]; a masked score is -infinity (null in JSON)
};

// What a mechanism learns, drawn from the seed or trained: for whoever wants to do its arithmetic by hand.
struct Learned {
  std::string name;  // as in nn/: "general.weight" W [D, D], "score.weight" v [1, width], …
  int64_t rows = 0, columns = 0;
  std::vector<float> values;  // [rows, columns]; a bias has one row
};

struct Attended {
  std::string mechanism;
  std::vector<AttendToken> query_tokens, key_tokens;
  // T rows of weights: one per query token, but for additive-positionwise, which has one in all.
  int64_t H = 1, T = 0, S = 0, D = 0;
  std::vector<float> query, key;  // embeddings [T, D], [S, D]
  // In the order in which they are drawn. Empty for mechanisms that score the vectors as they are, and for
  // those whose layers the matrices show as q, k and v.
  std::vector<Learned> learned;
  std::vector<NamedMatrix> matrices;  // in the order of the computation
  std::vector<float> scores;          // [H, T, S], before scale and mask
  std::vector<float> weights;         // [H, T, S]
  int64_t output_width = 0;
  std::vector<float> output;    // [T, output_width]
  std::vector<double> entropy;  // [H, T], in nats
  // How far each output row is from that of soft attention over the same values, ‖o_t - õ_t‖: [T], empty
  // where there is one row for all queries. `soft` says what weighs in õ: "softmax of the same scores" for
  // mechanisms that have other weights of them, else "scaled-dot" of the vectors themselves (behind W_v and
  // W_o where there are some).
  std::vector<double> distance;
  std::string soft;
  bool normalised = true;            // all rows of the weights sum to 1
  std::vector<int64_t> sampled;      // hard: the key that was drawn, [T]
  std::vector<double> centres;       // local-m, local-p: p_t, [T]
  std::optional<int64_t> window;     // local-m, local-p
  std::vector<std::string> missing;  // words without a vector, each once
  std::vector<std::string> warnings;
};

// `query` and `key` are UTF-8; equal texts are one sentence that attends to itself. UsageError for an unknown
// mechanism. Error "[attend] …" where a mechanism cannot take these sizes (additive-positionwise with
// unequal lengths; heads that cannot share the width), and for a text without tokens.
Attended attend(const WordVectors& vectors, const std::string& query, const std::string& key,
                const AttendOptions& options = {});

// The same from tensors: query [T, D], key [S, D], value [S, Dv] (empty: the keys). Tokens are q1, k1, ….
struct AttendTensors {
  int64_t T = 0, S = 0, D = 0, Dv = 0;
  std::vector<float> query, key, value;
};
Attended attend(const AttendTensors& tensors, const AttendOptions& options = {});
// torch.manual_seed(seed); q, k, v = randn(1, T, D) in that order.
AttendTensors random_tensors(uint64_t seed, int64_t T, int64_t D);

// The words whose vectors attend() looks up: to know what to keep of a large file.
std::vector<std::string> words_of(const std::string& text, const AttendOptions& options = {});

// The contract's keys (query_tokens, key_tokens, scores, weights, output, missing) and "mechanism",
// "normalised", "entropy" [H][T]; "distance" and "soft", "sampled", "window" and "centres" where there are
// some. With `detailed` also "tokens", "matrices": [{"name", "letter", "formula", "rows", "columns",
// "shape": [H, R, C], "values"}, …] and "warnings".
nlohmann::json to_json(const Attended& attended, bool detailed = false);
// Parts of it, for whoever sends floats beside the JSON: {"query", "key"} with [{"text", "start", "end",
// "missing"}, …]; what is neither float nor token; the matrices without their values.
nlohmann::json places_to_json(const Attended& attended);
nlohmann::json facts_to_json(const Attended& attended);
nlohmann::json steps_to_json(const Attended& attended);

// A pair to begin with: the same people in both sentences, and a pronoun that has to find its owner.
struct SentencePair {
  std::string query, key;
};
SentencePair example_pair();

}  // namespace heed::session
