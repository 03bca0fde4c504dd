// Parts of a tokenizer.json as messages show them: short, whatever the file holds.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace heed {

// Quoted, at most 60 bytes of it, cut between code points.
std::string in_quotes(std::string_view text);

// Numbers and words as they are, strings quoted, the others by their kind.
std::string shown(const nlohmann::json& value);

// A normalizer, pre-tokenizer and so on by its type: "Lowercase", "Sequence of NFC, Lowercase", nothing.
std::string kind_of(const nlohmann::json& component);

}  // namespace heed
