#include "engine/base/json_parse.h"

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

// Seconds of the processor, so that a busy machine is not slower.
template <class Action>
double seconds_of(Action action) {
  const std::clock_t begun = std::clock();
  action();
  return static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
}

}  // namespace

TEST_CASE("JSON of many small values is read in the time of its length", "[json]") {
  for (const char* one : {"{},", "[],", "{\"a\":{}},", "\"\","}) {
    INFO(one);
    const std::string text = "[" + repeated(one, 200'000) + "0]";
    CHECK(seconds_of([&] { CHECK(parse_json(text, "f").size() == 200'001); }) < 2);
  }
  std::string keys = "{";
  for (int i = 0; i < 100'000; ++i) keys += "\"" + std::to_string(i) + "\":{},";
  CHECK(seconds_of([&] { CHECK(parse_json(keys + "\"\":0}", "f").size() == 100'001); }) < 2);
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
