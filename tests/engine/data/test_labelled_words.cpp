// Sentences with a label for each word, in both forms, and files that are broken.
#include "engine/data/labelled_words.h"

#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using namespace heed::test;

namespace {

class Written {
 public:
  std::vector<LabelledWords> read(const std::string& name, const std::string& bytes,
                                  const std::string& format = "") {
    return read_labelled_words(folder_.write(name, bytes), format);
  }
  // Without the folder.
  std::string message(const std::string& name, const std::string& bytes, const std::string& format = "") {
    const std::string place = folder_.path() + "/";
    std::string said = message_of([&] { read(name, bytes, format); });
    if (const size_t at = said.find(place); at != std::string::npos) said.erase(at, place.size());
    return said;
  }

 private:
  TempFolder folder_;
};

}  // namespace

TEST_CASE("words and labels stand in columns, the label in the last", "[data][labels]") {
  const auto sentences =
      Written().read("a.conll", "\xef\xbb\xbfOld JJ B-PERSON\r\nman NN I-PERSON\r\n\r\n\nThe\tO\nsea  O\n\n");
  REQUIRE(sentences.size() == 2);
  CHECK(sentences[0].words == std::vector<std::string>{"Old", "man"});
  CHECK(sentences[0].labels == std::vector<std::string>{"B-PERSON", "I-PERSON"});
  CHECK(sentences[1].words == std::vector<std::string>{"The", "sea"});
  CHECK(sentences[1].labels == std::vector<std::string>{"O", "O"});
}

TEST_CASE("or in lines of JSON, which hold the same", "[data][labels]") {
  const std::string lines =
      "{\"tokens\": [\"Old\", \"man\"], \"labels\": [\"B-PERSON\", \"I-PERSON\"], \"id\": 7}\n\n"
      "{\"tokens\": [], \"labels\": []}\r\n{\"labels\": [\"O\"], \"tokens\": [\"{\\\"sea\\\"}\"]}";
  Written written;
  for (const auto& sentences : {written.read("a.jsonl", lines), written.read("a.txt", lines, "jsonl")}) {
    REQUIRE(sentences.size() == 2);
    CHECK(sentences[0].words == std::vector<std::string>{"Old", "man"});
    CHECK(sentences[0].labels == std::vector<std::string>{"B-PERSON", "I-PERSON"});
    CHECK(sentences[1].words == std::vector<std::string>{"{\"sea\"}"});
  }
  CHECK(written.read("b.jsonl", "sea O\n", "columns").size() == 1);
}

TEST_CASE("a line of columns that is none is named", "[data][labels]") {
  Written written;
  CHECK(written.message("a.txt", "the O\n\nsea\n") ==
        "[a.txt:3] \"sea\" has no label: expected a word and a label.");
  CHECK(written.message("a.txt", "{\"tokens\": [\"a\"], \"labels\": [\"O\"]}\n") ==
        "[a.txt:1] looks like JSON Lines: name the file .jsonl, or say --format jsonl.");
  CHECK(written.message("a.txt", "\n \n") == "[a.txt] is empty.");
}

TEST_CASE("a line of JSON that is none is named, with what is expected", "[data][labels]") {
  Written written;
  const auto second = [&](const std::string& line) {
    return written.message("a.jsonl", "{\"tokens\": [\"a\"], \"labels\": [\"O\"]}\n" + line + "\n");
  };
  CHECK(second("{\"tokens\": [") ==
        "[a.jsonl:2] is no JSON object: expected {\"tokens\": [\"the\", \"sea\"], \"labels\": [\"O\", "
        "\"O\"]}.");
  CHECK(contains(second("[1]"), "[a.jsonl:2] is no JSON object"));
  CHECK(contains(second("{\"tokens\": [\"a\"]}"), "[a.jsonl:2] has no \"labels\", expected a list"));
  CHECK(contains(second("{\"tokens\": [1], \"labels\": [\"O\"]}"), "[a.jsonl:2] \"tokens\" is"));
  CHECK(second("{\"tokens\": [\"a\", \"b\"], \"labels\": [\"O\"]}") ==
        "[a.jsonl:2] has 2 tokens and 1 labels: expected a label for each token.");
  CHECK(contains(second("{\"tokens\": [\"\"], \"labels\": [\"O\"]}"), "[a.jsonl:2] has an empty token"));
  CHECK(contains(second("{\"tokens\": [\"a\"], \"labels\": [\"\"]}"), "[a.jsonl:2] has an empty label"));
  CHECK(written.message("b.jsonl", "{\"tokens\": [], \"labels\": []}\n") == "[b.jsonl] holds no sentence.");
  CHECK(written.message("b.jsonl", "x O\n", "csv") ==
        "[token-labels] there is no format \"csv\": expected columns or jsonl.");
}
