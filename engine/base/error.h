// The one exception type of Heed. A message starts with the op or file in brackets, shows the actual
// values, says what was expected and, where it helps, what to do:
//
//   [linear] x is [4, 3], weight is [2, 5]: the last sizes must be equal.
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>

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

// Joins the parts with operator<< and throws.
template <class Kind = Error, class... Parts>
[[noreturn]] void fail(const Parts&... parts) {
  std::ostringstream message;
  (message << ... << parts);
  throw Kind(message.str());
}

// The parts are only formatted when the condition does not hold.
template <class... Parts>
void check(bool condition, const Parts&... parts) {
  if (!condition) [[unlikely]]
    fail(parts...);
}

}  // namespace heed
