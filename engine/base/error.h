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

// A piece of a message: where the value is, and how it is written. It lasts no longer than the call that it
// is made for. Streams would do the same, but cost the page 100 kB; pieces that are written where a message
// is made, 8.
class MessagePart {
 public:
  MessagePart(const char* text) : value_(text), append_(append_text) {}
  template <class T>
  requires(!std::is_convertible_v<const T&, const char*>) MessagePart(const T& value)
      : value_(&value), append_(append_value<T>) {}

  void append_to(std::string& text) const { append_(text, value_); }

 private:
  static void append_text(std::string& text, const void* value);
  static void append_number(std::string& text, double value);  // six digits, as a stream would

  template <class T>
  static void append_value(std::string& text, const void* at) {
    const T& value = *static_cast<const T*>(at);
    if constexpr (requires { typename T::error_handler_t; })  // JSON
      text += value.dump(-1, ' ', false, T::error_handler_t::replace);
    else if constexpr (std::is_same_v<T, char>)
      text += value;
    else if constexpr (std::is_convertible_v<const T&, std::string_view>)
      text += std::string_view(value);
    else if constexpr (std::is_integral_v<T>)
      text += std::to_string(value);
    else if constexpr (std::is_floating_point_v<T>)
      append_number(text, static_cast<double>(value));
    else
      text += std::string_view(value.str());
  }

  const void* value_;
  void (*append_)(std::string& text, const void* value);
};

std::string join(std::initializer_list<MessagePart> parts);

template <class Kind>
[[noreturn, gnu::noinline, gnu::cold]] void fail_with(std::initializer_list<MessagePart> parts) {
  throw Kind(join(parts));
}

// Joins the parts and throws.
template <class Kind = Error, class... Parts>
[[noreturn, gnu::noinline, gnu::cold]] void fail(const Parts&... parts) {
  fail_with<Kind>({MessagePart(parts)...});
}

// The parts are only formatted when the condition does not hold.
template <class... Parts>
void check(bool condition, const Parts&... parts) {
  if (!condition) [[unlikely]]
    fail(parts...);
}

}  // namespace heed
