#include "engine/data/labelled_words.h"

#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/data/rows.h"
#include "engine/format/json.h"

namespace heed {
namespace {

using Sentences = std::vector<LabelledWords>;

Sentences read_word_columns(const std::string& path) {
  const std::string text = read_text(path);
  Sentences sentences(1);
  size_t number = 0;
  for (std::string_view line : split_lines(text)) {
    std::istringstream fields{std::string(line)};
    std::string word, label, field;
    ++number;
    if (!(fields >> word)) {
      if (!sentences.back().words.empty()) sentences.emplace_back();
      continue;
    }
    while (fields >> field) label = field;  // the last column
    check(!label.empty(), "[", path, ":", number, "] \"", word,
          "\" has no label: expected a word and a label.");
    check(word.rfind("{\"", 0) != 0, "[", path, ":", number,
          "] looks like JSON Lines: name the file .jsonl, or say --format jsonl.");
    sentences.back().words.push_back(word);
    sentences.back().labels.push_back(label);
  }
  if (sentences.back().words.empty()) sentences.pop_back();
  return sentences;
}

LabelledWords read_word_line(std::string_view line, const std::string& place) {
  const nlohmann::json object = json_or_discarded(line);
  check(object.is_object(), "[", place,
        R"(] is no JSON object: expected {"tokens": ["the", "sea"], "labels": ["O", "O"]}.)");
  LabelledWords sentence{require<std::vector<std::string>>(object, "tokens", place),
                         require<std::vector<std::string>>(object, "labels", place)};
  check(sentence.words.size() == sentence.labels.size(), "[", place, "] has ", sentence.words.size(),
        " tokens and ", sentence.labels.size(), " labels: expected a label for each token.");
  for (const auto* texts : {&sentence.words, &sentence.labels})
    for (const std::string& text : *texts)
      check(!text.empty(), "[", place, "] has an empty ", texts == &sentence.words ? "token" : "label",
            ": expected a word and a label each.");
  return sentence;
}

Sentences read_word_lines(const std::string& path) {
  const std::string text = read_text(path);
  Sentences sentences;
  size_t number = 0;
  for (std::string_view line : split_lines(text)) {
    ++number;
    if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
    sentences.push_back(read_word_line(line, path + ":" + std::to_string(number)));
    if (sentences.back().words.empty()) sentences.pop_back();
  }
  return sentences;
}

bool is_json_lines(const std::string& path, const std::string& format) {
  if (format == "jsonl" || format == "columns") return format == "jsonl";
  if (!format.empty())
    fail<UsageError>("[token-labels] there is no format \"", format, "\": expected columns or jsonl.");
  const std::string name =
      path.size() > 3 && path.rfind(".gz") == path.size() - 3 ? path.substr(0, path.size() - 3) : path;
  return name.size() > 6 && name.rfind(".jsonl") == name.size() - 6;
}

}  // namespace

std::vector<LabelledWords> read_labelled_words(const std::string& path, const std::string& format) {
  Sentences sentences = is_json_lines(path, format) ? read_word_lines(path) : read_word_columns(path);
  check(!sentences.empty(), "[", path, "] holds no sentence.");
  return sentences;
}

}  // namespace heed
