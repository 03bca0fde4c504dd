#include "engine/text/normal_forms.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/order.h"
#include "engine/text/character_classes.h"
#include "engine/text/utf8.h"

namespace heed {
namespace {

// Hangul syllables are composed and decomposed by arithmetic (Unicode 15, section 3.12).
constexpr char32_t kFirstSyllable = 0xAC00, kFirstL = 0x1100, kFirstV = 0x1161, kBeforeT = 0x11A7;
constexpr char32_t kLs = 19, kVs = 21, kTs = 28, kSyllables = kLs * kVs * kTs;

class Decompositions {
 public:
  static const Decompositions& get() {
    static const Decompositions instance(unicode::kDecompositions);
    return instance;
  }

  // Appends what `c` is made of, down to the last part.
  void append(char32_t c, bool compatible, std::u32string& out) const {
    if (c - kFirstSyllable < kSyllables) {
      const char32_t s = c - kFirstSyllable;
      out += {kFirstL + s / (kVs * kTs), kFirstV + s % (kVs * kTs) / kTs};
      if (s % kTs != 0) out += kBeforeT + s % kTs;
      return;
    }
    const Entry* const entry = find(c);
    if (entry == nullptr || (entry->is_compatible && !compatible)) {
      out += c;
      return;
    }
    for (size_t i = 0; i < entry->size; ++i) append(parts_[entry->begin + i], compatible, out);
  }

  // The character that the two compose to; 0 when there is none.
  char32_t composed(char32_t first, char32_t second) const {
    if (first - kFirstL < kLs && second - kFirstV < kVs)
      return kFirstSyllable + ((first - kFirstL) * kVs + second - kFirstV) * kTs;
    const bool is_lv = first - kFirstSyllable < kSyllables && (first - kFirstSyllable) % kTs == 0;
    if (is_lv && second > kBeforeT && second < kBeforeT + kTs) return first + (second - kBeforeT);
    const Pair wanted{first, second, 0};
    const auto found = std::lower_bound(pairs_.begin(), pairs_.end(), wanted, Pair::before);
    return found != pairs_.end() && found->first == first && found->second == second ? found->composed : 0;
  }

 private:
  struct Entry {
    char32_t code;
    uint32_t begin;
    uint8_t size;
    bool is_compatible;
  };
  struct Pair {
    char32_t first, second, composed;
    static bool before(const Pair& a, const Pair& b) {
      return a.first != b.first ? a.first < b.first : a.second < b.second;
    }
  };

  explicit Decompositions(const unicode::PackedSet& packed) {
    size_t at = 0;
    const auto number = [&] {
      char32_t value = 0;
      for (int shift = 0;; shift += 7) {
        value |= static_cast<char32_t>(packed.bytes[at] & 127) << shift;
        if ((packed.bytes[at++] & 128) == 0) return value;
      }
    };
    char32_t code = 0, before = 0;
    while (at < packed.size) {
      code += number();
      const uint8_t kind = packed.bytes[at++];
      const auto begin = static_cast<uint32_t>(parts_.size());
      entries_.push_back({code, begin, static_cast<uint8_t>(kind & 31), (kind & 32) != 0});
      for (int i = 0; i < (kind & 31); ++i) {
        const char32_t distance = number();
        const char32_t base = i == 0 ? before : parts_[begin];
        parts_.push_back(distance % 2 == 0 ? base + distance / 2 : base - (distance + 1) / 2);
      }
      before = parts_[begin];
      if ((kind & 64) != 0) pairs_.push_back({parts_[begin], parts_[begin + 1], code});
    }
    sort_stably(pairs_, Pair::before);
  }

  const Entry* find(char32_t c) const {
    if (c < entries_.front().code) return nullptr;
    const auto found = std::lower_bound(entries_.begin(), entries_.end(), c,
                                        [](const Entry& entry, char32_t code) { return entry.code < code; });
    return found != entries_.end() && found->code == c ? &*found : nullptr;
  }

  std::vector<Entry> entries_;  // ascending
  std::u32string parts_;
  std::vector<Pair> pairs_;  // ascending
};

struct Unit {
  char32_t c;
  unsigned char combining;
  AlignedText::Range original;
};

AlignedText::Range joined(const AlignedText::Range& a, const AlignedText::Range& b) {
  return {std::min(a.start, b.start), std::max(a.end, b.end)};
}

// Marks of one letter in the order of their classes; those that moved stand for the whole run.
void reorder(std::vector<Unit>& units, size_t begin) {
  const auto first = units.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto by_class = [](const Unit& a, const Unit& b) { return a.combining < b.combining; };
  if (std::is_sorted(first, units.end(), by_class)) return;
  std::vector<Unit> sorted(first, units.end());
  sort_stably(sorted, by_class);
  std::copy(sorted.begin(), sorted.end(), first);
  AlignedText::Range run = first->original;
  for (auto unit = first; unit != units.end(); ++unit) run = joined(run, unit->original);
  for (auto unit = first; unit != units.end(); ++unit) unit->original = run;
}

std::vector<Unit> decomposed(const AlignedText& text, bool compatible) {
  const Decompositions& table = Decompositions::get();
  std::vector<Unit> units;
  units.reserve(text.size());
  std::u32string parts;
  size_t marks = 0;  // where the run of marks at the end begins
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = decode_utf8(text.text(), at);
    const size_t next = at + static_cast<size_t>(c.length);
    parts.clear();
    if (c.value < 0xA0)
      parts += c.value;
    else
      table.append(c.value, compatible, parts);
    for (const char32_t part : parts) {
      const unsigned char combining = combining_class(part);
      if (combining == 0 && marks < units.size()) reorder(units, marks);
      units.push_back({part, combining, text.original(at, next)});
      if (combining == 0) marks = units.size();
    }
    at = next;
  }
  if (marks < units.size()) reorder(units, marks);
  return units;
}

// A mark joins the last starter unless one of the same or a higher class stands between (D115).
void compose(std::vector<Unit>& units) {
  const Decompositions& table = Decompositions::get();
  size_t kept = 0, starter = units.size();
  int last_class = -1;  // of what was kept after the starter
  for (const Unit& unit : units) {
    const bool is_free = starter < units.size() && last_class < unit.combining;
    const char32_t composed = is_free ? table.composed(units[starter].c, unit.c) : 0;
    if (composed != 0) {
      units[starter].c = composed;
      units[starter].original = joined(units[starter].original, unit.original);
      continue;
    }
    last_class = unit.combining == 0 ? -1 : unit.combining;
    if (unit.combining == 0) starter = kept;
    units[kept++] = unit;
  }
  units.resize(kept);
}

}  // namespace

AlignedText normalized(const AlignedText& text, NormalForm form) {
  const auto is_ascii = [](char byte) { return static_cast<unsigned char>(byte) < 0x80; };
  if (std::all_of(text.text().begin(), text.text().end(), is_ascii)) return text;
  std::vector<Unit> units = decomposed(text, form == NormalForm::kNFKC || form == NormalForm::kNFKD);
  if (form == NormalForm::kNFC || form == NormalForm::kNFKC) compose(units);
  AlignedText out;
  std::string bytes;
  for (const Unit& unit : units) {
    bytes.clear();
    append_utf8(bytes, unit.c);
    out.append(bytes, unit.original);
  }
  return out;
}

std::string normalized(std::string_view text, NormalForm form) {
  return normalized(AlignedText::of(text), form).text();
}

}  // namespace heed
