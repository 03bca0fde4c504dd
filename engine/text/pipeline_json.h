// How each of our tokenizers is written in a tokenizer.json, so that Hugging Face's libraries cut as we do.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace heed {

struct PipelineJson {
  nlohmann::json normalizer;  // null when nothing is normalised
  nlohmann::json pre_tokenizer;
};

// Error for a name that is not one of tokenizer_names().
PipelineJson pipeline_json(const std::string& tokenizer_name);

}  // namespace heed
