#include <nlohmann/json.hpp>

#include "engine/base/error.h"
#include "engine/text/pipeline_json.h"
#include "engine/text/tokenizer_json.h"

namespace heed {
namespace {

using nlohmann::ordered_json;

ordered_json added_tokens(const Vocabulary& vocabulary) {
  ordered_json tokens = ordered_json::array();
  for (int id = 0; id < vocabulary.size(); ++id) {
    const Vocabulary::Entry& entry = vocabulary.entries()[static_cast<size_t>(id)];
    if (!entry.special) continue;
    tokens.push_back({{"id", id},
                      {"content", entry.token},
                      {"single_word", false},
                      {"lstrip", false},
                      {"rstrip", false},
                      {"normalized", false},
                      {"special", true}});
  }
  return tokens;
}

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump();
}

// {"<unk>":0,"<pad>":1,…} in the order of ids, which a JSON library's sorted object would lose.
std::string vocabulary_object(const Vocabulary& vocabulary) {
  std::string text;
  for (int id = 0; id < vocabulary.size(); ++id)
    text += (id == 0 ? "" : ",") + quoted(vocabulary.token(id)) + ":" + std::to_string(id);
  return "{" + text + "}";
}

}  // namespace

std::string TokenizerFile::text_of(const std::vector<int>& ids) const {
  check(vocabulary.has_value(), "[tokenizer] ids are of a vocabulary, and there is none.");
  std::string text;
  for (size_t i = 0; i < ids.size(); ++i)
    text += (i == 0 ? "" : tokenizer->separator()) + vocabulary->token(ids[i]);
  return text;
}

std::string write_tokenizer_json(const Tokenizer& tokenizer, const Vocabulary& vocabulary) {
  const PipelineJson pipeline = pipeline_json(tokenizer.name());
  const ordered_json head = {{"version", "1.0"},
                             {"truncation", nullptr},
                             {"padding", nullptr},
                             {"added_tokens", added_tokens(vocabulary)},
                             {"normalizer", pipeline.normalizer},
                             {"pre_tokenizer", pipeline.pre_tokenizer},
                             {"post_processor", nullptr},
                             {"decoder", nullptr}};
  std::string text = head.dump();
  text.pop_back();
  return text + ",\"model\":{\"type\":\"WordLevel\",\"vocab\":" + vocabulary_object(vocabulary) +
         ",\"unk_token\":" + quoted(vocabulary.token(vocabulary.unknown_id())) + "}}\n";
}

}  // namespace heed
