#include "engine/text/pipeline/precompiled.h"

#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/text/graphemes.h"
#include "engine/text/pipeline/growth.h"
#include "engine/text/utf8.h"

namespace heed {
namespace {

int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

std::optional<std::string> from_base64(std::string_view text) {
  std::string bytes;
  uint32_t bits = 0;
  int count = 0;
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  for (const char c : text) {
    const int digit = base64_digit(c);
    if (digit < 0) return std::nullopt;
    bits = bits << 6 | static_cast<uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<char>(bits >> count & 255));
  }
  return bytes;
}

uint32_t little_endian(std::string_view bytes, size_t at) {
  uint32_t value = 0;
  for (size_t i = 4; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

// The layout of Darts-clone: a unit holds the label of the byte that leads to it, where its children are, and
// whether a value is among them.
class Precompiled : public Normalizer {
 public:
  // `table`: the trie's size in bytes, the trie, then what sequences become, each ended by a zero.
  explicit Precompiled(const Part& part, const std::string& table) : growth_(part.where()) {
    part.expect(table.size() >= 4, ": \"precompiled_charsmap\" is too short.");
    const size_t size = little_endian(table, 0);
    part.expect(size % 4 == 0 && size >= 4 && size <= table.size() - 4,
                ": \"precompiled_charsmap\" says that its trie has ", size, " bytes, but ", table.size() - 4,
                " follow.");
    for (size_t at = 4; at < 4 + size; at += 4) units_.push_back(little_endian(table, at));
    targets_ = table.substr(4 + size) + '\0';
  }

  AlignedText apply(const AlignedText& text) const override {
    AlignedText out;
    for (size_t at = 0; at < text.size();) {
      const size_t end = grapheme_end(text.text(), at);
      // The Rust library looks up short clusters whole, and else their characters.
      constexpr size_t kLongestCluster = 5;
      if (end - at > kLongestCluster || !append_changed(text, at, end, out))
        append_characters(text, at, end, out);
      at = end;
    }
    return out;
  }

 private:
  static uint32_t offset(uint32_t unit) { return unit >> 10 << ((unit & 1u << 9) >> 6); }
  static bool has_value(uint32_t unit) { return (unit >> 8 & 1) != 0; }
  static uint32_t label(uint32_t unit) { return unit & (1u << 31 | 0xFF); }

  // What the shortest sequence of the table that `bytes` begins with becomes: the Rust library takes the
  // first.
  std::optional<std::string_view> changed(std::string_view bytes) const {
    size_t node = offset(units_[0]);
    for (const char byte : bytes) {
      const auto wanted = static_cast<unsigned char>(byte);
      node ^= wanted;
      if (wanted == 0 || node >= units_.size() || label(units_[node]) != wanted) return std::nullopt;
      const uint32_t unit = units_[node];
      node ^= offset(unit);
      if (!has_value(unit)) continue;
      if (node >= units_.size()) return std::nullopt;
      const size_t target = units_[node] & ~(1u << 31);
      if (target >= targets_.size()) return std::nullopt;
      return std::string_view(targets_.data() + target, std::strlen(targets_.data() + target));
    }
    return std::nullopt;
  }

  bool append_changed(const AlignedText& text, size_t at, size_t end, AlignedText& out) const {
    const auto found = changed(std::string_view(text.text()).substr(at, end - at));
    if (found) growth_.expect(text, out.size() + found->size());
    if (found) out.append(*found, text.original(at, end));
    return found.has_value();
  }
  void append_characters(const AlignedText& text, size_t at, size_t end, AlignedText& out) const {
    while (at < end) {
      const size_t next = at + static_cast<size_t>(decode_utf8(text.text(), at).length);
      if (!append_changed(text, at, next, out)) out.append(text, at, next);
      at = next;
    }
  }

  std::vector<uint32_t> units_;
  std::string targets_;
  Growth growth_;
};

}  // namespace

std::unique_ptr<Normalizer> read_precompiled(const Part& part) {
  const auto table = from_base64(part.text("precompiled_charsmap"));
  part.expect(table.has_value(), ": \"precompiled_charsmap\" is not base64.");
  return std::make_unique<Precompiled>(part, *table);
}

}  // namespace heed
