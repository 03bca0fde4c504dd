// Rows of texts that are no table: objects in a list of JSON, and lines with fastText's labels.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

// The elements of a list, or of the one list that an object holds ({"data": [{…}, …]}). Error naming the file
// where there is no such list.
std::vector<nlohmann::json> json_rows(const std::string& text, const std::string& file);

struct FastTextLine {
  std::vector<std::string> labels;  // without __label__
  std::string text;
};
FastTextLine fasttext_line(std::string_view line);

}  // namespace heed
