#include "engine/session/corpus.h"

#include <filesystem>
#include <numeric>

#include "engine/data/fetch.h"
#include "engine/data/html_entities.h"
#include "engine/format/json.h"

namespace heed::session {

DataOptions read_data_options(const nlohmann::json& data, const std::string& file) {
  return {require<std::string>(data, "format", file), value_or<bool>(data, "html_entities", false, file)};
}

Dataset read_data(const DataOptions& options, const std::vector<std::string>& paths,
                  const std::vector<std::string>& labels) {
  Dataset data = read_dataset(options.format, paths, labels);
  if (options.html_entities)
    for (Example& example : data.examples) example.text = decode_html_entities(example.text);
  return data;
}

std::vector<std::string> default_data(const Recipe& recipe) {
  const nlohmann::json& set = recipe.json["data"]["set"];
  check(!set.is_null(), "[", recipe.name, "] names no public data set: give the data with --data PATH.");
  const auto name = json_as<std::string>(set, "data.set", recipe.name);
  const std::string folder = default_data_folder(name);
  check(std::filesystem::exists(folder), "[", folder, "] the data set ", name,
        " is not there: get it with `heed fetch ", name, "`, or say where it is with --data PATH.");
  return {folder};
}

Split split_data(const Recipe& recipe, const Dataset& data, const std::string& splits_file) {
  if (!splits_file.empty()) return read_split(splits_file, data.examples.size());
  std::vector<int> labels;
  for (const Example& example : data.examples) labels.push_back(example.label);
  return stratified_split(labels, require<uint64_t>(recipe.json, "split_seed", recipe.name),
                          split_fractions(recipe));
}

CountedTokenizer count_tokens(const Recipe& recipe, const Dataset& data, const std::vector<int>& rows) {
  const nlohmann::json& text = recipe.json["text"];
  const auto tokenizer = make_tokenizer(require<std::string>(text, "tokenizer", recipe.name));
  TokenCounts counts;
  int64_t tokens = 0;
  for (int row : rows) {
    const std::vector<TextToken> split = tokenizer->split(data.examples[static_cast<size_t>(row)].text);
    tokens += static_cast<int64_t>(split.size());
    counts.add(split);
  }
  VocabularyOptions options;
  options.min_freq = require<int64_t>(text, "min_freq", recipe.name);
  options.max_size = require<int64_t>(text, "max_size", recipe.name);
  Vocabulary vocabulary = Vocabulary::build(counts, options);
  std::string json = write_tokenizer_json(*tokenizer, vocabulary);
  return {std::move(json), std::move(vocabulary), tokens};
}

}  // namespace heed::session
