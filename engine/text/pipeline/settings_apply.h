// TokenizerSettings put into the steps of a tokenizer, as the library does when it opens a folder.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/text/pipeline/pipeline.h"

namespace heed {

// Changes the normalizer and the pre_tokenizer of a tokenizer.json before it is read. Returns what of the
// settings could not be done, for people.
std::vector<std::string> change_steps(const TokenizerSettings& settings, nlohmann::json& root);

// Adds tokens, what stands around a text, how ids become a text again, and warnings.
void add_settings(const TokenizerSettings& settings, PipelineParts& parts);

}  // namespace heed
