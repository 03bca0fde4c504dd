#include "engine/base/error.h"

#include "engine/base/shortest.h"

namespace heed {

void MessagePart::append_text(std::string& text, const void* value) {
  text += static_cast<const char*>(value);
}

void MessagePart::append_number(std::string& text, double value) {
  text += six_digits(value);
}

std::string join(std::initializer_list<MessagePart> parts) {
  std::string message;
  for (const MessagePart& part : parts) part.append_to(message);
  return message;
}

}  // namespace heed
