#include "engine/text/vocabulary_json.h"

#include "engine/base/json_parse.h"
#include "engine/text/utf8.h"

namespace heed {
namespace {

// Reads from the front of a JSON text. What it does not take leaves it where it was.
class Scanner {
 public:
  Scanner(std::string_view text, size_t at) : text_(text), at_(at) {}

  size_t at() const { return at_; }

  // The character, white space before it skipped.
  bool take(char c) {
    skip_space();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool take_number(int64_t& number) {
    constexpr int kMaxDigits = 9;
    skip_space();
    int digits = 0;
    number = 0;
    for (; is_digit() && digits <= kMaxDigits; ++digits) number = number * 10 + (text_[at_++] - '0');
    const bool has_fraction =
        at_ < text_.size() && (text_[at_] == '.' || text_[at_] == 'e' || text_[at_] == 'E');
    const bool has_leading_zero = digits > 1 && text_[at_ - digits] == '0';
    return digits > 0 && digits <= kMaxDigits && !has_fraction && !has_leading_zero;
  }

  // Not inlined: a browser optimises a hot function whole, and this is the hot part of its caller.
  [[gnu::noinline]] bool take_string(std::string& string) {
    if (!take('"')) return false;
    const size_t start = at_;
    bool has_escape = false;
    while (at_ < text_.size() && text_[at_] != '"') {
      const CodePoint c = decode_utf8(text_, at_);
      const bool is_invalid = c.value < 0x20 || (c.value == kReplacementCharacter && c.length != 3);
      if (is_invalid) return false;
      has_escape = has_escape || c.value == '\\';
      at_ += c.value == '\\' ? 2 : c.length;
    }
    if (at_ >= text_.size()) return false;
    string = text_.substr(start, at_ - start);
    ++at_;
    return !has_escape || unescape(string);
  }

 private:
  bool is_digit() const { return at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; }
  void skip_space() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
      ++at_;
  }
  // Few tokens have an escape in them.
  static bool unescape(std::string& string) {
    const auto value = json_or_discarded('"' + string + '"');
    if (!value.is_string()) return false;
    string = value.get<std::string>();
    return true;
  }

  std::string_view text_;
  size_t at_;
};

// Where the object under the first key "vocab" begins. Inside a JSON string the quotation marks of such a key
// would stand behind backslashes.
std::optional<size_t> find_vocabulary(std::string_view text) {
  constexpr std::string_view kKey = "\"vocab\"";
  for (size_t at = text.find(kKey); at != std::string_view::npos; at = text.find(kKey, at + 1)) {
    Scanner scanner(text, at + kKey.size());
    if (scanner.take(':') && scanner.take('{')) return scanner.at() - 1;
  }
  return std::nullopt;
}

}  // namespace

[[gnu::noinline]] std::optional<CutVocabulary> cut_vocabulary(std::string_view json_text) {
  const auto start = find_vocabulary(json_text);
  if (!start) return std::nullopt;
  CutVocabulary cut;
  Scanner scanner(json_text, *start + 1);
  for (bool is_first = true; !scanner.take('}'); is_first = false) {
    std::string token;
    int64_t id = 0;
    const bool is_pair = (is_first || scanner.take(',')) && scanner.take_string(token) && scanner.take(':') &&
                         scanner.take_number(id);
    if (!is_pair) return std::nullopt;
    cut.ids.emplace_back(std::move(token), id);
  }
  cut.rest = std::string(json_text.substr(0, *start)) + "{}" + std::string(json_text.substr(scanner.at()));
  return cut;
}

nlohmann::json parse_around(std::optional<CutVocabulary>& cut, const std::string& whole,
                            const std::string& file) {
  JsonBounds bounds;
  bounds.depth = 64;
  bounds.last_key_counts = true;
  if (cut) {
    nlohmann::json rest = json_or_discarded(cut->rest, bounds);
    if (!rest.is_discarded()) return rest;
    cut.reset();  // the whole file says better where the mistake is
  }
  return parse_json(whole, file, bounds);
}

}  // namespace heed
