// Byte pair encoding. A word begins as its characters; the merge of the lowest rank among all neighbours is
// made, the leftmost of equal ones, until none is left. Neighbours wait in a priority queue and characters in
// a linked list, so a word of n characters takes n log n steps.
#include <algorithm>
#include <functional>
#include <optional>
#include <queue>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "engine/text/json_messages.h"
#include "engine/text/pipeline/growth.h"
#include "engine/text/pipeline/models.h"
#include "engine/text/utf8.h"

namespace heed {
namespace {

struct Merge {
  int32_t rank = 0, id = 0;
};

class Merges {
 public:
  void add(int32_t left, int32_t right, Merge merge) { merges_.insert_or_assign(key(left, right), merge); }
  const Merge* find(int32_t left, int32_t right) const {
    const auto found = merges_.find(key(left, right));
    return found == merges_.end() ? nullptr : &found->second;
  }

 private:
  static uint64_t key(int32_t left, int32_t right) {
    return static_cast<uint64_t>(static_cast<uint32_t>(left)) << 32 | static_cast<uint32_t>(right);
  }
  std::unordered_map<uint64_t, Merge> merges_;
};

// A piece in the making, between its neighbours.
struct Symbol {
  int32_t id;
  size_t first, last;  // bytes of the word; empty when it was merged into the one before
  bool known;
  int before, after;  // -1: none
};

void merge_all(std::vector<Symbol>& symbols, const Merges& merges) {
  using Candidate = std::tuple<int32_t, int, int32_t>;  // rank, left symbol, what the two become
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> candidates;
  const auto consider = [&](int left) {
    const int right = left < 0 ? -1 : symbols[static_cast<size_t>(left)].after;
    if (right < 0) return;
    const Merge* const merge =
        merges.find(symbols[static_cast<size_t>(left)].id, symbols[static_cast<size_t>(right)].id);
    if (merge != nullptr) candidates.push({merge->rank, left, merge->id});
  };
  for (int i = 0; i + 1 < static_cast<int>(symbols.size()); ++i) consider(i);
  while (!candidates.empty()) {
    const auto [rank, left, id] = candidates.top();
    candidates.pop();
    Symbol& symbol = symbols[static_cast<size_t>(left)];
    if (symbol.first == symbol.last || symbol.after < 0) continue;
    Symbol& next = symbols[static_cast<size_t>(symbol.after)];
    const Merge* const merge = merges.find(symbol.id, next.id);
    if (merge == nullptr || merge->id != id) continue;  // one of the two was merged otherwise meanwhile
    symbol.id = id;
    symbol.last = next.last;
    symbol.after = next.after;
    next.first = next.last;
    if (symbol.after >= 0) symbols[static_cast<size_t>(symbol.after)].before = left;
    consider(symbol.before);
    consider(left);
  }
}

struct Options {
  std::optional<int32_t> unknown;
  std::string prefix, suffix;  // of characters inside, and of the last one
  bool fuse_unknown = false, byte_fallback = false, ignore_merges = false;
};

class Bpe : public PieceModel {
 public:
  Bpe(PieceVocabulary pieces, Merges merges, Options options)
      : PieceModel(std::move(pieces)), merges_(std::move(merges)), options_(std::move(options)) {}

  const char* kind() const override { return "BPE"; }
  void cut(std::string_view word, std::vector<ModelPiece>& pieces) const override {
    if (options_.ignore_merges) {
      if (const auto whole = vocabulary().find(word)) return pieces.push_back({*whole, 0, word.size()});
    }
    std::vector<Symbol> symbols = characters(word);
    merge_all(symbols, merges_);
    for (const Symbol& symbol : symbols)
      if (symbol.first < symbol.last) pieces.push_back({symbol.id, symbol.first, symbol.last, symbol.known});
  }

 private:
  std::vector<Symbol> characters(std::string_view word) const {
    std::vector<Symbol> symbols;
    const auto add = [&symbols](int32_t id, size_t first, size_t last, bool known) {
      const int place = static_cast<int>(symbols.size());
      if (place > 0) symbols.back().after = place;
      symbols.push_back({id, first, last, known, place - 1, -1});
    };
    std::string written;
    for (size_t at = 0, next = 0; at < word.size(); at = next) {
      next = at + static_cast<size_t>(decode_utf8(word, at).length);
      written = at > 0 ? options_.prefix : "";
      written += word.substr(at, next - at);
      if (next == word.size()) written += options_.suffix;
      if (const auto id = vocabulary().find(written)) {
        add(*id, at, next, true);
      } else if (const auto bytes =
                     options_.byte_fallback ? byte_pieces(vocabulary(), written) : std::nullopt) {
        // As many as `written` has bytes; what is beyond the character stands for its last byte.
        for (size_t i = 0; i < bytes->size(); ++i) {
          const size_t first = std::min(at + i, next - 1);
          add((*bytes)[i], first, first + 1, true);
        }
      } else if (options_.unknown) {
        const bool is_fused = options_.fuse_unknown && !symbols.empty() && !symbols.back().known;
        if (is_fused)
          symbols.back().last = next;
        else
          add(*options_.unknown, at, next, false);
      }  // without an unknown piece the library leaves the character out
    }
    return symbols;
  }

  Merges merges_;
  Options options_;
};

// "a b" in old files, ["a", "b"] in new ones.
std::pair<std::string, std::string> parts_of(const nlohmann::json& merge, size_t rank, const Part& part) {
  if (merge.is_string()) {
    const auto text = merge.get<std::string>();
    const size_t blank = text.find(' ');
    if (blank != std::string::npos && text.find(' ', blank + 1) == std::string::npos)
      return {text.substr(0, blank), text.substr(blank + 1)};
  } else if (merge.is_array() && merge.size() == 2 && merge[0].is_string() && merge[1].is_string()) {
    return {merge[0].get<std::string>(), merge[1].get<std::string>()};
  }
  part.fail(".merges[", rank, "] is ", shown(merge), ": expected two pieces, as \"a b\" or [\"a\", \"b\"].");
}

Merges read_merges(const Part& part, const PieceVocabulary& vocabulary, const std::string& prefix) {
  Merges merges;
  int32_t rank = 0;
  for (const nlohmann::json& merge : part.list("merges")) {
    const auto [left, right] = parts_of(merge, static_cast<size_t>(rank), part);
    const auto id_of = [&](const std::string& piece) {
      const auto id = vocabulary.find(piece);
      if (!id) part.fail(".merges[", rank, "]: ", in_quotes(piece), " is not in the vocabulary.");
      return *id;
    };
    const bool is_inside = right.size() >= prefix.size() && right.compare(0, prefix.size(), prefix) == 0;
    if (!is_inside)
      part.fail(".merges[", rank, "]: ", in_quotes(right), " does not begin with ", in_quotes(prefix), ".");
    const int32_t first = id_of(left), second = id_of(right);
    merges.add(first, second, {rank, id_of(left + right.substr(prefix.size()))});
    ++rank;
  }
  return merges;
}

}  // namespace

std::unique_ptr<PieceModel> read_bpe(const Part& part, PieceVocabulary vocabulary) {
  Options options;  // dropout is for those who train a model: a text that is read is always cut alike
  const auto mark = [&](const char* key) { return part.within(kLongestMark, key, part.text(key, "")); };
  options.prefix = mark("continuing_subword_prefix");
  options.suffix = mark("end_of_word_suffix");
  options.fuse_unknown = part.flag("fuse_unk", false);
  options.byte_fallback = part.flag("byte_fallback", false);
  options.ignore_merges = part.flag("ignore_merges", false);
  if (const std::string unknown = part.text("unk_token", ""); !unknown.empty()) {
    options.unknown = vocabulary.find(unknown);
    part.expect(options.unknown.has_value(), ": the unk_token ", in_quotes(unknown),
                " is not in the vocabulary.");
  }
  Merges merges = read_merges(part, vocabulary, options.prefix);
  return std::make_unique<Bpe>(std::move(vocabulary), std::move(merges), std::move(options));
}

}  // namespace heed
