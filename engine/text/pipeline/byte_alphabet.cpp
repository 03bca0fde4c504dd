#include "engine/text/pipeline/byte_alphabet.h"

#include <array>
#include <string>

#include "engine/text/utf8.h"

namespace heed {
namespace {

struct Alphabet {
  std::array<std::string, 256> characters;
  std::array<int, 512> bytes;  // of the characters below U+0200; -1: none

  Alphabet() {
    bytes.fill(-1);
    char32_t next = 0x100;
    for (int byte = 0; byte < 256; ++byte) {
      const bool is_seen = (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte != 0xAD);
      const char32_t c = is_seen ? static_cast<char32_t>(byte) : next++;
      append_utf8(characters[static_cast<size_t>(byte)], c);
      bytes[c] = byte;
    }
  }
};

const Alphabet& alphabet() {
  static const Alphabet instance;
  return instance;
}

}  // namespace

std::string_view character_of_byte(char byte) {
  return alphabet().characters[static_cast<unsigned char>(byte)];
}

std::optional<char> byte_of_character(char32_t c) {
  const int byte = c < alphabet().bytes.size() ? alphabet().bytes[c] : -1;
  return byte < 0 ? std::nullopt : std::optional<char>(static_cast<char>(byte));
}

}  // namespace heed
