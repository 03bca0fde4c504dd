#include "engine/session/json.h"

#include <cstdio>

#include "engine/text/utf8.h"

namespace heed::session {
namespace {

// Unseen controls stand within strings alone, and JSON has escaped those below U+0020.
std::string with_controls_escaped(std::string text) {
  constexpr const char* kFirstBytes = "\x7F\xC2\xD8\xE2\xEF";
  std::string out;
  size_t done = 0;
  for (size_t at = text.find_first_of(kFirstBytes); at != std::string::npos;
       at = text.find_first_of(kFirstBytes, at)) {
    const CodePoint c = decode_utf8(text, at);
    if (is_unseen_control(c.value)) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c.value));
      out.append(text, done, at - done).append(escape);
      done = at + static_cast<size_t>(c.length);
    }
    at += static_cast<size_t>(c.length);
  }
  if (done == 0) return text;  // moved: a line may have tens of megabytes
  return out.append(text, done, text.size() - done);
}

template <class Json>
std::string line_of(const Json& value) {
  return with_controls_escaped(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

bool is_unseen_control(char32_t c) {
  return (c >= 0x7F && c <= 0x9F) || c == 0x61C || c == 0x200E || c == 0x200F ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x206F) || (c >= 0xFFF9 && c <= 0xFFFB);
}

std::string json_line_of(const nlohmann::json& value) {
  return line_of(value);
}
std::string json_line_of(const nlohmann::ordered_json& value) {
  return line_of(value);
}

}  // namespace heed::session
