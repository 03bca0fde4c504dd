#include "engine/session/door/message_types.h"

#include "engine/session/reading/attend.h"

namespace heed::session {
namespace {

using Types = std::vector<MessageType>;

const Types& read_types() {
  static const Types kTypes = {
      {"Token",
       "A token of a text.",
       {{"text", "text", "The token after normalisation, also when it is unknown."},
        {"id", "whole | null", "Its number in the vocabulary; null where there is none."},
        {"start", "whole", "Bytes of the UTF-8 text, [start, end)."},
        {"end", "whole"},
        {"known", "flag"},
        {"special", "flag"},
        {"word", "whole | null", "The number of its word; null for special tokens."},
        {"question?", "flag", "The token belongs to the question, not to the text."}}},
      {"ClassProbability", "", {{"label", "text"}, {"probability", "real"}}},
      {"LabelledValue",
       "The answer of a regression model: any number.",
       {{"label", "text"}, {"value", "real"}}},
      {"AttentionMap",
       "T queries, S keys, H heads.",
       {{"name", "text"},
        {"kind", "\"self\" | \"cross\" | \"pooling\""},
        {"layer", "whole"},
        {"shape", "whole[3]", "[H, T, S]"},
        {"normalised?", "flag", "False if rows need not sum to 1."}}},
      {"Pair",
       "",
       {{"layer", "whole"}, {"head", "whole"}, {"query", "whole"}, {"key", "whole"}, {"weight", "real"}}},
      {"PreprocessingStep",
       "The text after one step of preprocessing.",
       {{"step", "text"}, {"text", "text"}}},
      {"Answer",
       "A span of the text, in bytes.",
       {{"start", "whole"}, {"end", "whole"}, {"text", "text"}, {"score", "real"}}},
      {"Analysis",
       "The answer of a model to a text, with tokens and attention.",
       {{"model", "text"},
        {"text", "text"},
        {"tokens", "Token[]"},
        {"classes", "ClassProbability[]"},
        {"prediction", "ClassProbability | null"},
        {"values?", "LabelledValue[]", "The values of a regression model, which has no classes."},
        {"attention", "AttentionMap[]"},
        {"received", "real[]",
         "For each token, the last layer's attention: mean over heads, sum over queries."},
        {"top_pairs", "Pair[]"},
        {"preprocessing?", "PreprocessingStep[]",
         "The text after each step, if the model changes texts before it tokenizes them."},
        {"cut_at?", "whole", "The number of bytes that were read, if the text was longer."},
        {"cut_by?", "text", "The limit that was met: tokenizer.json, model, or max_tokens of the request."},
        {"total_tokens?", "whole", "The number of tokens of the whole text, if it was cut."},
        {"warnings?", "text[]",
         "Parts of the model's folder that are not used, and doubts about how the text is read."},
        {"labels?", "ClassProbability[]", "The class of each token, for models that label tokens."},
        {"embedding?", "real[]", "The mean of the last layer's states, for encoders without a head."},
        {"cls_embedding?", "real[]", "The state of the first token."},
        {"answer?", "Answer", "The best span, for models that answer questions."},
        {"answers?", "Answer[]", "The best spans, best first."}}},
      {"FilledMasks",
       "",
       {{"text", "text"},
        {"masks", "MaskCandidates[]", "One for each mask in the text."},
        {"tokens?", "text[]", "All tokens, if the attention of masks was asked for."},
        {"warnings?", "text[]", "The warnings of an Analysis."},
        {"layers?", "whole"},
        {"heads?", "whole"}}},
      {"MaskCandidates",
       "",
       {{"position", "whole", "The place of the mask, in tokens."},
        {"candidates", "MaskCandidate[]", "Candidates, most likely first."}}},
      {"MaskCandidate", "", {{"token", "text"}, {"id", "whole"}, {"probability", "real"}}},
      {"Stretch",
       "A stretch of a text while it is tokenized, and the bytes that it stands for.",
       {{"text", "text"},
        {"start", "whole", "Bytes of the UTF-8 text, [start, end)."},
        {"end", "whole"},
        {"changed", "flag", "The stretch differs from the bytes it stands for."}}},
      {"TokenizeSteps",
       "Every step from a text to its tokens.",
       {{"text", "text"},
        {"normalized", "Stretch[]"},
        {"words", "Stretch[]"},
        {"pieces", "Token[]"},
        {"decoded", "text", "The text that the ids decode to, without special tokens."}}}};
  return kTypes;
}

const Types& opened_types() {
  static const Types kTypes = {
      {"Done", "An answer without content.", {}},
      {"ModelInfo",
       "",
       {{"architecture", "text"},
        {"parameters", "whole"},
        {"layers", "whole"},
        {"heads", "whole"},
        {"classes", "text[]"},
        {"vocabulary", "whole"},
        {"bytes", "whole"},
        {"mask?", "text", "The token that stands for a hidden word, where the vocabulary has one."},
        {"warnings?", "text[]",
         "Settings of its files that are not supported, and tensors that are not used."}}},
      {"OpenedModel", "", {{"model", "whole", "The number of the opened model."}, {"info", "ModelInfo"}}},
      {"IncomingModel",
       "",
       {{"model", "whole", "The number of the opened model."},
        {"info", "ModelInfo"},
        {"int8", "flag", "The matrices have 8-bit weights, whoever quantised them."}}},
      {"ModelWeights", "", {{"weights", "ModelWeight[]"}}},
      {"ModelWeight",
       "A tensor of a model.",
       {{"name", "text"},
        {"shape", "whole[]"},
        {"type", "text"},
        {"bytes", "whole", "The size in memory while computing."}}},
      {"VectorsInfo",
       "Word vectors.",
       {{"width", "whole", "The width of a vector."},
        {"words", "whole | null", "The number of words that have a vector; null if every word has one."},
        {"trained?", "text[]", "Mechanisms that were trained over these vectors."},
        {"warnings", "text[]", "Lines of the file that could not be read, with their numbers."}}},
      {"TokenizerInfo",
       "",
       {{"kind", "text", "WordPiece, BPE, …"},
        {"size", "whole", "The size of the vocabulary; 0 if there is none."}}}};
  return kTypes;
}

const Types& attend_types() {
  static const Types kTypes = {
      {"RandomTensors",
       "torch.manual_seed(seed); q, k, v = randn(1, T, D).",
       {{"seed", "whole"}, {"T", "whole"}, {"D", "whole"}}},
      {"AttendToken",
       "",
       {{"text", "text"},
        {"start", "whole", "Bytes of the UTF-8 text, [start, end)."},
        {"end", "whole"},
        {"missing", "flag", "The token has no vector; zeros stand in for it."}}},
      {"AttendTokens", "", {{"query", "AttendToken[]"}, {"key", "AttendToken[]"}}},
      {"NamedMatrix",
       "A step of the computation, one matrix per head.",
       {{"name", "text"},
        {"letter", "text"},
        {"formula", "text"},
        {"rows", "\"query\" | \"key\" | \"width\" | \"one\"", "The meaning of a row."},
        {"columns", "\"query\" | \"key\" | \"width\" | \"one\""},
        {"shape", "whole[3]", "[H, R, C]"},
        {"values", "[H, R, C]?", "Numbers; a masked score has none."}}},
      {"Attended",
       "T query tokens, S key tokens, D width of the vectors, H heads.",
       {{"mechanism", "text"},
        {"tokens?", "AttendTokens", "The tokens; left out if they are those of the previous answer."},
        {"matrices", "NamedMatrix[]",
         "Matrices in the order of the computation; query and key are the embeddings, [T, D] and [S, D]."},
        {"scores", "[H, T, S]"},
        {"weights", "[H, T, S]"},
        {"output", "[T, D]"},
        {"entropy", "[H, T]", "The entropy of each row, in nats."},
        {"distance?", "[T]",
         "The distance of the output from soft attention's, where there is one to compare with."},
        {"soft?", "text", "The mechanism that is taken for soft attention."},
        {"normalised", "flag"},
        {"sampled?", "whole[]", "The key that was drawn for each query, in hard attention."},
        {"centres?", "real[]", "The middle of each query's window, in local attention."},
        {"window?", "whole", "The number of tokens on either side of the middle."},
        {"missing", "text[]", "Words without a vector."},
        {"warnings", "text[]"},
        {"learned", "{[R, C]}",
         "Weights that training would set, here drawn from the seed: general.weight W [D, D], score.weight "
         "v [1, width], …"},
        {"value?", "[S, D]", "The values, if they differ from the keys: those of random tensors."}}},
      {"Failure", "The reason why one of several requests failed.", {{"error", "text"}}}};
  return kTypes;
}

const char* type_of(Field::Kind kind) {
  if (kind == Field::Kind::kWhole) return "whole";
  if (kind == Field::Kind::kReal) return "real";
  return kind == Field::Kind::kFlag ? "flag" : "text";
}

// The options that attend_fields() describes, all with defaults.
MessageType attend_options() {
  MessageType type{"AttendOptions", "Options of attend; one that is left out has its default.", {}};
  for (const Field& field : attend_fields().all)
    type.keys.push_back({field.key + "?", type_of(field.kind), field.meaning});
  return type;
}

}  // namespace

std::vector<MessageType> message_types() {
  Types all{attend_options()};
  for (const Types* some : {&read_types(), &explained_types(), &faithfulness_types(), &training_types(),
                            &opened_types(), &attend_types(), &writing_types()})
    all.insert(all.end(), some->begin(), some->end());
  return all;
}

}  // namespace heed::session
