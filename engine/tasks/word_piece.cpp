#include "engine/tasks/word_piece.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "engine/base/error.h"
#include "engine/text/utf8.h"

namespace heed {
namespace {

uint64_t pair_of(int32_t left, int32_t right) {
  return (static_cast<uint64_t>(left) << 32) | static_cast<uint32_t>(right);
}
int32_t left_of(uint64_t pair) {
  return static_cast<int32_t>(pair >> 32);
}
int32_t right_of(uint64_t pair) {
  return static_cast<int32_t>(pair & UINT32_MAX);
}

template <class Use>
void each_character(std::string_view word, Use use) {
  for (size_t at = 0; at < word.size();) {
    const CodePoint c = decode_utf8(word, at);
    use(c.value, at == 0);
    at += static_cast<size_t>(c.length);
  }
}

std::string text_of(char32_t c) {
  std::string text;
  append_utf8(text, c);
  return text;
}

// The most frequent characters, ascending.
std::vector<char32_t> most_frequent(const std::map<char32_t, int64_t>& counts, size_t kept) {
  std::vector<std::pair<char32_t, int64_t>> all(counts.begin(), counts.end());
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  all.resize(std::min(all.size(), kept));
  std::vector<char32_t> characters;
  characters.reserve(all.size());
  for (const auto& [character, count] : all) characters.push_back(character);
  std::sort(characters.begin(), characters.end());
  return characters;
}

}  // namespace

WordPieceTrainer::WordPieceTrainer(const WordCounts& words, WordPieceTraining options)
    : options_(std::move(options)) {
  for (const std::string& token : options_.special_tokens) id_of(token);
  add_alphabet(words);
  check(pieces_.size() <= options_.pieces, "[wordpiece] special tokens and alphabet are ", pieces_.size(),
        " pieces already: expected at most ", options_.pieces,
        ", so ask for more pieces, or for a smaller alphabet.");
  words_.reserve(words.size());
  for (const auto& [word, count] : words) add_word(word, count);
  count_pairs();
}

int32_t WordPieceTrainer::id_of(const std::string& piece) {
  const auto [found, is_new] = ids_.try_emplace(piece, static_cast<int32_t>(pieces_.size()));
  if (is_new) pieces_.push_back(piece);
  return found->second;
}

void WordPieceTrainer::add_alphabet(const WordCounts& words) {
  std::map<char32_t, int64_t> counts;
  std::set<char32_t> inside;
  for (const auto& [word, count] : words) {
    const int64_t times = count;
    each_character(word, [&](char32_t c, bool is_first) {
      counts[c] += times;
      if (!is_first) inside.insert(c);
    });
  }
  const std::vector<char32_t> kept = most_frequent(counts, options_.alphabet);
  for (const char32_t c : kept) id_of(text_of(c));
  for (const char32_t c : kept)
    if (inside.count(c) > 0) id_of(options_.prefix + text_of(c));
}

// A character that was not kept is passed over: its neighbours are then neighbours.
void WordPieceTrainer::add_word(std::string_view word, int64_t count) {
  Word pieces{{}, count};
  each_character(word, [&](char32_t c, bool is_first) {
    const auto found = ids_.find((is_first ? "" : options_.prefix) + text_of(c));
    if (found != ids_.end()) pieces.pieces.push_back(found->second);
  });
  if (pieces.pieces.size() > 1) words_.push_back(std::move(pieces));
}

void WordPieceTrainer::count_pairs() {
  for (size_t w = 0; w < words_.size(); ++w)
    for (size_t i = 1; i < words_[w].pieces.size(); ++i)
      add(pair_of(words_[w].pieces[i - 1], words_[w].pieces[i]), static_cast<int32_t>(w));
  for (const auto& [pair, found] : pairs_) queue_.push({found.count, pair});
  grown_.clear();
}

void WordPieceTrainer::add(Pair pair, int32_t word) {
  Occurrences& found = pairs_[pair];
  found.count += words_[static_cast<size_t>(word)].count;
  if (found.words.empty() || found.words.back() != word) found.words.push_back(word);
  grown_.push_back(pair);
}

std::string WordPieceTrainer::joined(Pair pair) const {
  const std::string& right = pieces_[static_cast<size_t>(right_of(pair))];
  const bool is_inside = right.compare(0, options_.prefix.size(), options_.prefix) == 0;
  return pieces_[static_cast<size_t>(left_of(pair))] + right.substr(is_inside ? options_.prefix.size() : 0);
}

bool WordPieceTrainer::step(int merges) {
  while (merges > 0 && pieces_.size() < options_.pieces && !queue_.empty()) {
    const Candidate best = queue_.top();
    Occurrences& found = pairs_[best.pair];
    queue_.pop();
    if (found.words.empty()) continue;  // was merged before
    if (found.count != best.count) {
      queue_.push({found.count, best.pair});
      continue;
    }
    if (best.count < std::max<int64_t>(options_.min_frequency, 1)) return false;
    merge(best.pair, std::exchange(found.words, {}));
    --merges;
  }
  return pieces_.size() < options_.pieces && !queue_.empty();
}

void WordPieceTrainer::merge(Pair pair, const std::vector<int32_t>& words) {
  const int32_t merged = id_of(joined(pair));
  merges_.emplace_back(pieces_[static_cast<size_t>(left_of(pair))],
                       pieces_[static_cast<size_t>(right_of(pair))]);
  for (const int32_t word : words) merge_in(word, pair, merged);
  std::sort(grown_.begin(), grown_.end());
  grown_.erase(std::unique(grown_.begin(), grown_.end()), grown_.end());
  for (const Pair grown : grown_) queue_.push({pairs_[grown].count, grown});
  grown_.clear();
}

// The pair's own count stays as it is: it is not asked for again, but where its pieces meet once more, by
// another way; the library has it so.
void WordPieceTrainer::merge_in(int32_t word, Pair pair, int32_t merged) {
  std::vector<int32_t>& pieces = words_[static_cast<size_t>(word)].pieces;
  const int64_t count = words_[static_cast<size_t>(word)].count;
  for (size_t i = 0; i + 1 < pieces.size(); ++i) {
    if (pair_of(pieces[i], pieces[i + 1]) != pair) continue;
    if (i > 0) {
      pairs_[pair_of(pieces[i - 1], pieces[i])].count -= count;
      add(pair_of(pieces[i - 1], merged), word);
    }
    if (i + 2 < pieces.size()) {
      pairs_[pair_of(pieces[i + 1], pieces[i + 2])].count -= count;
      add(pair_of(merged, pieces[i + 2]), word);
    }
    pieces[i] = merged;
    pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
}

}  // namespace heed
