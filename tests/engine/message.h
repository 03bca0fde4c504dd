// The message of the Error that a call throws; "" when it throws none.
#pragma once

#include <string>

#include "engine/base/error.h"

namespace heed::test {

template <class Call>
std::string message_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace heed::test
