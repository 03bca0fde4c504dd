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
  const Key model{"model", "whole", "The number of an opened model."}, text{"text", "text"},
      name{"name", "text"};
  const Key edits{"edits?", "text[]", "Edits of the attention, as engine/explain/edit.h writes them."};
  const Key files{"files", "text[]", "The names of the files that are sent along."};
  const char* kFolder = "config.json, tokenizer.json, model.safetensors";
  static const std::vector<Described> kAll = {
      {"open-model", "Open a model of Heed's own.", {name, files}, "OpenedModel", kFolder},
      {"describe-model", "List the weights of a model.", {model}, "ModelWeights"},
      {"analyse",
       "Predict a text, with tokens and attention.",
       {model,
        text,
        {"question?", "text", "The question, for models that answer questions; empty means none."},
        {"top?", "whole", "The number of strongest pairs."},
        {"max_tokens?", "whole", "The most tokens to read."},
        {"whole_maps?", "whole", "The most tokens for which maps of large models are sent whole."},
        {"most_weights?", "whole", "The most weights for which maps are sent along."}},
       "Analysis",
       "",
       {"[H, T, S] of each map, or none"}},
      {"map",
       "Send one map of the last analysis.",
       {{"map", "whole", "The place of the map in attention."},
        {"head", "whole", "The head; -1 means the mean over heads."},
        {"changed?", "flag", "Take the last text that was read under edits."}},
       "Done",
       "",
       {"[T, S]"}},
      {"close-model", "Close a model and free its memory.", {model}},
      {"begin-model",
       "Open a model whose files arrive piece by piece.",
       {name, {"int8?", "flag", "Quantise matrices to 8 bits as they arrive."}, {"threads?", "whole"}},
       "Done",
       "",
       {},
       {"begin-file", "end-model", "cancel-model"}},
      {"begin-file",
       "Announce the next file, whose bytes follow.",
       {{"file", "text", "The name of the file; config.json comes first."}, {"bytes", "whole"}}},
      {"end-model", "Finish a model: all files have arrived.", {}, "IncomingModel"},
      {"cancel-model", "Drop a model that has partly arrived.", {}},
      {"fill-mask",
       "Predict the token at each mask of a text.",
       {model,
        text,
        {"top", "whole", "The number of candidates."},
        {"attention?", "flag", "Also send the attention of each mask."}},
       "FilledMasks",
       "",
       {"[layers, heads, tokens] of each mask, if asked for"}},
      {"embed",
       "Embed a sentence as a vector.",
       {model, text},
       "Done",
       "",
       {"[D], the mean of the last layer's states", "[D], the state of the first token"}},
      {"tokenize", "Tokenize a text.", {model, text}, "Token[]"},
      {"explain",
       "Explain the answer to a text, edited or not.",
       {model,
        text,
        {"max_tokens?", "whole", "The most tokens to read."},
        {"contributions?", "flag", "False leaves them out."},
        {"classes?", "text[]", "Classes to explain; empty means all."},
        {"parts?", "flag", "Split each term by parts; false leaves them out."},
        {"attributions?", "flag", "False leaves them out."},
        {"methods?", "text[]", "Attribution methods; empty means every one that is possible."},
        {"unasked?", "flag", "Leave out methods that are not possible, even if they are named."},
        {"class?", "text", "The class to explain; empty means the predicted one."},
        {"against?", "text", "The class to compare with."},
        {"edits?", "text[]", "Edits, as explain/edit.h writes them; the edited run is explained."},
        {"other?", "text", "The text that edits and patching take maps and states from."},
        {"patching?", "whole", "The layer to patch; -1 means each in turn."},
        {"answered?", "flag", "Also send the answer if nothing is edited."},
        {"most_weights?", "whole", "The most weights for which edited maps are sent along; 0 means none."}},
       "Explained",
       "",
       {"[H, T, S] of each map under the edits"}},
      {"changed-run",
       "Predict a text under edits.",
       {model,
        text,
        {"edits", "text[]", "Edits, as explain/edit.h writes them."},
        {"other?", "text", "The text that edits take maps and states from."},
        {"top?", "whole", "The number of strongest pairs."},
        {"max_tokens?", "whole", "The most tokens to read."},
        {"whole_maps?", "whole", "The most tokens for which maps of large models are sent whole."},
        {"most_weights?", "whole", "The most weights for which maps are sent along."}},
       "Analysis",
       "",
       {"[H, T, S] of each map, or none"}},
      {"faithfulness",
       "Measure whether attention explains the answer to a text.",
       {model, text, {"max_tokens?", "whole", "The most tokens to read."}, edits},
       "Faithfulness | null"},
      {"experiment",
       "Measure how the answer changes with other attention and fewer words.",
       {model,
        text,
        {"wanted?", "text[]",
         "Experiments: even, permutations, adversarial, erased, silenced; empty means all."},
        {"methods?", "text[]", "Methods that order the words to erase."},
        {"random_orders?", "whole", "The number of random orders to average; 0 means none."},
        {"permutations?", "whole", "The number of permutations of the last map."},
        {"seed?", "whole"},
        {"max_tokens?", "whole", "The most tokens to read."},
        edits},
       "MapExperiments | null"},
      {"begin-training",
       "Begin a run, or resume the one whose checkpoint is sent along. It replaces the run before.",
       {name,
        {"recipe", "text", "The recipe as JSON; assets/recipes/README.md describes it."},
        {"labels", "text[]"},
        {"rows", "TrainingRow[]"},
        {"from?", "text", "The name of the model to fine-tune; none trains a new network."},
        {"files?", "text[]",
         "The names of the files sent along: those of the model to fine-tune, or \"checkpoint\". Without "
         "names, all are the checkpoint."},
        {"threads?", "whole", "The number of threads (default: 1)."},
        {"memory?", "whole", "The most bytes for weights and training; none sets no limit."}},
       "TrainingBegun",
       "none, a checkpoint, or the files of a model"},
      {"train",
       "Train one step or more.",
       {{"seconds", "real", "Begin no step after this time."},
        {"steps?", "whole", "The most steps; none sets no limit."},
        {"epoch?", "flag", "Stop at the end of an epoch."},
        {"weights?", "flag", "Also send the size of weights and gradients."}},
       "Trained"},
      {"watch-training", "Open a copy of the network in training as a model.", {}, "OpenedModel"},
      {"scale-rate", "Multiply the learning rate of later steps.", {{"factor", "real"}}},
      {"keep-training",
       "Send a checkpoint, from which the run can resume.",
       {},
       "KeptTraining",
       "",
       {"the bytes of the checkpoint"}},
      {"finish-training",
       "End the run: measure the model and send it as a folder.",
       {},
       "FinishedTraining",
       "",
       {"the bytes of each file"}},
      {"toy-texts",
       "Make synthetic texts; the words that determine the answer are known.",
       {{"task", "text"},
        {"length", "whole", "The number of words beside the asking one."},
        {"examples", "whole"}},
       "ToyTexts"},
      {"end-training", "Drop the run.", {}},
      {"open-vectors", "Open word vectors that ship.", {name, files}, "VectorsInfo", kFolder},
      {"random-vectors",
       "Make random vectors for any word.",
       {{"width", "whole"}, {"seed", "whole"}},
       "VectorsInfo"},
      {"begin-vectors",
       "Announce a GloVe text file, whose bytes follow. The vectors before it stay until it ends.",
       {name, {"texts", "text[]", "Texts whose words are kept."}},
       "Done",
       "",
       {},
       {"end-vectors", "cancel-vectors"}},
      {"end-vectors", "Finish the vectors: all bytes have arrived.", {}, "VectorsInfo"},
      {"cancel-vectors", "Drop vectors that have partly arrived.", {}},
      {"attend",
       "Compute attention between two texts, or random tensors, by several mechanisms.",
       {{"jobs", "AttendOptions[]"}, {"query?", "text"}, {"key?", "text"}, {"random?", "RandomTensors"}},
       "(Attended | Failure)[]"},
      {"begin-writing",
       "Begin to continue a text, and predict its next token. It replaces the text before.",
       {model,
        text,
        {"options?", "WritingOptions", "The sampling options; none samples from all tokens."},
        edits},
       "WritingState",
       "",
       {},
       {"write", "take", "take-back", "end-writing"}},
      {"write", "Generate up to this many tokens.", {{"tokens", "whole"}}, "WritingState"},
      {"take", "Append one token.", {{"id", "whole"}}, "WritingState"},
      {"take-back", "Remove the last generated tokens.", {{"count", "whole"}}, "WritingState"},
      {"end-writing", "Drop the text.", {}},
      {"lens",
       "Logit lens: predict the next token from the states of each layer.",
       {model, text, {"place?", "whole", "The place of the token; -1 means the last."}, edits},
       "LensLayer[]"},
      {"look-back",
       "Send the attention of each token to itself and the tokens before it.",
       {model, text, {"layer", "whole"}, {"head", "whole", "The head; -1 means the mean over heads."}, edits},
       "LookedAt",
       "",
       {"[T, T], rows are queries"}},
      {"direct-logits",
       "Direct logit attribution: split the scores of candidates by the parts of the network.",
       {model, text, edits},
       "DirectLogits",
       "",
       {"[layers, heads, T] of each candidate"}},
      {"translate",
       "Generate the target for a source text.",
       {model,
        text,
        {"options?", "TranslateOptions"},
        {"forced?", "whole[]", "Ids that the target must begin with."},
        edits},
       "Translated",
       "",
       {"[H, T, S] of each map", "[H, T, S], the scores before the softmax, of each map that has them"}},
      {"open-tokenizer",
       "Open a tokenizer.",
       {{"number", "whole", "The number to open it under; it replaces the one before."}, name},
       "TokenizerInfo",
       "a tokenizer.json or a vocab.txt"},
      {"cut", "Tokenize a text step by step.", {{"number", "whole"}, text}, "TokenizeSteps"}};
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
