#include "engine/tasks/packed_corpus.h"

#include <nlohmann/json.hpp>

#include "engine/format/json.h"

namespace heed {

TextEnds TextEnds::of(const TextToIds& text) {
  const std::vector<int32_t> around = text.encode("").ids;
  check(around.size() <= 2, "[tokens] the tokenizer puts ", around.size(),
        " tokens around a text: expected one before and one behind it.");
  TextEnds ends;
  if (around.size() == 2) ends.begin = around.front();
  if (!around.empty()) ends.end = around.back();
  return ends;
}

std::vector<std::vector<int32_t>> PackedCorpus::row(int64_t first, int64_t count) const {
  std::vector<std::vector<int32_t>> texts(1);
  for (int32_t id : tokens->read(first, count)) {
    if (ends.begin && texts.back().empty() && id != *ends.begin) texts.back().push_back(*ends.begin);
    texts.back().push_back(id);
    if (ends.end && id == *ends.end) texts.emplace_back();
  }
  if (!texts.back().empty() && ends.end) texts.back().push_back(*ends.end);
  const auto around = static_cast<size_t>(ends.count());
  std::erase_if(texts, [&](const std::vector<int32_t>& text) { return text.size() <= around; });
  return texts;
}

nlohmann::json describe_packed(const PackedCorpus& packed) {
  nlohmann::json held_out = nlohmann::json::array();
  for (const PackedCorpus::HeldOut& part : packed.held_out)
    held_out.push_back({{"name", part.name}, {"first", part.first}, {"count", part.count}});
  return {{"tokens", packed.tokens->size()},
          {"train", packed.train},
          {"held_out", held_out},
          {"documents", packed.documents},
          {"fingerprint", packed.fingerprint}};
}

PackedCorpus read_packed(const nlohmann::json& json, std::shared_ptr<const TokenFile> tokens,
                         const std::string& file) {
  PackedCorpus packed;
  packed.train = require<int64_t>(json, "train", file);
  packed.documents = require<int64_t>(json, "documents", file);
  packed.fingerprint = require<uint64_t>(json, "fingerprint", file);
  const auto parts = json.find("held_out");
  check(parts != json.end() && parts->is_array(), "[", file, "] has no list \"held_out\".");
  int64_t end = packed.train;
  bool fits = end >= 0 && end <= tokens->size();
  for (const nlohmann::json& part : *parts) {
    packed.held_out.push_back({require<std::string>(part, "name", file),
                               require<int64_t>(part, "first", file), require<int64_t>(part, "count", file)});
    const PackedCorpus::HeldOut& read = packed.held_out.back();
    fits = fits && read.first == end && read.count >= 0 && read.count <= tokens->size() - end;
    end += fits ? read.count : 0;
  }
  check(fits && end == tokens->size(), "[", file, "] has ", tokens->size(),
        " tokens: expected those to train and, one after the other, those held out.");
  packed.tokens = std::move(tokens);
  return packed;
}

}  // namespace heed
