#include "engine/session/door/message_types.h"

#include "engine/session/reading/attend.h"

namespace heed::session {
namespace {

using Types = std::vector<MessageType>;

const Types& read_types() {
  static const Types kTypes = {
      {"Token",
       "A token of a text.",
       {{"text", "text", "After normalisation, also when it is unknown."},
        {"id", "whole | null", "Null where there is no vocabulary."},
        {"start", "whole", "Bytes of the UTF-8 text, [start, end)."},
        {"end", "whole"},
        {"known", "flag"},
        {"special", "flag"},
        {"word", "whole | null", "That it is a piece of; null of special tokens."},
        {"question?", "flag", "Of what was asked, not of the text."}}},
      {"ClassProbability", "", {{"label", "text"}, {"probability", "real"}}},
      {"LabelledValue",
       "What a model for regression says: any number.",
       {{"label", "text"}, {"value", "real"}}},
      {"AttentionMap",
       "T queries, S keys, H heads.",
       {{"name", "text"},
        {"kind", "\"self\" | \"cross\" | \"pooling\""},
        {"layer", "whole"},
        {"shape", "whole[3]", "[H, T, S]"},
        {"normalised?", "flag", "False where rows need not sum to 1."}}},
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
       "What a model makes of a text.",
       {{"model", "text"},
        {"text", "text"},
        {"tokens", "Token[]"},
        {"classes", "ClassProbability[]"},
        {"prediction", "ClassProbability | null"},
        {"values?", "LabelledValue[]", "The values of a regression model, which has no classes."},
        {"attention", "AttentionMap[]"},
        {"received", "real[]", "Per token, the last layer's mean over heads and sum over queries."},
        {"top_pairs", "Pair[]"},
        {"preprocessing?", "PreprocessingStep[]", "Of models that change the text before they cut it."},
        {"cut_at?", "whole", "Bytes that were read, where the text was longer than the model reads."},
        {"cut_by?", "text", "What takes no more then: tokenizer.json, model, or max_tokens of the question."},
        {"total_tokens?", "whole", "That there would have been then."},
        {"warnings?", "text[]", "What the model's folder holds and is not used, and how the text is read."},
        {"labels?", "ClassProbability[]", "Of models that label each token."},
        {"embedding?", "real[]", "Of plain encoders: the mean of the last layer's states."},
        {"cls_embedding?", "real[]", "The state of the first token."},
        {"answer?", "Answer", "Of models that answer questions."},
        {"answers?", "Answer[]", "The best few, the best first."}}},
      {"FilledMasks",
       "",
       {{"text", "text"},
        {"masks", "MaskCandidates[]", "One for each mask in the text."},
        {"tokens?", "text[]", "Where it was asked for what masks look at."},
        {"warnings?", "text[]", "As of an Analysis."},
        {"layers?", "whole"},
        {"heads?", "whole"}}},
      {"MaskCandidates",
       "",
       {{"position", "whole", "Counts tokens."},
        {"candidates", "MaskCandidate[]", "They fall in probability."}}},
      {"MaskCandidate", "", {{"token", "text"}, {"id", "whole"}, {"probability", "real"}}},
      {"Stretch",
       "A stretch of a text on its way, and what it stands for.",
       {{"text", "text"},
        {"start", "whole", "Bytes of the UTF-8 text, [start, end)."},
        {"end", "whole"},
        {"changed", "flag", "Is not what stands there."}}},
      {"TokenizeSteps",
       "The whole cut of a text.",
       {{"text", "text"},
        {"normalized", "Stretch[]"},
        {"words", "Stretch[]"},
        {"pieces", "Token[]"},
        {"decoded", "text", "From the ids, without special tokens."}}}};
  return kTypes;
}

const Types& opened_types() {
  static const Types kTypes = {
      {"Done", "Nothing more to say.", {}},
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
        {"warnings?", "text[]", "What its files ask for and is not done, and hold and is not used."}}},
      {"OpenedModel", "", {{"model", "whole", "Its number."}, {"info", "ModelInfo"}}},
      {"IncomingModel",
       "",
       {{"model", "whole", "Its number."},
        {"info", "ModelInfo"},
        {"int8", "flag", "What its matrices are, however they became it."}}},
      {"ModelWeights", "", {{"weights", "ModelWeight[]"}}},
      {"ModelWeight",
       "A tensor of a model.",
       {{"name", "text"},
        {"shape", "whole[]"},
        {"type", "text"},
        {"bytes", "whole", "That it is computed with."}}},
      {"VectorsInfo",
       "Word vectors.",
       {{"width", "whole", "Of a vector."},
        {"words", "whole | null", "That have one; null where every word has."},
        {"trained?", "text[]", "Mechanisms that have learned over them."},
        {"warnings", "text[]", "Lines of the file that could not be read, by number."}}},
      {"TokenizerInfo",
       "",
       {{"kind", "text", "WordPiece, BPE, …"},
        {"size", "whole", "Of the vocabulary; 0 where there is none."}}}};
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
        {"missing", "flag", "No vector: zeros stand in for it."}}},
      {"AttendTokens", "", {{"query", "AttendToken[]"}, {"key", "AttendToken[]"}}},
      {"NamedMatrix",
       "A step of the computation, one matrix per head.",
       {{"name", "text"},
        {"letter", "text"},
        {"formula", "text"},
        {"rows", "\"query\" | \"key\" | \"width\" | \"one\"", "What they are."},
        {"columns", "\"query\" | \"key\" | \"width\" | \"one\""},
        {"shape", "whole[3]", "[H, R, C]"},
        {"values", "[H, R, C]?", "A masked score is none."}}},
      {"Attended",
       "T query tokens, S key tokens, D width of the vectors, H heads.",
       {{"mechanism", "text"},
        {"tokens?", "AttendTokens", "Left out where they are those of the answer before."},
        {"matrices", "NamedMatrix[]",
         "In the order of the computation; query and key are the embeddings, [T, D] and [S, D]."},
        {"scores", "[H, T, S]"},
        {"weights", "[H, T, S]"},
        {"output", "[T, D]"},
        {"entropy", "[H, T]", "In nats."},
        {"distance?", "[T]",
         "Of the output from that of soft attention; only where there is something to compare with."},
        {"soft?", "text", "What soft attention is here."},
        {"normalised", "flag"},
        {"sampled?", "whole[]", "Hard: the key that was drawn for each query."},
        {"centres?", "real[]", "Local: the middle of each query's window."},
        {"window?", "whole", "How far it reaches to either side."},
        {"missing", "text[]", "Words without a vector."},
        {"warnings", "text[]"},
        {"learned", "{[R, C]}",
         "What the mechanism would learn and was drawn from the seed: general.weight W [D, D], score.weight "
         "v [1, width], …"},
        {"value?", "[S, D]", "Of random tensors, whose values are not their keys."}}},
      {"Failure", "Why one of several has no answer.", {{"error", "text"}}}};
  return kTypes;
}

const char* type_of(Field::Kind kind) {
  if (kind == Field::Kind::kWhole) return "whole";
  if (kind == Field::Kind::kReal) return "real";
  return kind == Field::Kind::kFlag ? "flag" : "text";
}

// As attend_fields() describes them, all with defaults.
MessageType attend_options() {
  MessageType type{"AttendOptions", "What is not there keeps its default.", {}};
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
