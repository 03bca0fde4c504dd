// The commands as messages: what the page's worker sends, without a page.
#include "engine/session/door/door.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"

using namespace heed;
using namespace heed::test;
using nlohmann::json;

TEST_CASE("what cannot be asked is a message", "[session][door]") {
  session::Door door;
  CHECK(message_of([&] { door.call(R"({"command": "sing"})"); }) ==
        "[engine] there is no command \"sing\" here.");
  CHECK(message_of([&] { door.call(R"({"command": "analyse", "model": 3, "text": "x"})"); }) ==
        "[engine] no model is open under the number 3.");
  CHECK_THROWS(door.call("no object"));
}

TEST_CASE("tensors come beside the JSON, in the shapes that it says", "[session][door]") {
  session::Door door;
  door.call(R"({"command": "random-vectors", "width": 4, "seed": 1})");
  const session::Reply reply =
      door.call(R"({"command": "attend", "query": "a b c", "key": "a b", "jobs": [{"mechanism": "dot"}]})");
  const json& weights = reply.value()[0]["weights"];
  CHECK(weights["shape"] == json({1, 3, 2}));
  const auto values = reply.tensors().at(weights["tensor"]);
  REQUIRE(values.size() == 6);
  CHECK(values[0] + values[1] == Approx(1));
}

TEST_CASE("a file of vectors comes in through the room that the door has for it", "[session][door]") {
  session::Door door;
  CHECK(door.inflow == nullptr);
  door.call(R"({"command": "begin-vectors", "name": "made.txt", "texts": ["she"]})");
  REQUIRE(door.inflow != nullptr);
  const std::string text = "she 1 0\nhe 0 1\n";
  std::copy(text.begin(), text.end(), door.inflow->room());
  door.inflow->wrote(text.size());
  CHECK(door.call(R"({"command": "end-vectors"})").value() ==
        json({{"width", 2}, {"words", 1}, {"warnings", json::array()}}));
  CHECK(door.inflow == nullptr);
}
