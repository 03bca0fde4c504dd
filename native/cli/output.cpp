#include "native/cli/output.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <nlohmann/json.hpp>

#include "engine/session/json.h"

namespace heed::cli {

namespace {

constexpr const char* kReplacement = "\xEF\xBF\xBD";

// Bytes of the UTF-8 character that begins at `i`; 0 when there is none.
size_t character_length(const std::string& text, size_t i) {
  const auto byte = static_cast<unsigned char>(text[i]);
  const size_t length = byte < 0x80                   ? 1
                        : byte >= 0xF0 && byte < 0xF8 ? 4
                        : byte >= 0xE0                ? 3
                        : byte >= 0xC2                ? 2
                                                      : 0;
  if (byte >= 0xF8 || length == 0 || i + length > text.size()) return 0;
  for (size_t k = 1; k < length; ++k)
    if ((static_cast<unsigned char>(text[i + k]) & 0xC0) != 0x80) return 0;
  return length;
}

bool is_control(const std::string& text, size_t i, size_t length) {
  auto c = static_cast<char32_t>(static_cast<unsigned char>(text[i]));
  if (length > 1) c &= 0x7F >> length;
  for (size_t k = 1; k < length; ++k) c = c << 6 | (static_cast<unsigned char>(text[i + k]) & 0x3F);
  return c < 0x20 || session::is_unseen_control(c);
}

std::string in_style(const char* code, const std::string& text) {
  return colours_on(STDOUT_FILENO) ? std::string("\x1b[") + code + "m" + text + "\x1b[0m" : text;
}

// Part by part: the attention of a long text has tens of megabytes of digits.
void print_parts(const nlohmann::json& value, int depth) {
  if (depth == 0 || !value.is_structured() || value.empty()) {
    std::cout << json_text(value);
    return;
  }
  const bool object = value.is_object();
  char before = object ? '{' : '[';
  for (const auto& [key, part] : value.items()) {
    std::cout << before;
    before = ',';
    if (object) {
      print_parts(key, 0);
      std::cout << ':';
    }
    print_parts(part, depth - 1);
  }
  std::cout << (object ? '}' : ']');
}

}  // namespace

std::string json_text(const nlohmann::json& value) {
  return session::json_line_of(value);
}

void print_json_line(const nlohmann::json& value) {
  print_parts(value, 2);
  std::cout << std::endl;
}

std::string printable(const std::string& text) {
  std::string clean;
  for (size_t i = 0; i < text.size();) {
    const size_t length = character_length(text, i);
    if (length == 0 || is_control(text, i, length))
      clean += kReplacement;
    else
      clean.append(text, i, length);
    i += std::max<size_t>(length, 1);
  }
  return clean;
}

void say(const std::string& message) {
  std::cerr << "heed: " + printable(message) + '\n';
}

void Warnings::say(const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings)
    if (said_.insert(warning).second) cli::say("warning: " + warning);
}

int width_of(const std::string& text) {
  return static_cast<int>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string left(const std::string& text, int width) {
  if (width_of(text) <= width) return text + std::string(static_cast<size_t>(width - width_of(text)), ' ');
  std::string cut;
  int taken = 0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0) != 0x80 && ++taken == width) break;
    cut += c;
  }
  return cut + "…";
}

std::string right(const std::string& text, int width) {
  const int space = width - width_of(text);
  return space <= 0 ? text : std::string(static_cast<size_t>(space), ' ') + text;
}

std::string bar(double fraction, int width) {
  static constexpr const char* kEighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const double clamped = std::isfinite(fraction) ? std::clamp(fraction, 0.0, 1.0) : 0.0;
  const int eighths = static_cast<int>(std::lround(clamped * width * 8));
  std::string drawn;
  for (int i = 0; i < eighths / 8; ++i) drawn += "█";
  return drawn + kEighths[eighths % 8];
}

bool colours_on(int file_descriptor) {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return (no_colour == nullptr || *no_colour == '\0') && isatty(file_descriptor) == 1 &&
         terminal != nullptr && std::strcmp(terminal, "dumb") != 0;
}

std::string bold(const std::string& text) {
  return in_style("1", text);
}
std::string dim(const std::string& text) {
  return in_style("2", text);
}

std::string shell_word(const std::string& word) {
  const std::string safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,:+@";
  if (!word.empty() && word.find_first_not_of(safe) == std::string::npos) return word;
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

}  // namespace heed::cli
