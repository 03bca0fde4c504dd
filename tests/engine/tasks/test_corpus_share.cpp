#include "engine/tasks/corpus_share.h"

#include <algorithm>
#include <set>

#include "engine/tasks/packing.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/tasks/word_texts.h"
#include "tests/engine/temp_folder.h"

using namespace heed;

namespace {

std::vector<std::vector<int32_t>> documents_of(const PackedCorpus& packed) {
  return packed.row(0, packed.train);
}

}  // namespace

TEST_CASE("a share of a corpus holds whole documents of all its parts, and all that is held out",
          "[packed]") {
  const test::TempFolder folder;
  const auto text = test::small_pieces();
  const PackedCorpus whole = pack_corpus({folder.write("a.txt", test::counting_text(400, 1)),
                                          folder.write("b.txt", test::counting_text(400, 2))},
                                         *text, {0.1, 3, "", nullptr, nullptr}, nullptr);
  const int64_t all = whole.tokens->size();
  std::vector<std::vector<int32_t>> larger;
  for (int64_t most : {all, all / 2, all / 4}) {
    CAPTURE(most, all);
    const PackedCorpus share =
        share_of(whole, most, 7, text->size(), most == all / 2 ? folder.path("s") : "");
    CHECK(share.tokens->size() <= most);
    CHECK(share.tokens->size() > most - 100);
    for (size_t part = 0; part < 2; ++part) {
      const auto &a = whole.held_out[part], &b = share.held_out[part];
      CHECK(b.count == a.count);
      CHECK(whole.tokens->read(a.first, a.count) == share.tokens->read(b.first, b.count));
    }
    CHECK((share.fingerprint == whole.fingerprint) == (most == all));
    const auto documents = documents_of(share);
    CHECK(share.documents - static_cast<int64_t>(documents.size()) ==
          whole.documents - static_cast<int64_t>(documents_of(whole).size()));
    // In their order, so that a smaller share is within a larger one; evenly of both files.
    if (!larger.empty()) {
      auto at = larger.begin();
      for (const auto& document : documents) {
        at = std::find(at, larger.end(), document);
        REQUIRE(at != larger.end());
        ++at;
      }
    }
    larger = documents;
  }
  const PackedCorpus other = share_of(whole, all / 2, 8, text->size(), "");
  CHECK(documents_of(other) != documents_of(share_of(whole, all / 2, 7, text->size(), "")));
}

TEST_CASE("a share that nothing fits into is refused", "[packed]") {
  const test::TempFolder folder;
  const auto text = test::small_pieces();
  const PackedCorpus whole = pack_corpus({folder.write("a.txt", test::counting_text(30, 1))}, *text,
                                         {0.5, 3, "", nullptr, nullptr}, nullptr);
  CHECK(test::contains(test::message_of([&] { share_of(whole, 3, 0, text->size(), ""); }),
                       "no document fits into 3 tokens"));
  PackedCorpus endless = whole;
  endless.ends = {};
  CHECK(test::contains(test::message_of([&] { share_of(endless, 3, 0, text->size(), ""); }),
                       "nothing stands between documents"));
}
