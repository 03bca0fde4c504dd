#include "engine/text/word_breaks.h"

#include "engine/text/unicode.h"
#include "engine/text/utf8.h"

namespace heed {
namespace {

using unicode::WordBreak;

struct Character {
  size_t start;
  WordBreak kind;
  bool pictographic;
};

bool ends_line(WordBreak k) {
  return k == WordBreak::kCR || k == WordBreak::kLF || k == WordBreak::kNewline;
}
// What WB4 looks through.
bool is_ignored(WordBreak k) {
  return k == WordBreak::kExtend || k == WordBreak::kFormat || k == WordBreak::kZWJ;
}
bool is_break_letter(WordBreak k) {  // AHLetter
  return k == WordBreak::kALetter || k == WordBreak::kHebrewLetter;
}
bool joins_letters(WordBreak k) {  // MidLetter, MidNumLetQ
  return k == WordBreak::kMidLetter || k == WordBreak::kMidNumLet || k == WordBreak::kSingleQuote;
}
bool joins_digits(WordBreak k) {  // MidNum, MidNumLetQ
  return k == WordBreak::kMidNum || k == WordBreak::kMidNumLet || k == WordBreak::kSingleQuote;
}

// Decides, character by character, whether a segment begins there. The names of the rules are the standard's.
class Segmenter {
 public:
  explicit Segmenter(std::string_view text) {
    for (size_t at = 0; at < text.size();) {
      const CodePoint c = decode_utf8(text, at);
      characters_.push_back({at, word_break(c.value), is_pictographic(c.value)});
      at += static_cast<size_t>(c.length);
    }
  }

  std::vector<size_t> starts() {
    std::vector<size_t> starts;
    for (size_t i = 0; i < characters_.size(); ++i) {
      if (i == 0 || !joins(i)) starts.push_back(characters_[i].start);
      step_over(i);
    }
    return starts;
  }

 private:
  // Whether character i, not the first, belongs to the segment before it.
  bool joins(size_t i) const {
    const WordBreak here = characters_[i].kind, touching = characters_[i - 1].kind;
    if (touching == WordBreak::kCR && here == WordBreak::kLF) return true;                // WB3
    if (ends_line(touching) || ends_line(here)) return false;                             // WB3a, b
    if (touching == WordBreak::kZWJ && characters_[i].pictographic) return true;          // WB3c
    if (touching == WordBreak::kWSegSpace && here == WordBreak::kWSegSpace) return true;  // WB3d
    if (is_ignored(here)) return true;                                                    // WB4
    return joins_letter(i, here) || joins_digit(i, here) || joins_others(here);
  }

  bool joins_letter(size_t i, WordBreak here) const {
    if (is_break_letter(last_) && is_break_letter(here)) return true;                                 // WB5
    if (is_break_letter(last_) && joins_letters(here) && is_break_letter(next(i))) return true;       // WB6
    if (is_break_letter(before_last_) && joins_letters(last_) && is_break_letter(here)) return true;  // WB7
    if (last_ == WordBreak::kHebrewLetter && here == WordBreak::kSingleQuote) return true;            // WB7a
    if (last_ == WordBreak::kHebrewLetter && here == WordBreak::kDoubleQuote)                         // WB7b
      return next(i) == WordBreak::kHebrewLetter;
    return before_last_ == WordBreak::kHebrewLetter && last_ == WordBreak::kDoubleQuote &&  // WB7c
           here == WordBreak::kHebrewLetter;
  }

  bool joins_digit(size_t i, WordBreak here) const {
    constexpr WordBreak kDigit = WordBreak::kNumeric;
    if (here == kDigit && (last_ == kDigit || is_break_letter(last_))) return true;    // WB8, WB9
    if (last_ == kDigit && is_break_letter(here)) return true;                         // WB10
    if (before_last_ == kDigit && joins_digits(last_) && here == kDigit) return true;  // WB11
    return last_ == kDigit && joins_digits(here) && next(i) == kDigit;                 // WB12
  }

  bool joins_others(WordBreak here) const {
    constexpr WordBreak kConnector = WordBreak::kExtendNumLet;
    const auto is_connected = [](WordBreak k) {
      return is_break_letter(k) || k == WordBreak::kNumeric || k == WordBreak::kKatakana;
    };
    if (last_ == WordBreak::kKatakana && here == WordBreak::kKatakana) return true;       // WB13
    if (here == kConnector && (is_connected(last_) || last_ == kConnector)) return true;  // WB13a
    if (last_ == kConnector && is_connected(here)) return true;                           // WB13b
    return here == WordBreak::kRegionalIndicator && flags_ % 2 == 1;                      // WB15, WB16
  }

  // The kind of the next character that WB4 does not look through; kOther at the end.
  WordBreak next(size_t i) const {
    for (++i; i < characters_.size(); ++i)
      if (!is_ignored(characters_[i].kind)) return characters_[i].kind;
    return WordBreak::kOther;
  }

  void step_over(size_t i) {
    const WordBreak here = characters_[i].kind;
    const bool begins = i == 0 || ends_line(characters_[i - 1].kind);
    if (is_ignored(here) && !begins) return;
    before_last_ = last_;
    last_ = here;
    flags_ = here == WordBreak::kRegionalIndicator ? flags_ + 1 : 0;
  }

  std::vector<Character> characters_;
  WordBreak last_ = WordBreak::kOther,
            before_last_ = WordBreak::kOther;  // not counting what WB4 looks through
  size_t flags_ = 0;                           // regional indicators, one after the other, that end at last_
};

}  // namespace

std::vector<size_t> word_boundaries(std::string_view text) {
  std::vector<size_t> boundaries = Segmenter(text).starts();
  boundaries.push_back(text.size());
  return boundaries;
}

}  // namespace heed
