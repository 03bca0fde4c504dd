// What a model says about one text: the one result type of the page, the studio and the command line.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace heed::session {

struct Token {
  std::string text;       // after normalisation, also when unknown
  std::optional<int> id;  // the unknown id for unknown tokens; none without a vocabulary
  int64_t start = 0;      // byte offsets into the UTF-8 text, [start, end)
  int64_t end = 0;
  bool known = true;
  bool special = false;
  std::optional<int> word;  // the word a piece belongs to; none for special tokens
  bool question = false;    // `start` and `end` are places in the question, not in the text
};

struct ClassProbability {
  std::string label;
  double probability = 0;
};

// What a model for regression says: any number, which is no probability.
struct LabelledValue {
  std::string label;
  double value = 0;
};

// What a step of a model's preprocessing made of the text.
struct PreprocessingStep {
  std::string step;  // "lower_case"
  std::string text;  // after it
};

struct AttentionMap {
  std::string name;  // "encoder.0.attention.weights"
  std::string kind;  // "self", "cross" or "pooling" (T = 1)
  int layer = 0;
  int64_t H = 0, T = 0, S = 0;
  bool normalised = true;      // rows over keys sum to 1
  std::vector<float> weights;  // [H, T, S]
};

struct Pair {
  int layer = 0, head = 0, query = 0, key = 0;
  double weight = 0;
};

// The answer to a question: bytes of the text.
struct Answer {
  int64_t start = 0, end = 0;
  std::string text;
  double score = 0;  // P(start) · P(end)
};

// A text's heads, computed when they are looked at: a text of 512 tokens has 12 · 12 · 512² weights in a
// model of twelve layers, and they follow from what is much smaller.
class Heads {
 public:
  static constexpr int kMean = -1;

  virtual ~Heads() = default;
  // [T, S] of one head; kMean: of the layer's heads averaged. Error for a layer or a head that is not there.
  virtual std::vector<float> weights(int layer, int head) const = 0;
};

struct Analysis {
  std::string model;
  std::string text;
  std::vector<PreprocessingStep> preprocessing;  // in order; empty for models without
  std::vector<Token> tokens;  // with their places in `text`: what preprocessing dropped is in no token
  std::vector<ClassProbability> classes;       // in index order; empty when there is no token
  std::optional<ClassProbability> prediction;  // none when there is no token
  std::vector<LabelledValue> values;           // of models that give values: in index order, without classes
  std::vector<AttentionMap> attention;
  std::vector<double> received;  // [tokens]: last attention map, averaged over heads, summed over queries
  std::vector<Pair> top_pairs;   // descending; empty for pooling attention
  std::vector<ClassProbability> labels;  // [tokens], of models that label each
  std::vector<float> embedding;          // [D], of plain encoders: the mean of the last layer's states
  std::vector<float> cls_embedding;      // [D], beside it: the state of the first token
  std::optional<Answer> answer;          // of question answering
  std::vector<Answer> answers;  // [≤ 5], the best first, which is `answer`; none overlaps a better one
  // Where the text was cut because no more tokens are taken: bytes read; none when all was read.
  std::optional<int64_t> cut_at;
  std::string cut_by;        // what takes no more: "tokenizer.json", "model", or "max_tokens" of the options
  int64_t total_tokens = 0;  // before the cut
  // The model's, and of a text that it reads otherwise than may be meant.
  std::vector<std::string> warnings;
  std::shared_ptr<const Heads>
      heads;  // of texts with more tokens than `whole_maps`, whose maps have no weights
};

// Whether there are words, and none of them is in the vocabulary: what is said is of unknown words alone.
bool knows_no_word(const Analysis& analysis);

struct AnalysisOptions {
  int top = 8;              // number of pairs
  bool attention = true;    // record the attention maps' weights
  bool every_layer = true;  // false: of a deep model only the last layer's; the other maps have none
  int64_t max_tokens = 512;
  int64_t whole_maps =
      std::numeric_limits<int64_t>::max();  // of the BERT family: Analysis::heads for longer texts
};

struct MaskCandidate {
  std::string token;
  int id = 0;
  double probability = 0;
};
struct MaskCandidates {
  int position = 0;  // of the mask among the tokens
  std::vector<MaskCandidate> candidates;
  std::vector<float> attention;  // [layers, heads, tokens]: what the mask looks at, where that was asked for
};
struct FilledMasks {
  std::string text;
  std::vector<MaskCandidates> masks;
  std::vector<std::string> warnings;  // as of an Analysis
  // Where attention was asked for.
  std::vector<std::string> tokens;
  int64_t layers = 0, heads = 0;
};

// As written in the contract; `weights` are written as nested arrays only `with_weights`.
// "cut_at", "cut_by" and "total_tokens" are there only when the text was cut, "preprocessing" only for models
// that have it, "warnings" only where there are some.
nlohmann::json to_json(const Analysis& analysis, bool with_weights);
nlohmann::json to_json(const AttentionMap& map, bool with_weights);
nlohmann::json to_json(const Token& token);
nlohmann::json to_json(const LabelledValue& value);
nlohmann::json to_json(const FilledMasks& filled);
nlohmann::json to_json(const std::vector<PreprocessingStep>& steps);

}  // namespace heed::session
