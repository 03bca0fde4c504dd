#include "engine/format/json.h"

#include "tests/engine/catch.h"
#include "tests/engine/message.h"

using namespace heed;
using heed::test::message_of;
using nlohmann::json;

namespace {

template <class T>
std::string complaint(const char* text, const char* key) {
  json object = parse_json_object(text, "c.json");
  return message_of([&] { require<T>(object, key, "c.json"); });
}

}  // namespace

TEST_CASE("values are read as the type that is asked for", "[json]") {
  json object =
      parse_json_object(R"({"n": -3, "x": 2, "b": true, "s": "é", "l": [1, 2], "null": null})", "c.json");
  CHECK(require<int>(object, "n", "c.json") == -3);
  CHECK(require<double>(object, "x", "c.json") == 2.0);
  CHECK(require<bool>(object, "b", "c.json"));
  CHECK(require<std::string>(object, "s", "c.json") == "é");
  CHECK(require<std::vector<int>>(object, "l", "c.json") == std::vector<int>{1, 2});
  CHECK(value_or(object, "n", 7, "c.json") == -3);
  CHECK(value_or(object, "missing", 7, "c.json") == 7);
  CHECK(value_or<std::string>(object, "null", "none", "c.json") == "none");
}

TEST_CASE("a wrong type is said with the value and the expectation", "[json]") {
  CHECK(complaint<int>(R"({"n": "64"})", "n") == R"([c.json] "n" is the string "64", expected an integer.)");
  CHECK(complaint<int>(R"({"n": 1.5})", "n") == R"([c.json] "n" is 1.5, expected an integer.)");
  CHECK(complaint<int>(R"({"n": true})", "n") == R"([c.json] "n" is true, expected an integer.)");
  CHECK(complaint<int>(R"({"n": 4294967296})", "n") == R"([c.json] "n" is 4294967296, expected an integer.)");
  CHECK(complaint<uint64_t>(R"({"n": -1})", "n") ==
        R"([c.json] "n" is -1, expected an integer of zero or more.)");
  CHECK(complaint<std::string>(R"({"n": null})", "n") == R"([c.json] "n" is null, expected a string.)");
  CHECK(complaint<bool>(R"({"n": {}})", "n") == R"([c.json] "n" is an object, expected true or false.)");
  CHECK(complaint<std::vector<int>>(R"({"n": [1, "a"]})", "n") ==
        R"([c.json] "n" is the list [1,"a"], expected a list of which each is an integer.)");
  CHECK(complaint<double>("{}", "n") == R"([c.json] has no "n", expected a number.)");
  CHECK(message_of([] {
          value_or(json{{"n", "x"}}, "n", 1, "c.json");
        }) == R"([c.json] "n" is the string "x", expected an integer.)");
  CHECK(message_of([] { require<int>(json(3), "n", "c.json"); }) ==
        R"([c.json] holds 3, expected an object with "n".)");
}

TEST_CASE("what is not JSON is refused with the place", "[json]") {
  for (const char* text : {"", "{", "nonsense", "{\"a\": 1,}", "{\"a\": \"\xff\"}", "{} {}"})
    CHECK(message_of([&] { parse_json(text, "c.json"); }).rfind("[c.json] is not JSON: ", 0) == 0);
  CHECK(message_of([] { parse_json("{\n \"a\": x}", "c.json"); }).find("line 2") != std::string::npos);
  CHECK(message_of([] { parse_json_object("[]", "c.json"); }) ==
        "[c.json] holds the list [], expected an object.");
  CHECK(message_of([] { parse_json(R"({"a": 1, "b": {"a": 2}, "a": 3})", "c.json"); }) ==
        R"([c.json] has the key "a" twice in one object.)");
  CHECK(message_of([] { parse_json(std::string(100000, '['), "c.json"); }) ==
        "[c.json] is nested deeper than 200 levels.");
  CHECK(message_of([] { dump_json("\xff", "c.json"); }).rfind("[c.json] cannot be written as JSON: ", 0) ==
        0);
}
