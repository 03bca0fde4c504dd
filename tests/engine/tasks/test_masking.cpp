#include "engine/tasks/masking.h"

#include <map>

#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/tasks/word_texts.h"

using namespace heed;

namespace {

constexpr int32_t kCls = 2, kSep = 3, kMask = 4, kGoesOn = 15;

// [CLS] w w##x w … [SEP], again and again.
std::vector<int32_t> many_ids(size_t count) {
  std::vector<int32_t> ids;
  Random random(4);
  while (ids.size() < count) {
    ids.push_back(kCls);
    for (int n = 0; n < 30; ++n) {
      ids.push_back(static_cast<int32_t>(5 + random.below(10)));
      if (random.below(3) == 0) ids.push_back(kGoesOn);
    }
    ids.push_back(kSep);
  }
  return ids;
}

}  // namespace

TEST_CASE("so many words are hidden as asked for, and what is shown for them", "[masking]") {
  const MaskingPieces pieces = MaskingPieces::of(*test::small_pieces());
  const std::vector<int32_t> before = many_ids(40000);
  double ordinary = 0;
  for (int32_t id : before) ordinary += id > kMask ? 1 : 0;
  for (const char* unit : {"pieces", "words", "spans"})
    for (double share : {0.15, 0.4}) {
      CAPTURE(unit, share);
      MaskingOptions options;
      options.unit = unit;
      std::vector<int32_t> ids = before;
      const Masked masked = mask_words(ids, pieces, options, share, random_stream(1, 2, 3));
      const auto count = static_cast<double>(masked.places.size());
      CHECK(count / ordinary == Approx(share).epsilon(0.06));
      std::map<std::string, double> shown;
      for (size_t m = 0; m < masked.places.size(); ++m) {
        const auto n = static_cast<size_t>(masked.places[m]);
        CHECK(masked.labels[m] == before[n]);
        CHECK(before[n] > kMask);
        shown[ids[n] == kMask ? "mask" : ids[n] == before[n] ? "kept" : "other"] += 1 / count;
      }
      CHECK(shown["mask"] == Approx(0.8).margin(0.03));  // and now and then by chance
      CHECK(shown["kept"] == Approx(0.1).margin(0.03));
      size_t changed = 0;
      for (size_t n = 0; n < ids.size(); ++n) changed += ids[n] != before[n];
      CHECK(changed <= masked.places.size());
    }
}

TEST_CASE("words are hidden whole", "[masking]") {
  const MaskingPieces pieces = MaskingPieces::of(*test::small_pieces());
  const std::vector<int32_t> before = many_ids(4000);
  MaskingOptions options;
  options.unit = "words";
  options.masked = 1;
  options.random = 0;
  std::vector<int32_t> ids = before;
  mask_words(ids, pieces, options, 0.3, random_stream(7, 0, 0));
  for (size_t n = 1; n < ids.size(); ++n)
    if (before[n] == kGoesOn) CHECK((ids[n] == kMask) == (ids[n - 1] == kMask));
}

TEST_CASE("the same stream hides the same words, another one others, and none is too few", "[masking]") {
  const MaskingPieces pieces = MaskingPieces::of(*test::small_pieces());
  auto places = [&](uint32_t step) {
    std::vector<int32_t> ids = many_ids(500);
    return mask_words(ids, pieces, {}, 0.15, random_stream(1, step, 0)).places;
  };
  CHECK(places(3) == places(3));
  CHECK(places(3) != places(4));
  std::vector<int32_t> short_text = {kCls, 7, kSep}, nothing = {kCls, kSep};
  for (uint32_t step = 0; step < 20; ++step) {
    std::vector<int32_t> ids = short_text;
    CHECK(mask_words(ids, pieces, {}, 0.01, random_stream(1, step, 0)).places == std::vector<int32_t>{1});
    ids = nothing;
    CHECK(mask_words(ids, pieces, {}, 0.5, random_stream(1, step, 0)).places.empty());
  }
}

TEST_CASE("a vocabulary without a mask says so", "[masking]") {
  const std::string pieces = "[PAD]\n[UNK]\n[CLS]\n[SEP]\nword\n";
  const auto text = read_piece_encoder("small", "test", [&](const std::string& name) {
    return name == "vocab.txt" ? std::optional(pieces) : std::nullopt;
  });
  CHECK(test::contains(test::message_of([&] { MaskingPieces::of(*text); }), "has no [MASK]"));
}
