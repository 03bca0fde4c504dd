// A recipe's data, read, split and counted: what a training run starts from.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/fields.h"
#include "engine/data/dataset.h"
#include "engine/data/split.h"
#include "engine/data/toy.h"
#include "engine/tasks/recipe.h"

namespace heed {

// How a model's data is read; the "data" object of recipe and config.json.
struct DataOptions {
  std::string set, format;
  bool html_entities = false, web_markup = false;
  ReadOptions reading;
  std::vector<std::string> test;  // files of their own for the test part, named from the data's folder
  ToyOptions toy;                 // instead of files: texts of a rule
};

// "label_map" is an object of names, and "examples" a list of texts with their labels: no plain values, they
// stay open.
const Fields<DataOptions>& data_fields();

// Missing keys have the defaults of these structures.
DataOptions read_data_options(const nlohmann::json& data, const std::string& file);

Dataset read_data(const DataOptions& options, const std::vector<std::string>& paths);

// The files that `options.test` names: in the first of `paths` that is a folder, or beside the first file.
// Empty when one of them is not there.
std::vector<std::string> test_files(const DataOptions& options, const std::vector<std::string>& paths);

// Where the recipe's data is when no path is given. Error naming the command that gets it when it is not
// there; empty when the recipe holds examples itself (data.examples, [{"text", "label"}, …]) or
// names a toy task.
std::vector<std::string> default_data(const Recipe& recipe);

// What a run reads and how it is shared out. Rows of test files stand behind the others.
struct Corpus {
  Dataset data;
  Split split;
};

// What there is to learn from.
struct TaskData {
  std::vector<std::string> paths;       // files or folders; empty: the recipe's own examples
  std::vector<std::string> test;        // files that are the test part, instead of rows of `paths`
  std::string splits;                   // a JSON file with row numbers under train, val and test
  std::shared_ptr<const Dataset> rows;  // in memory, instead of `paths`
};

// Splits by the file `splits` if one is given, else by the recipe's fractions and split seed, with groups
// kept together. Without validation and test fractions every row trains. `test`, or the recipe's data.test,
// are files that are the test part: nothing else goes into it then, unless `splits` names rows for it.
Corpus read_corpus(const Recipe& recipe, const TaskData& data);

}  // namespace heed
