#include "engine/base/error.h"

#include <cstdio>

namespace heed {

MessagePart::MessagePart(double value) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%g", value);
  text_ = digits;
}

std::string join(std::initializer_list<MessagePart> parts) {
  std::string message;
  for (const MessagePart& part : parts) message += part.text();
  return message;
}

}  // namespace heed
