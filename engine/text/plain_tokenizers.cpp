#include "engine/text/plain_tokenizers.h"

#include "engine/text/token_builder.h"
#include "engine/text/unicode.h"
#include "engine/text/word_breaks.h"

namespace heed {
std::vector<TextToken> Whitespace::split(std::string_view text) const {
  TokenBuilder tokens;
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = decode_utf8(text, at);
    if (is_white_space(c.value))
      tokens.close();
    else
      tokens.extend(at, c);
    at += c.length;
  }
  return tokens.take();
}

std::vector<TextToken> Words::split(std::string_view text) const {
  TokenBuilder tokens;
  const std::vector<size_t> boundaries = word_boundaries(text);
  for (size_t i = 0; i + 1 < boundaries.size(); ++i) {
    size_t at = boundaries[i], end = boundaries[i + 1];
    trim_white_space(text, at, end);
    tokens.close();
    while (at < end) {
      const CodePoint c = decode_utf8(text, at);
      tokens.extend(at, c);
      at += static_cast<size_t>(c.length);
    }
  }
  return tokens.take();
}

std::vector<TextToken> Characters::split(std::string_view text) const {
  TokenBuilder tokens;
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = decode_utf8(text, at);
    if (!is_white_space(c.value)) tokens.add_alone(at, c);
    at += c.length;
  }
  return tokens.take();
}

std::vector<TextToken> AllCharacters::split(std::string_view text) const {
  TokenBuilder tokens;
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = decode_utf8(text, at);
    tokens.add_alone(at, c);
    at += c.length;
  }
  return tokens.take();
}

}  // namespace heed
