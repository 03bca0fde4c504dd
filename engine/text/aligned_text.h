// A text on its way through preprocessing: what it has become, and which bytes of the original each of its
// bytes stands for, so that a token found in it can still be shown in what was typed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

class AlignedText {
 public:
  // Bytes of the original, [start, end); empty for what was put in between.
  struct Range {
    int64_t start = 0, end = 0;
  };

  AlignedText() = default;
  // The original itself; bytes that are not UTF-8 become U+FFFD.
  static AlignedText of(std::string_view original);

  const std::string& text() const { return text_; }
  size_t size() const { return text_.size(); }
  // What the bytes [first, last) stand for, from the first to the last.
  Range original(size_t first, size_t last) const { return {ranges_[first].start, ranges_[last - 1].end}; }

  void reserve(size_t bytes) {
    text_.reserve(bytes);
    ranges_.reserve(bytes);
  }
  void append(char byte, Range original) {
    text_.push_back(byte);
    ranges_.push_back(stored(original));
  }
  void append(std::string_view bytes, Range original);
  // The bytes [first, last) of `from`, each for what it stands for.
  void append(const AlignedText& from, size_t first, size_t last);

 private:
  struct Stored {  // texts have less than 4 GB
    uint32_t start, end;
  };
  static Stored stored(Range range) {
    return {static_cast<uint32_t>(range.start), static_cast<uint32_t>(range.end)};
  }

  std::string text_;
  std::vector<Stored> ranges_;  // [size]
};

// `prefix` before a text that is not empty, standing for what its first byte stands for.
inline AlignedText with_prefix(const AlignedText& text, std::string_view prefix) {
  AlignedText out;
  out.append(prefix, text.original(0, 1));
  out.append(text, 0, text.size());
  return out;
}

}  // namespace heed
