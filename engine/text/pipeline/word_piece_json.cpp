#include "engine/text/pipeline/word_piece_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/base/error.h"

namespace heed {
namespace {

using nlohmann::ordered_json;

size_t id_of(const std::vector<std::string>& pieces, const char* token) {
  const auto found = std::find(pieces.begin(), pieces.end(), token);
  check(found != pieces.end(), "[wordpiece] the vocabulary has no ", token, ": expected it among ",
        pieces.size(), " pieces.");
  return static_cast<size_t>(found - pieces.begin());
}

ordered_json added_token(const std::vector<std::string>& pieces, const char* token) {
  return {{"id", id_of(pieces, token)},
          {"content", token},
          {"single_word", false},
          {"lstrip", false},
          {"rstrip", false},
          {"normalized", false},
          {"special", true}};
}

ordered_json around_a_text(const std::vector<std::string>& pieces) {
  const auto special = [](const char* token, int type) {
    return ordered_json{{"SpecialToken", {{"id", token}, {"type_id", type}}}};
  };
  const auto text = [](const char* name, int type) {
    return ordered_json{{"Sequence", {{"id", name}, {"type_id", type}}}};
  };
  ordered_json tokens = ordered_json::object();
  for (const char* token : {"[CLS]", "[SEP]"})
    tokens[token] = {{"id", token},
                     {"ids", ordered_json::array({id_of(pieces, token)})},
                     {"tokens", ordered_json::array({token})}};
  const ordered_json first = {special("[CLS]", 0), text("A", 0), special("[SEP]", 0)};
  ordered_json pair = first;
  pair.push_back(text("B", 1));
  pair.push_back(special("[SEP]", 1));
  return {{"type", "TemplateProcessing"}, {"single", first}, {"pair", pair}, {"special_tokens", tokens}};
}

}  // namespace

std::string write_word_piece_json(const std::vector<std::string>& pieces, bool lower_case) {
  ordered_json added = ordered_json::array(), vocabulary = ordered_json::object();
  for (const char* token : {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"})
    added.push_back(added_token(pieces, token));
  auto& entries =
      vocabulary.get_ref<ordered_json::object_t&>();  // its [] would look each piece up, one by one
  for (size_t id = 0; id < pieces.size(); ++id) entries.emplace_back(pieces[id], id);
  const ordered_json file = {{"version", "1.0"},
                             {"truncation", nullptr},
                             {"padding", nullptr},
                             {"added_tokens", added},
                             {"normalizer",
                              {{"type", "BertNormalizer"},
                               {"clean_text", true},
                               {"handle_chinese_chars", true},
                               {"strip_accents", nullptr},
                               {"lowercase", lower_case}}},
                             {"pre_tokenizer", {{"type", "BertPreTokenizer"}}},
                             {"post_processor", around_a_text(pieces)},
                             {"decoder", {{"type", "WordPiece"}, {"prefix", "##"}, {"cleanup", true}}},
                             {"model",
                              {{"type", "WordPiece"},
                               {"unk_token", "[UNK]"},
                               {"continuing_subword_prefix", "##"},
                               {"max_input_chars_per_word", 100},
                               {"vocab", vocabulary}}}};
  return file.dump() + "\n";
}

}  // namespace heed
