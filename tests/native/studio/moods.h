// A file of the visitor's own for tests of the desk, and how it is opened.
#pragma once

#include <string>

#include "tests/engine/catch.h"
#include "tests/native/studio/driver.h"

namespace heed::test {

// Rows of three moods; every eleventh has another mood than its words say.
inline std::string moods(int rows) {
  std::string csv = "text,label\n";
  const char* words[] = {"a happy sunny day", "a dark gloomy evening", "my dear sweet friend"};
  const char* names[] = {"joy", "sadness", "love"};
  for (int i = 0; i < rows; ++i)
    csv += std::string(words[i % 3]) + " number " + std::to_string(i) + "," + names[(i + (i % 11 == 0)) % 3] +
           "\n";
  return csv;
}

// Until the widget is to be seen.
inline void scroll_to(Driver& driver, const std::string& column, const std::string& label) {
  for (int i = 0; i < 40 && !driver.sees(label); ++i) driver.wheel(column, -2);
  driver.wheel(column, -2);  // all of it
  if (!driver.sees(label)) driver.wheel(column, 2);
}

inline void open_file(Driver& driver, const std::string& file) {
  driver.drop(file);
  REQUIRE(driver.until([&] { return !driver.workspace().data.empty() && !driver.workspace().data.loading; }));
}

}  // namespace heed::test
