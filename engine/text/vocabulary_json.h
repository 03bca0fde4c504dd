// The vocabulary inside a tokenizer.json: tens of thousands of "token": id. Read straight from the text, it
// takes a seventh of the time that a JSON tree of them takes in WebAssembly.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed {

using TokenIds = std::vector<std::pair<std::string, int64_t>>;

struct CutVocabulary {
  TokenIds ids;      // in the order of the file
  std::string rest;  // the file with {} in the vocabulary's place
};

// Cuts out the first object under a key "vocab". None when there is no such object, or when it holds anything
// but whole numbers from 0 to 999,999,999: then a JSON library says best what is wrong.
std::optional<CutVocabulary> cut_vocabulary(std::string_view json_text);

// The file as JSON, with {} in the place of what was cut out of it; with `cut` reset where the file is whole.
// Error
// "[file] …" when it is no JSON or nested deeper than 64 levels.
nlohmann::json parse_around(std::optional<CutVocabulary>& cut, const std::string& whole,
                            const std::string& file);

}  // namespace heed
