#include "engine/tasks/packing.h"

#include <filesystem>

#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/tasks/word_texts.h"
#include "tests/engine/temp_folder.h"

using namespace heed;

TEST_CASE("documents stand one after the other, and rows are cut from them", "[packed]") {
  const test::TempFolder folder;
  const auto text = test::small_pieces();
  const std::string file = folder.write("a.txt", "w0 w1\nw2\n\n\nw3\n");
  const PackedCorpus packed = pack_corpus({file}, *text, {}, nullptr);
  CHECK(packed.documents == 2);
  CHECK(packed.train == 8);
  CHECK(packed.tokens->read(0, 8) == std::vector<int32_t>{2, 5, 6, 7, 3, 2, 8, 3});
  using Texts = std::vector<std::vector<int32_t>>;
  CHECK(packed.row(0, 8) == Texts{{2, 5, 6, 7, 3}, {2, 8, 3}});
  CHECK(packed.row(2, 2) == Texts{{2, 6, 7, 3}});
  CHECK(packed.row(3, 4) == Texts{{2, 7, 3}, {2, 8, 3}});
  CHECK(packed.row(4, 2).empty());  // nothing but ends
}

TEST_CASE("no token is lost or read twice, whatever the rows, the threads and the part held out",
          "[packed]") {
  const test::TempFolder folder;
  const auto text = test::small_pieces();
  const std::string a = folder.write("a.txt", test::counting_text(300, 1)),
                    b = folder.write("b.txt", test::counting_text(200, 2));
  auto ordinary = [](const PackedCorpus& packed, int64_t first, int64_t count, int64_t step) {
    std::vector<int32_t> all;
    for (int64_t at = first; at < first + count; at += step)
      for (const auto& row : packed.row(at, std::min(step, first + count - at)))
        for (int32_t id : row)
          if (id > 3) all.push_back(id);
    return all;
  };
  const PackedCorpus whole = pack_corpus({a, b}, *text, {}, nullptr);
  const std::vector<int32_t> all = ordinary(whole, 0, whole.train, whole.train);
  for (int64_t step : {1, 2, 7, 64}) CHECK(ordinary(whole, 0, whole.train, step) == all);
  ThreadPool threads(3);
  Packing how{0.2, 5, folder.path("tokens"), &threads, nullptr};
  const PackedCorpus split = pack_corpus({a, b}, *text, how, nullptr);
  REQUIRE(split.held_out.size() == 2);
  CHECK(split.held_out[1].name == "b.txt");
  int64_t held_out = 0;
  for (const auto& part : split.held_out) held_out += part.count;
  CHECK(split.train + held_out == whole.train);
  CHECK(double(held_out) / double(whole.train) == Approx(0.2).margin(0.06));
}

TEST_CASE("tokens on the disk are used again while nothing has changed", "[packed]") {
  const test::TempFolder folder;
  const auto text = test::small_pieces();
  const std::string file = folder.write("a.txt", test::counting_text(50, 3));
  int64_t read = 0;
  Packing how{0.1, 1, folder.path("deep/run.tokens"), nullptr,
              [&](const std::string&, int64_t, int64_t, const char*) { ++read; }};
  const nlohmann::json from = {{"files", marks_of({file})}};
  const PackedCorpus first = pack_corpus({file}, *text, how, from);
  const int64_t before = read;
  CHECK(before > 0);
  const PackedCorpus again = pack_corpus({file}, *text, how, from);
  CHECK(read == before);
  CHECK(again.train == first.train);
  CHECK(again.fingerprint == first.fingerprint);
  CHECK(again.tokens->read(0, again.tokens->size()) == first.tokens->read(0, first.tokens->size()));
  pack_corpus({file}, *text, how, {{"files", "others"}});
  CHECK(read > before);
  folder.write("deep/run.tokens", "abc");
  CHECK(test::contains(test::message_of([&] { pack_corpus({file}, *text, how, from); }),
                       "has 3 bytes: expected 2 for each token"));
  remove_packed(how.path);
  CHECK(std::filesystem::is_empty(folder.path("deep")));
}

TEST_CASE("a document of a single endless line is cut, and texts without words are none", "[packed]") {
  const test::TempFolder folder;
  const auto text = test::small_pieces();
  std::string endless;
  for (int i = 0; i < 3000; ++i) endless += "w1 ";
  const PackedCorpus packed = pack_corpus({folder.write("a.txt", endless)}, *text, {}, nullptr);
  CHECK(packed.train == 3002);
  const std::string blank = folder.write("b.txt", "\n \n\t\n");
  CHECK(
      test::contains(test::message_of([&] { pack_corpus({blank}, *text, {}, nullptr); }), "holds no words"));
}
