// A recipe's data, read, split and counted: what a training run starts from. Not part of the session's door.
#pragma once

#include <string>
#include <vector>

#include "engine/data/dataset.h"
#include "engine/data/phrase_regression.h"
#include "engine/data/split.h"
#include "engine/session/training/inside/recipe.h"
#include "engine/text/tokenizer_json.h"

namespace heed::session {

// How a model's data is read; the "data" object of recipe and config.json.
struct DataOptions {
  std::string format;
  bool html_entities = false, web_markup = false;
  ReadOptions reading;
  std::vector<std::string> test;  // files of their own for the test part, named from the data's folder
};

// Missing keys have the defaults of these structures.
DataOptions read_data_options(const nlohmann::json& data, const std::string& file);

Dataset read_data(const DataOptions& options, const std::vector<std::string>& paths);

// The files that `options.test` names: in the first of `paths` that is a folder, or beside the first file.
// Empty when one of them is not there.
std::vector<std::string> test_files(const DataOptions& options, const std::vector<std::string>& paths);

// Where the recipe's data is when no path is given. Error naming the command that gets it when it is not
// there; empty when the recipe holds examples itself (data.examples, [{"text", "label"}, …]).
std::vector<std::string> default_data(const Recipe& recipe);

// What a run reads and how it is shared out. Rows of test files stand behind the others.
struct Corpus {
  Dataset data;
  Split split;
};

// Splits by the file `splits` if one is given, else by the recipe's fractions and split seed, with groups
// kept together. Without validation and test fractions every row trains. `test`, or the recipe's data.test,
// are files that are the test part: nothing else goes into it then, unless `splits` names rows for it.
// Without `paths` the data are the recipe's own examples.
Corpus read_corpus(const Recipe& recipe, const std::vector<std::string>& paths,
                   const std::vector<std::string>& test, const std::string& splits);

// The tokenizer.json of a recipe, its vocabulary counted over the training rows.
struct CountedTokenizer {
  std::string json;
  Vocabulary vocabulary;  // with counts
  int64_t tokens = 0;     // of the training rows
};
CountedTokenizer count_tokens(const Recipe& recipe, const Dataset& data, const std::vector<int>& rows);

// The phrases of a recipe with text.phrases.min_freq, counted over the training rows; empty for others.
struct CountedPhrases {
  PhraseFilter filter;
  PhraseVotes start;  // by model.phrase_start_by, where model.phrase_start is not 0
};
CountedPhrases count_phrases(const Recipe& recipe, const Dataset& data, const std::vector<int>& rows);

}  // namespace heed::session
