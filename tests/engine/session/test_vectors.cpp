// Word vectors: GloVe's text format in pieces of any size, odd lines, model folders, seeds.
#include "engine/session/reading/vectors.h"

#include "engine/base/random.h"
#include "engine/data/gunzip.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using namespace heed::session;

namespace {

WordVectors read(const std::string& text, const std::vector<std::string>& words = {}, size_t piece = 1000) {
  GloveReader reader("v.txt", words);
  for (size_t at = 0; at < text.size(); at += piece) reader.feed(std::string_view(text).substr(at, piece));
  return reader.finish();
}

std::vector<float> vector_of(const WordVectors& vectors, const std::string& word) {
  std::vector<float> x(static_cast<size_t>(vectors.D()), 9.0f);
  const bool found = vectors.find(word, x.data());
  if (!found) CHECK(x == std::vector<float>(x.size(), 0.0f));
  return found ? x : std::vector<float>{};
}

}  // namespace

TEST_CASE("GloVe's lines, fed in pieces of any size", "[vectors]") {
  const std::string text = "the 0.418 -1e-2 2\r\ndog .5 +3 4.\nDog 7 8 9\nthe 1 1 1\n, 0 0 0.1";
  for (size_t piece : {1u, 2u, 3u, 7u, 100u}) {
    const WordVectors vectors = read(text, {}, piece);
    CHECK((vectors.D() == 3 && vectors.size() == 4 && vectors.warnings().empty()));
    CHECK(vector_of(vectors, "the") == std::vector<float>{0.418f, -0.01f, 2});
    CHECK(vector_of(vectors, "THE") == vector_of(vectors, "the"));
    CHECK(vector_of(vectors, "Dog") == std::vector<float>{7, 8, 9});
    CHECK(vector_of(vectors, "DOG") == std::vector<float>{0.5f, 3, 4});
    CHECK(vector_of(vectors, "cat").empty());
  }
}

TEST_CASE("Only rows asked for are kept, as written and in lower case", "[vectors]") {
  const WordVectors vectors = read("a 1\nb 2\nB 3\nc 4\n", {"B"});
  CHECK(vectors.size() == 2);
  CHECK(vector_of(vectors, "B") == std::vector<float>{3});
  CHECK(vector_of(vectors, "a").empty());
}

TEST_CASE("Lines that hold something else are left out and named", "[vectors]") {
  const WordVectors vectors = read("a 1 2\nb 1\nc 1 2 3\nd 1 x\n\ne nan 2\nf 1 2e999\nat name 5 6\ng 1 2\n");
  CHECK(vectors.size() == 3);  // a word may have a space in it
  CHECK(vector_of(vectors, "at name") == std::vector<float>{5, 6});
  REQUIRE(vectors.warnings().size() == 5);
  for (const char* line : {"line 2", "line 3", "line 4", "line 6", "line 7"}) {
    bool named = false;
    for (const std::string& warning : vectors.warnings()) named = named || test::contains(warning, line);
    CHECK(named);
  }
  std::string many = "a 1 2\n";
  for (int i = 0; i < 50; ++i) many += "b 1\n";
  CHECK(test::contains(read(many).warnings().back(), "50 lines are left out"));
  CHECK(test::contains(test::message_of([] { read("no vector here\n"); }),
                       "no line with a word and its vector"));
  CHECK(test::contains(test::message_of([] { read(""); }), "v.txt"));
  CHECK(read("2 3\na 1 2 3\n").size() == 1);  // word2vec's first line
}

TEST_CASE("Bytes of any kind never do more than end in an Error", "[vectors]") {
  const std::string alphabet = "ab 01.-+e\n\t\r\xff";
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    std::string text;
    for (size_t n = random.below(60); n > 0; --n) text += alphabet[random.below(alphabet.size())];
    test::message_of([&] {
      const WordVectors whole = read(text), parts = read(text, {}, 1 + random.below(5));
      CHECK((whole.size() == parts.size() && whole.D() == parts.D() && whole.D() >= 1));
    });
  }
}

TEST_CASE("Files: streamed, gone, or folders that are no vectors", "[vectors]") {
  const test::TempFolder folder;
  std::string text;
  for (int i = 0; i < 60000; ++i) text += "w" + std::to_string(i) + " 1.5 " + std::to_string(i) + "\n";
  const std::string file = folder.write("v.txt", text);
  int64_t last = 0;
  const WordVectors vectors = WordVectors::open(file, {"w59999"}, [&](int64_t done, int64_t total) {
    CHECK((done > last || done == total));
    last = done;
    CHECK(total == static_cast<int64_t>(text.size()));
  });
  CHECK(last == static_cast<int64_t>(text.size()));
  CHECK(vector_of(vectors, "w59999") == std::vector<float>{1.5f, 59999});
  CHECK(
      test::contains(test::message_of([&] { WordVectors::open(folder.path("gone.txt"), {}); }), "gone.txt"));
  CHECK(test::contains(test::message_of([&] { WordVectors::open(folder.path(""), {}); }), "config.json"));
}

TEST_CASE("Vectors of a seed are a function of seed and word", "[vectors]") {
  const WordVectors a = WordVectors::random(5, 1), b = WordVectors::random(5, 2);
  CHECK(vector_of(a, "x") == vector_of(WordVectors::random(5, 1), "x"));
  CHECK(vector_of(a, "x") != vector_of(a, "y"));
  CHECK(vector_of(a, "x") != vector_of(b, "x"));
}
