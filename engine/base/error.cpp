#include "engine/base/error.h"

#include <cstdio>

namespace heed {

void MessagePart::append_text(std::string& text, const void* value) {
  text += static_cast<const char*>(value);
}

void MessagePart::append_number(std::string& text, double value) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%g", value);
  text += digits;
}

std::string join(std::initializer_list<MessagePart> parts) {
  std::string message;
  for (const MessagePart& part : parts) part.append_to(message);
  return message;
}

}  // namespace heed
