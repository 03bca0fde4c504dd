#include "engine/data/text_rows.h"

#include "engine/base/error.h"
#include "engine/base/json_parse.h"
#include "engine/data/rows.h"

namespace heed {
namespace {

constexpr std::string_view kMark = "__label__";

nlohmann::json whole_json(const std::string& text, const std::string& file) {
  try {
    JsonBounds bounds;
    bounds.last_key_counts = true;
    return parse_json(text, file, bounds);
  } catch (const Error& error) {
    fail(error.what(),
         " Expected a list of objects, [{\"text\": …, \"label\": …}, …], or one object a line.");
  }
}

}  // namespace

std::vector<nlohmann::json> json_rows(const std::string& text, const std::string& file) {
  using nlohmann::json;
  json all = whole_json(text, file);
  if (all.is_object()) {
    json* only = nullptr;
    for (json& value : all)
      if (value.is_array() && !value.empty() && value.front().is_object())
        only = only == nullptr ? &value : &all;
    if (only == nullptr || only == &all) {
      if (all.contains("text") && all.contains("label") && all["text"].is_string()) return {std::move(all)};
      fail("[", file,
           "] is one JSON object: expected a list of objects, [{\"text\": …, \"label\": …}, …]. pandas "
           "writes it "
           "with to_json(orient=\"records\").");
    }
    return std::move(only->get_ref<json::array_t&>());
  }
  check(all.is_array(), "[", file, "] is JSON without rows: expected a list of objects.");
  return std::move(all.get_ref<json::array_t&>());
}

FastTextLine fasttext_line(std::string_view line) {
  FastTextLine row;
  line = trimmed(line);
  while (line.substr(0, kMark.size()) == kMark) {
    const std::string_view word = line.substr(0, line.find_first_of(" \t"));
    row.labels.emplace_back(word.substr(kMark.size()));
    line = trimmed(line.substr(word.size()));
  }
  for (size_t at = line.rfind(' '); line.substr(at + 1, kMark.size()) == kMark; at = line.rfind(' ')) {
    row.labels.emplace_back(line.substr(at + 1 + kMark.size()));
    if (at == std::string_view::npos) break;
    line = trimmed(line.substr(0, at));
  }
  row.text = line;
  return row;
}

}  // namespace heed
