#include "engine/text/vocabulary.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>

#include "engine/base/error.h"

namespace heed {

Vocabulary Vocabulary::build(const TokenCounts& counts, const VocabularyOptions& options) {
  const auto count_of = [&counts](const std::string& token) {
    const auto found = counts.counts().find(token);
    return found == counts.counts().end() ? 0 : found->second.count;
  };
  std::vector<Entry> entries;
  for (const std::string& token : options.specials) entries.push_back({token, count_of(token), true});
  const auto special_count = static_cast<int64_t>(entries.size());
  check(options.max_size == 0 || options.max_size >= special_count, "[vocabulary] max_size is ",
        options.max_size, ": expected 0 (no limit) or at least the ", special_count, " special tokens.");

  const auto is_special = [&options](const std::string& token) {
    return std::find(options.specials.begin(), options.specials.end(), token) != options.specials.end();
  };
  for (const auto& [token, occurrences] : counts.counts())
    if (occurrences.count >= options.min_freq && !is_special(token))
      entries.push_back({token, occurrences.count, false});
  std::sort(entries.begin() + static_cast<std::ptrdiff_t>(special_count), entries.end(),
            [&](const Entry& a, const Entry& b) {
              if (a.count != b.count) return a.count > b.count;
              if (!options.ties_as_met) return a.token < b.token;
              return counts.counts().at(a.token).place < counts.counts().at(b.token).place;
            });
  if (options.max_size != 0 && static_cast<int64_t>(entries.size()) > options.max_size)
    entries.resize(static_cast<size_t>(options.max_size));
  return Vocabulary(std::move(entries), options.unknown);
}

Vocabulary Vocabulary::build(const std::vector<std::vector<TextToken>>& texts,
                             const VocabularyOptions& options) {
  TokenCounts counts;
  for (const auto& tokens : texts) counts.add(tokens);
  return build(counts, options);
}

Vocabulary::Vocabulary(std::vector<Entry> entries, std::string_view unknown) : entries_(std::move(entries)) {
  size_t slots = 16;
  while (slots < entries_.size() * 2) slots *= 2;
  slots_.assign(slots, -1);
  for (size_t id = 0; id < entries_.size(); ++id) {
    int32_t& slot = slots_[slot_of(entries_[id].token)];
    check(slot < 0, "[vocabulary] the token \"", entries_[id].token, "\" has the ids ", slot, " and ", id,
          ": expected each token once.");
    slot = static_cast<int32_t>(id);
  }
  const auto unknown_id = find(unknown);
  check(unknown_id.has_value(), "[vocabulary] the unknown token \"", unknown, "\" is not one of the ",
        entries_.size(), " tokens: add it to the special tokens.");
  unknown_id_ = *unknown_id;
}

// Where the token is, or the free place where it would be.
size_t Vocabulary::slot_of(std::string_view token) const {
  const size_t mask = slots_.size() - 1;
  size_t slot = std::hash<std::string_view>{}(token)&mask;
  while (slots_[slot] >= 0 && entries_[static_cast<size_t>(slots_[slot])].token != token)
    slot = (slot + 1) & mask;
  return slot;
}

std::optional<int> Vocabulary::find(std::string_view token) const {
  const int32_t id = slots_[slot_of(token)];
  return id < 0 ? std::nullopt : std::optional<int>(id);
}

const std::string& Vocabulary::token(int id) const {
  check(id >= 0 && id < size(), "[vocabulary] there is no token ", id, ": expected an id from 0 to ",
        size() - 1, ".");
  return entries_[static_cast<size_t>(id)].token;
}

int64_t Vocabulary::least_count() const {
  int64_t least = 0;
  for (const Entry& entry : entries_)
    if (!entry.special && (least == 0 || entry.count < least)) least = entry.count;
  return least;
}

}  // namespace heed
