// The one exception type of Heed. A message starts with the op or file in brackets, shows the actual
// values, says what was expected and, where it helps, what to do:
//
//   [linear] x is [4, 3], weight is [2, 5]: the last sizes must be equal.
#pragma once

#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace heed {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A name that is not one of those there are (recipe, mechanism, format, tokenizer, data set): the command
// line ends with status 2 instead of 1.
class UsageError : public Error {
 public:
  using Error::Error;
};

// A piece of a message. Streams would do the same, but cost the page 100 kB.
class MessagePart {
 public:
  MessagePart(std::string_view text) : text_(text) {}
  MessagePart(const std::string& text) : text_(text) {}
  MessagePart(const char* text) : text_(text) {}
  MessagePart(char c) : text_(1, c) {}
  MessagePart(double value);  // six digits, as a stream would
  template <class T>
    requires(std::is_integral_v<T>)
  MessagePart(T value) : text_(std::to_string(value)) {}
  template <class T>
    requires requires(const T& value) { std::string(value.str()); }
  MessagePart(const T& value) : text_(value.str()) {}

  template <class Json>
    requires requires { typename Json::error_handler_t; }
  MessagePart(const Json& value) : text_(value.dump(-1, ' ', false, Json::error_handler_t::replace)) {}

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::string join(std::initializer_list<MessagePart> parts);

// Joins the parts and throws.
template <class Kind = Error, class... Parts>
[[noreturn, gnu::noinline, gnu::cold]] void fail(const Parts&... parts) {
  throw Kind(join({MessagePart(parts)...}));
}

// The parts are only formatted when the condition does not hold.
template <class... Parts>
void check(bool condition, const Parts&... parts) {
  if (!condition) [[unlikely]]
    fail(parts...);
}

}  // namespace heed
