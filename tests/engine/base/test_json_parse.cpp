#include "engine/base/json_parse.h"

#include <algorithm>
#include <ctime>

#include "tests/engine/catch.h"
#include "tests/engine/message.h"

using namespace heed;
using heed::test::contains;
using heed::test::message_of;

namespace {

std::string repeated(const std::string& text, size_t count) {
  std::string all;
  for (size_t i = 0; i < count; ++i) all += text;
  return all;
}

double seconds_to_read(const std::string& text, size_t values) {  // of the processor
  const std::clock_t begun = std::clock();
  CHECK(parse_json(text, "f").size() == values);
  return static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
}

// How many times as long ten times as many values take: 10, or 100 where each looks at all before it. No
// machine is too slow for that.
template <class Text>
double growth(const Text& text_of) {
  constexpr size_t kFew = 20'000;
  const std::string few = text_of(kFew), many = text_of(10 * kFew);
  double least = 1e9;
  for (int i = 0; i < 3; ++i) least = std::min(least, seconds_to_read(few, kFew + 1));
  return seconds_to_read(many, 10 * kFew + 1) / std::max(least, 1e-4);
}

std::string object_of(size_t count) {
  std::string keys = "{";
  for (size_t i = 0; i < count; ++i) keys += "\"" + std::to_string(i) + "\":{},";
  return keys + "\"\":0}";
}

}  // namespace

TEST_CASE("JSON of many small values is read in the time of its length", "[json]") {
  for (const char* one : {"{},", "[],", "{\"a\":{}},", "\"\","}) {
    INFO(one);
    CHECK(growth([&](size_t count) { return "[" + repeated(one, count) + "0]"; }) < 40);
  }
  CHECK(growth(object_of) < 40);
}

TEST_CASE("JSON has bounds of depth, values and bytes", "[json]") {
  for (const char* open : {"[", "{\"a\":"}) {
    CHECK(message_of([&] { parse_json(repeated(open, 200'000), "f"); }) ==
          "[f] is nested deeper than 200 levels.");
    CHECK(json_or_discarded(repeated(open, 200'000)).is_discarded());
    CHECK(ordered_row_or_discarded(repeated(open, 200'000)).is_discarded());
  }
  CHECK(parse_json(repeated("[", 200) + repeated("]", 200), "f").size() == 1);
  JsonBounds bounds;
  bounds.values = 3;
  CHECK(parse_json("[1,2]", "f", bounds).size() == 2);
  CHECK(message_of([&] { parse_json("[1,2,3]", "f", bounds); }) ==
        "[f] holds more than 3 values: expected fewer.");
  bounds.bytes = 4;
  CHECK(message_of([&] { parse_json("[1,2]", "f", bounds); }) ==
        "[f] has 5 bytes of JSON: expected at most 4.");
  CHECK(ordered_row_or_discarded("[" + repeated("1,", 20'000) + "1]").is_discarded());
}

TEST_CASE("values are what the library reads", "[json]") {
  for (const char* text : {"null", "true", "-3", "4", "0.1", "1e300", "\"\\u00e9\\ud83d\\ude00\"", "[]", "{}",
                           R"({"b":[1,{"a":null}],"a":{"c":[[],{}]}})"}) {
    CHECK(parse_json(text, "f") == nlohmann::json::parse(text));
    CHECK(ordered_row_or_discarded(text) == nlohmann::ordered_json::parse(text));
  }
  for (const char* text :
       {"", "[1,]", "{\"a\":1,}", "1e999", "nul", "[1] 2", "\"\xff\"", "[\"\n\"]", "{1:2}"}) {
    INFO(text);
    CHECK(contains(message_of([&] { parse_json(text, "f"); }), "[f] is not JSON: "));
    CHECK(json_or_discarded(text).is_discarded());
  }
  CHECK(message_of([] { parse_json("{\"a\":1,\"a\":2}", "f"); }) ==
        "[f] has the key \"a\" twice in one object.");
  CHECK(json_or_discarded("{\"a\":1,\"a\":2}") == nlohmann::json{{"a", 2}});
}
