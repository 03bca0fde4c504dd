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
  const Key edits{"edits?", "text[]", "Of what is looked at, as engine/explain/edit.h writes them."};
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
        {"most_weights?", "whole", "The maps go along while they hold at most so many weights."}},
       "Analysis",
       "",
       {"[H, T, S] of each map, or none"}},
      {"map",
       "One map of the last analysis.",
       {{"map", "whole", "Its place in attention."},
        {"head", "whole", "-1: the mean of all."},
        {"changed?", "flag", "Whether the last text that was read under edits is meant."}},
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
       {model,
        text,
        {"top", "whole", "Candidates."},
        {"attention?", "flag", "Also what each mask looks at."}},
       "FilledMasks",
       "",
       {"[layers, heads, tokens] of each mask, where it was asked for"}},
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
        {"unasked?", "flag", "Methods that cannot be asked here are left out, named or not."},
        {"class?", "text", "That attributions are about; empty: the predicted one."},
        {"against?", "text", "Why the class and not this one."},
        {"edits?", "text[]", "As explain/edit.h has them: everything is of the edited run."},
        {"other?", "text", "The sentence that edits and patching take maps and states from."},
        {"patching?", "whole", "The layer whose states are; -1: each in turn."},
        {"answered?", "flag", "What it is said to be comes along where nothing is edited, too."},
        {"most_weights?", "whole", "Up to so many, the maps under the edits come along; 0: none."}},
       "Explained",
       "",
       {"[H, T, S], each map under the edits"}},
      {"changed-run",
       "A text under edits, read.",
       {model,
        text,
        {"edits", "text[]", "As explain/edit.h has them."},
        {"other?", "text", "The sentence that edits take maps and states from."},
        {"top?", "whole", "Pairs."},
        {"max_tokens?", "whole", "That are read."},
        {"whole_maps?", "whole", "Tokens up to which maps of large models come whole."},
        {"most_weights?", "whole", "The maps go along while they hold at most so many weights."}},
       "Analysis",
       "",
       {"[H, T, S] of each map, or none"}},
      {"faithfulness",
       "Whether the attention to a text explains the answer.",
       {model, text, {"max_tokens?", "whole", "That are read."}, edits},
       "Faithfulness | null"},
      {"experiment",
       "What a text's answer becomes under other attention and with fewer words.",
       {model,
        text,
        {"wanted?", "text[]", "Of even, permutations, adversarial, erased, silenced; none: all."},
        {"methods?", "text[]", "Whose orders of words are erased."},
        {"random_orders?", "whole", "That are erased, too: their mean; 0: none."},
        {"permutations?", "whole", "Of the last map."},
        {"seed?", "whole"},
        {"max_tokens?", "whole", "That are read."},
        edits},
       "MapExperiments | null"},
      {"begin-training",
       "A run, in the place of the one before; it goes on from a checkpoint that goes along.",
       {name,
        {"recipe", "text", "JSON, as assets/recipes/README.md has it."},
        {"labels", "text[]"},
        {"rows", "TrainingRow[]"},
        {"from?", "text", "What a folder is called that is fine-tuned; none: a new network learns."},
        {"files?", "text[]",
         "What the files are: of that folder, by their names, or \"checkpoint\", as all are where none is "
         "named."},
        {"threads?", "whole", "Where there are some; none: 1."},
        {"memory?", "whole", "Bytes for weights and what learning them takes; none: as many as it takes."}},
       "TrainingBegun",
       "none, or a checkpoint, or a folder's"},
      {"train",
       "One step or more of it.",
       {{"seconds", "real", "After which no other one begins."},
        {"steps?", "whole", "The most; none: as many as there is time for."},
        {"epoch?", "flag", "None after the end of an epoch."},
        {"weights?", "flag", "What they and their gradients are like goes along."}},
       "Trained"},
      {"watch-training", "A copy of what it has learned, to be asked, and closed.", {}, "OpenedModel"},
      {"scale-rate", "Of the steps that come.", {{"factor", "real"}}},
      {"keep-training", "A checkpoint, to go on from.", {}, "KeptTraining", "", {"its bytes"}},
      {"finish-training",
       "What it has learned, measured, as a model folder; the run is over.",
       {},
       "FinishedTraining",
       "",
       {"the bytes of each file"}},
      {"toy-texts",
       "Texts of a rule, of which it is known on which words the answer hangs.",
       {{"task", "text"}, {"length", "whole", "Words beside the one that asks."}, {"examples", "whole"}},
       "ToyTexts"},
      {"end-training", "Whatever it has learned is let go.", {}},
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
      {"begin-writing",
       "A text to be written on, in the place of the one before: what it has been read as, and what may "
       "follow.",
       {model,
        text,
        {"options?", "WritingOptions", "None: any token, as likely as the model has it."},
        edits},
       "WritingState",
       "",
       {},
       {"write", "take", "take-back", "end-writing"}},
      {"write", "Up to so many tokens more.", {{"tokens", "whole"}}, "WritingState"},
      {"take", "This token more.", {{"id", "whole"}}, "WritingState"},
      {"take-back",
       "The last tokens that were written are taken away.",
       {{"count", "whole"}},
       "WritingState"},
      {"end-writing", "What has been written is let go.", {}},
      {"lens",
       "What a network that writes would say next if it ended after each of its layers.",
       {model, text, {"place?", "whole", "Of the token; -1: the last."}, edits},
       "LensLayer[]"},
      {"look-back",
       "What each token of a text looks at, of itself and those before it.",
       {model, text, {"layer", "whole"}, {"head", "whole", "-1: the mean of all."}, edits},
       "LookedAt",
       "",
       {"[T, T], rows are queries"}},
      {"direct-logits",
       "What each part of a network that writes adds to the scores of what may come next.",
       {model, text, edits},
       "DirectLogits",
       "",
       {"[layers, heads, T] of each candidate"}},
      {"translate",
       "The text that a model writes for this one.",
       {model,
        text,
        {"options?", "TranslateOptions"},
        {"forced?", "whole[]", "Ids that it begins with, likely or not."},
        edits},
       "Translated",
       "",
       {"[H, T, S] of each map", "[H, T, S] of each that has scores: what its softmax was taken of"}},
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
