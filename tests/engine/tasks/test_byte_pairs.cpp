#include "engine/tasks/byte_pairs.h"

#include <nlohmann/json.hpp>

#include "engine/data/piece_encoder.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"

using namespace heed;

namespace {

std::unique_ptr<TextToIds> encoder_of(const std::map<std::string, std::string>& files) {
  return read_piece_encoder("pairs", "test", [&](const std::string& name) {
    const auto found = files.find(name);
    return found == files.end() ? std::nullopt : std::optional(found->second);
  });
}

}  // namespace

TEST_CASE("pairs that stand together most often become one, the blank with the word behind it",
          "[byte-pairs]") {
  const test::TempFolder folder;
  const std::string file = folder.write("a.txt", "low low low lower lowest\nnew new newer\n");
  const WordCounts words = count_byte_words({file});
  CHECK(words.at("Ġlow") == 2);  // the first of a line has no blank before it
  CHECK(words.at("low") == 1);
  CHECK(words.at("Ġnewer") == 1);
  const auto files = learned_byte_pairs(words, 261);
  const nlohmann::json json = nlohmann::json::parse(files.at("tokenizer.json"));
  CHECK(json["model"]["vocab"].size() == 261);
  CHECK(json["model"]["vocab"][kEndOfText] == 0);
  using Merge = std::vector<std::string>;
  REQUIRE(json["model"]["merges"].size() == 4);
  CHECK(json["model"]["merges"][0].get<Merge>() == Merge{"l", "o"});  // as often as "o", "w": lower ids
  CHECK(json["model"]["merges"][1].get<Merge>() == Merge{"lo", "w"});
  CHECK(json["model"]["merges"][2].get<Merge>() == Merge{"Ġ", "low"});
  const auto text = encoder_of(files);
  CHECK(text->encode("low low").ids.size() == 2);
  CHECK(end_piece(*text) == 0);
}

TEST_CASE("any text is written in them, and read back to the letter", "[byte-pairs]") {
  const test::TempFolder folder;
  const auto text = encoder_of(
      learned_byte_pairs(count_byte_words({folder.write("a.txt", "some text, some more text\n")}), 270));
  const auto& pieces = dynamic_cast<const PieceEncoder&>(*text);
  for (const std::string given : {"some text\nand  more\t\n", "Grüße, 東京 🎉", " leading", "\x01\x7f"}) {
    CAPTURE(given);
    const std::vector<int32_t> ids = text->encode(given).ids;
    CHECK(pieces.text_of({ids.begin(), ids.end()}) == given);
  }
}

TEST_CASE("a vocabulary smaller than the bytes is refused", "[byte-pairs]") {
  CHECK(test::contains(test::message_of([] { learned_byte_pairs({{"a", 2}}, 200); }), "257 pieces already"));
}
