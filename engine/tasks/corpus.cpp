#include "engine/tasks/corpus.h"

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "engine/data/fetch.h"
#include "engine/data/html_entities.h"
#include "engine/data/web_markup.h"
#include "engine/format/fields_json.h"
#include "engine/format/json.h"

namespace heed {

namespace {

namespace fs = std::filesystem;

std::map<std::string, std::string> read_label_map(const nlohmann::json& data, const std::string& file) {
  std::map<std::string, std::string> map;
  const auto found = data.find("label_map");
  if (found == data.end() || found->is_null()) return map;
  check(found->is_object() && !found->empty(), "[", file, "] data.label_map is ", *found,
        ": expected an object such as {\"joy\": \"positive\"}.");
  for (const auto& [label, name] : found->items())
    map[label] = json_as<std::string>(name, "label_map." + label, file);
  return map;
}

// The rows of `more` behind those of `data`; both have the same labels.
void append(Dataset& data, const Dataset& more) {
  const bool grouped = !data.groups.empty();
  for (Example example : more.examples) {
    example.file += static_cast<int>(data.files.size());
    data.examples.push_back(std::move(example));
  }
  data.files.insert(data.files.end(), more.files.begin(), more.files.end());
  if (grouped) data.groups.resize(data.examples.size(), -1);
  data.warnings.insert(data.warnings.end(), more.warnings.begin(), more.warnings.end());
  data.left_out += more.left_out;
}

// The labelled texts that stand in a recipe itself. Classes are in the order in which they appear.
Dataset recipe_examples(const Recipe& recipe) {
  const nlohmann::json& given = recipe.json["data"]["examples"];
  check(given.is_array() && !given.empty(), "[", recipe.name,
        "] \"data.examples\" is not a list: expected [{\"text\": …, \"label\": …}, …].");
  Dataset data;
  for (const nlohmann::json& entry : given) {
    check(entry.is_object(), "[", recipe.name, "] \"data.examples\" holds ", entry,
          ": expected {\"text\": …, \"label\": …}.");
    const auto label = require<std::string>(entry, "label", recipe.name);
    const auto known = std::find(data.labels.begin(), data.labels.end(), label);
    const auto index = static_cast<int>(known - data.labels.begin());
    if (known == data.labels.end()) data.labels.push_back(label);
    data.examples.push_back({require<std::string>(entry, "text", recipe.name), index});
  }
  return data;
}

}  // namespace

namespace {

const Fields<ToyOptions>& toy_fields() {
  using O = ToyOptions;
  static const auto fields =
      Fields<O>()
          .formed("toy", &O::task, Field::Kind::kText, kNameForm,
                  "Generate texts of a toy task instead of reading files: copy, reverse, sort, first, last, "
                  "count, brackets, addition, induction or decides.")
          .number("toy_examples", &O::examples, {2, 1000000}, "Number of texts of a toy task.")
          .number("toy_length", &O::length, {1, 64},
                  "Number of words per text of a toy task, without the question word.");
  return fields;
}

}  // namespace

const Fields<DataOptions>& data_fields() {
  using O = DataOptions;
  static const auto fields =
      Fields<O>()
          .formed("set", &O::set, Field::Kind::kText, kNameForm,
                  "The public data set that `heed fetch` gets.")
          .formed("format", &O::format, Field::Kind::kText, kNameForm,
                  "Format of the data: csv, tsv, jsonl, json, fasttext, lines or the format of a public data "
                  "set; empty: detect it.")
          .flag("html_entities", &O::html_entities, "Decode HTML entities such as &amp; in texts.")
          .flag("web_markup", &O::web_markup, "Remove tags and web addresses from texts.")
          .formed("test", &O::test, Field::Kind::kNames, kNamesForm, "File or files that are the test data.")
          .part("", &O::toy, toy_fields())
          .part("", &O::reading, read_option_fields())
          .open("examples", "Texts and labels written in the recipe: [{\"text\", \"label\"}, …].");
  return fields;
}

DataOptions read_data_options(const nlohmann::json& data, const std::string& file) {
  DataOptions options = read_as(data, data_fields(), file, "data", Beside::kAnything);
  options.reading.label_map = read_label_map(data, file);
  return options;
}

Dataset read_data(const DataOptions& options, const std::vector<std::string>& paths) {
  Dataset data = read_dataset(options.format, paths, options.reading);
  if (options.html_entities)
    for (Example& example : data.examples) example.text = decode_html_entities(example.text);
  if (options.web_markup)
    for (Example& example : data.examples) example.text = without_web_markup(example.text);
  return data;
}

std::vector<std::string> test_files(const DataOptions& options, const std::vector<std::string>& paths) {
  std::error_code ignored;
  fs::path folder = paths.front();
  if (!fs::is_directory(folder, ignored)) folder = folder.parent_path();
  for (const std::string& path : paths)
    if (fs::is_directory(path, ignored)) {
      folder = path;
      break;
    }
  std::vector<std::string> files;
  for (const std::string& name : options.test) {
    fs::path file = folder / name;
    if (!fs::exists(file, ignored)) file += ".gz";
    if (!fs::exists(file, ignored)) return {};
    files.push_back(file.string());
  }
  return files;
}

std::vector<std::string> default_data(const Recipe& recipe) {
  if (!recipe.json["data"]["examples"].is_null()) return {};
  const DataOptions options = read_data_options(recipe.json["data"], recipe.name);
  if (!options.toy.task.empty()) return {};
  const std::string& name = options.set;
  check(!name.empty(), "[", recipe.name, "] names no public data set: give the data with --data PATH.");
  const std::string folder = default_data_folder(name);
  check(fs::exists(folder), "[", folder, "] the data set ", name, " is not there: get it with `heed fetch ",
        name, "`, or say where it is with --data PATH.");
  return {folder};
}

namespace {

Split split_rows(const Recipe& recipe, const Dataset& data, bool has_test_files) {
  SplitFractions fractions = split_fractions(recipe);
  if (has_test_files) {
    fractions.train += fractions.test;
    fractions.test = 0;
  }
  const auto seed = require<uint64_t>(recipe.json, "split_seed", recipe.name);
  std::vector<int> labels;
  for (const Example& example : data.examples) labels.push_back(example.label);
  return data.groups.empty() ? stratified_split(labels, seed, fractions)
                             : grouped_split(labels, data.groups, seed, fractions);
}

}  // namespace

Corpus read_corpus(const Recipe& recipe, const TaskData& given) {
  DataOptions options = read_data_options(recipe.json["data"], recipe.name);
  const std::vector<std::string>& paths = given.paths;
  options.toy.seed = require<uint64_t>(recipe.json, "split_seed", recipe.name);
  Corpus corpus{given.rows                                   ? *given.rows
                : paths.empty() && !options.toy.task.empty() ? toy_dataset(options.toy)
                : paths.empty()                              ? recipe_examples(recipe)
                                                             : read_data(options, paths),
                {}};
  const std::vector<std::string> files =
      given.test.empty() && !paths.empty() ? test_files(options, paths) : given.test;
  if (files.empty() && !options.test.empty() && !paths.empty())
    corpus.data.warnings.push_back("[" + paths.front() + "] " + options.test.front() +
                                   " is not there: the recipe's test part does not come from it.");
  const size_t rows = corpus.data.examples.size();
  corpus.split =
      given.splits.empty() ? split_rows(recipe, corpus.data, !files.empty()) : read_split(given.splits, rows);
  if (files.empty() || !corpus.split.test.empty()) return corpus;
  options.reading.labels = corpus.data.labels;
  append(corpus.data, read_data(options, files));
  corpus.split.test.resize(corpus.data.examples.size() - rows);
  std::iota(corpus.split.test.begin(), corpus.split.test.end(), static_cast<int>(rows));
  return corpus;
}

}  // namespace heed
