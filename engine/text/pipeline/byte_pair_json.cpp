#include "engine/text/pipeline/byte_pair_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/base/error.h"

namespace heed {

using nlohmann::ordered_json;

std::string write_byte_pair_json(const std::vector<std::string>& pieces,
                                 const std::vector<std::pair<std::string, std::string>>& merges,
                                 const std::string& end) {
  const auto found = std::find(pieces.begin(), pieces.end(), end);
  check(found != pieces.end(), "[byte pairs] the vocabulary has no ", end, ": expected it among ",
        pieces.size(), " pieces.");
  ordered_json vocabulary = ordered_json::object(), made = ordered_json::array();
  auto& entries =
      vocabulary.get_ref<ordered_json::object_t&>();  // its [] would look each piece up, one by one
  for (size_t id = 0; id < pieces.size(); ++id) entries.emplace_back(pieces[id], id);
  for (const auto& [left, right] : merges) made.push_back({left, right});
  const ordered_json bytes = {
      {"type", "ByteLevel"}, {"add_prefix_space", false}, {"trim_offsets", false}, {"use_regex", true}};
  const ordered_json file = {{"version", "1.0"},
                             {"truncation", nullptr},
                             {"padding", nullptr},
                             {"added_tokens",
                              {{{"id", found - pieces.begin()},
                                {"content", end},
                                {"single_word", false},
                                {"lstrip", false},
                                {"rstrip", false},
                                {"normalized", false},
                                {"special", true}}}},
                             {"normalizer", nullptr},
                             {"pre_tokenizer", bytes},
                             {"post_processor", bytes},
                             {"decoder", bytes},
                             {"model",
                              {{"type", "BPE"},
                               {"dropout", nullptr},
                               {"unk_token", nullptr},
                               {"continuing_subword_prefix", nullptr},
                               {"end_of_word_suffix", nullptr},
                               {"fuse_unk", false},
                               {"byte_fallback", false},
                               {"ignore_merges", false},
                               {"vocab", vocabulary},
                               {"merges", made}}}};
  return file.dump() + "\n";
}

}  // namespace heed
