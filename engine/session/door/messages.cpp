#include "engine/session/door/messages.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/base/error.h"
#include "engine/session/door/door.h"
#include "engine/session/door/message_types.h"

namespace heed::session {

using nlohmann::json;

namespace {

using Key = MessageKey;
using Keys = std::vector<MessageKey>;

struct Described {
  std::string name;
  const char* meaning;
  Keys takes;
  const char* answers = "Done";
  const char* files = "";
  std::vector<const char*> tensors = {}, then = {};
};

const std::vector<Described>& described() {
  const Key model{"model", "whole", "Its number."}, text{"text", "text"}, name{"name", "text"};
  const Key files{"files", "text[]", "Names of the bytes that go along."};
  const char* kFolder = "config.json, tokenizer.json, model.safetensors";
  static const std::vector<Described> kAll = {
      {"open-model", "A model of Heed's own.", {name, files}, "OpenedModel", kFolder},
      {"describe-model", "What it is made of.", {model}, "ModelWeights"},
      {"analyse",
       "A text, read.",
       {model,
        text,
        {"question?", "text", "Empty: none."},
        {"top?", "whole", "Pairs."},
        {"max_tokens?", "whole", "That are read."},
        {"whole_maps?", "whole", "Tokens up to which maps of large models come whole."},
        {"most_weights?", "whole", "Of all maps, up to which they go along."}},
       "Analysis",
       "",
       {"[H, T, S] of each map, or none"}},
      {"map",
       "One map of the last analysis.",
       {{"map", "whole", "Its place in attention."}, {"head", "whole", "-1: the mean of all."}},
       "Done",
       "",
       {"[T, S]"}},
      {"close-model", "Its memory is given back.", {model}},
      {"begin-model",
       "A model whose files arrive piece by piece.",
       {name, {"int8?", "flag", "Matrices become int8 as they come."}, {"threads?", "whole"}},
       "Done",
       "",
       {},
       {"begin-file", "end-model", "cancel-model"}},
      {"begin-file",
       "The next file, whose bytes follow.",
       {{"file", "text", "config.json is the first."}, {"bytes", "whole"}}},
      {"end-model", "All files are there.", {}, "IncomingModel"},
      {"cancel-model", "What has come is let go.", {}},
      {"fill-mask",
       "What may stand in the place of each mask of a text.",
       {model, text, {"top", "whole", "Candidates."}},
       "FilledMasks"},
      {"embed",
       "A sentence as a vector.",
       {model, text},
       "Done",
       "",
       {"[D], the mean of the last layer's states", "[D], the state of the first token"}},
      {"tokenize", "A text as its tokens.", {model, text}, "Token[]"},
      {"explain",
       "Why a model says what it says of a text, and what it would say if.",
       {model,
        text,
        {"max_tokens?", "whole", "That are read."},
        {"contributions?", "flag", "False: none."},
        {"classes?", "text[]", "Whose contributions; none: every one's."},
        {"parts?", "flag", "Of the terms of contributions; false: none."},
        {"attributions?", "flag", "False: none."},
        {"methods?", "text[]", "Of attributions; empty: every one that can be asked."},
        {"class?", "text", "That attributions are about; empty: the predicted one."},
        {"against?", "text", "Why the class and not this one."},
        {"edits?", "text[]", "As explain/edit.h has them."},
        {"other?", "text", "The sentence that edits take maps and states from."},
        {"most_weights?", "whole", "Up to so many, the maps under the edits come along; 0: none."}},
       "Explained",
       "",
       {"[H, T, S], each map under the edits"}},
      {"faithfulness",
       "Whether the attention to a text explains the answer.",
       {model,
        text,
        {"experiments?", "flag", "False: agreement and evenness alone."},
        {"methods?", "text[]", "Whose orders of words are erased."},
        {"permutations?", "whole", "Of the last map."},
        {"seed?", "whole"},
        {"max_tokens?", "whole", "That are read."}},
       "Faithfulness | null"},
      {"open-vectors", "Word vectors that ship.", {name, files}, "VectorsInfo", kFolder},
      {"random-vectors",
       "Vectors for whatever words there are.",
       {{"width", "whole"}, {"seed", "whole"}},
       "VectorsInfo"},
      {"begin-vectors",
       "A GloVe text file, whose bytes follow; until it has ended the vectors before it stay.",
       {name, {"texts", "text[]", "Of whose words rows are kept."}},
       "Done",
       "",
       {},
       {"end-vectors", "cancel-vectors"}},
      {"end-vectors", "All bytes are there.", {}, "VectorsInfo"},
      {"cancel-vectors", "What has come is let go.", {}},
      {"attend",
       "Attention between two texts, or of random tensors, under each of several mechanisms.",
       {{"jobs", "AttendOptions[]"}, {"query?", "text"}, {"key?", "text"}, {"random?", "RandomTensors"}},
       "(Attended | Failure)[]"},
      {"open-tokenizer",
       "A tokenizer, to cut texts with.",
       {{"number", "whole", "What is open under it is replaced."}, name},
       "TokenizerInfo",
       "a tokenizer.json or a vocab.txt"},
      {"cut", "A text, cut step by step.", {{"number", "whole"}, text}, "TokenizeSteps"}};
  return kAll;
}

json written(const Keys& keys) {
  json all = json::array();
  for (const Key& key : keys) {
    const bool optional = key.name.back() == '?';
    all.push_back({{"key", key.name.substr(0, key.name.size() - (optional ? 1 : 0))},
                   {"type", key.type},
                   {"meaning", key.meaning},
                   {"optional", optional}});
  }
  return all;
}

}  // namespace

json describe_types() {
  json all = json::array();
  for (const MessageType& type : message_types())
    all.push_back({{"name", type.name}, {"meaning", type.meaning}, {"keys", written(type.keys)}});
  return all;
}

json describe_commands() {
  json all = json::array();
  for (const Command* command : commands()) {
    const auto found = std::find_if(described().begin(), described().end(),
                                    [&](const Described& one) { return one.name == command->name; });
    check(found != described().end(), "[engine] the command \"", command->name,
          "\" is not described: engine/session/door/messages.cpp says what each takes and answers.");
    all.push_back({{"name", found->name},
                   {"meaning", found->meaning},
                   {"takes", written(found->takes)},
                   {"files", found->files},
                   {"answers", found->answers},
                   {"tensors", found->tensors},
                   {"then", found->then}});
  }
  return all;
}

}  // namespace heed::session
