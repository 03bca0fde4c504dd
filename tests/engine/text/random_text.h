// Seeded strings made of what breaks tokenizers: quotes, tags, spaces of every kind, case that depends on its
// neighbours, marks, emoji, right-to-left text and, where asked for, bytes that are not UTF-8.
#pragma once

#include <cstdint>
#include <iterator>
#include <string>

namespace heed::test {

class RandomText {
 public:
  explicit RandomText(uint64_t seed) : state_(seed * 2 + 1) {}

  uint32_t below(uint32_t n) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;  // Knuth's MMIX generator
    return static_cast<uint32_t>((state_ >> 33) % n);
  }

  std::string pieces(uint32_t most, bool with_invalid_bytes = false) {
    static const char* const kPieces[] = {"a",      "B",      "word",     "Don",    "7",
                                          "3.5",    "'",      "’",        "\"",     ".",
                                          ",",      "(",      ")",        "!",      "?",
                                          ";",      ":",      "-",        "_",      "<",
                                          "<br />", "<BR />", "<b\"r />", "<br/>",  " ",
                                          "  ",     "\t",     "\n",       "\r\n",   "\x1c",
                                          "\x1f",   "\x01",   "\u0085",   "\u00a0", "\u2003",
                                          "\u3000", "\ufeff", "\u200b",   "Σ",      "σ",
                                          "ΟΔΟΣ",   "İ",      "\u0307",   "\u0301", "É",
                                          "ß",      "ʰ",      "\u00ad",   "😀",      "👨‍👩‍👧",
                                          "❤️", "שלום",   "مرحبا",    "你好",   "हिन्दी",
                                          "²",      "Ⅷ",      "&amp;",    "<pad>",  "<unk>",
                                          "<PAD>",  "K",      "Å",        "𐐀",      "�"};
    static const char* const kInvalid[] = {"\xff",         "\xc0\x80",         "\xe2\x82",
                                           "\xed\xa0\x80", "\xf4\x90\x80\x80", "\x80"};
    std::string text;
    for (uint32_t n = below(most + 1); n > 0; --n)
      text += with_invalid_bytes && below(8) == 0 ? kInvalid[below(std::size(kInvalid))]
                                                  : kPieces[below(std::size(kPieces))];
    return text;
  }

 private:
  uint64_t state_;
};

}  // namespace heed::test
