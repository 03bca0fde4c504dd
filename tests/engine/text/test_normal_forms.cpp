#include "engine/text/normal_forms.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "engine/text/character_classes.h"
#include "engine/text/utf8.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/text/random_text.h"

using namespace heed;

namespace {

constexpr NormalForm kForms[] = {NormalForm::kNFC, NormalForm::kNFD, NormalForm::kNFKC, NormalForm::kNFKD};

// NormalizationTest.txt of Debian's unicode-data, which is compressed; "" where it or what unpacks it is
// missing.
std::string unpacked_test() {
  std::string text;
#ifndef __EMSCRIPTEN__
  const std::string folder = test::environment_or("HEED_UNICODE_DATA", "/usr/share/unicode");
  FILE* const pipe = popen(("bzip2 -dc '" + folder + "/NormalizationTest.txt.bz2' 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return "";
  char buffer[1 << 16];
  while (const size_t n = std::fread(buffer, 1, sizeof buffer, pipe)) text.append(buffer, n);
  pclose(pipe);
#endif
  return text;
}

// "00C0 0300;…" to its first five columns.
std::vector<std::string> columns_of(const std::string& line) {
  std::vector<std::string> columns(1);
  for (size_t at = 0; at < line.size() && columns.size() <= 5;) {
    char* end = nullptr;
    append_utf8(columns.back(), static_cast<char32_t>(std::strtoul(line.c_str() + at, &end, 16)));
    at = static_cast<size_t>(end - line.c_str()) + 1;
    if (*end == ';') columns.emplace_back();
  }
  return columns;
}

}  // namespace

TEST_CASE("normalization forms: the whole NormalizationTest.txt of Unicode", "[text][normal_forms]") {
  const std::string text = unpacked_test();
  if (text.empty()) {
    WARN("skipped: NormalizationTest.txt.bz2 cannot be read here (Debian: unicode-data, bzip2)");
    return;
  }
  int lines = 0, wrong = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    if (line.empty() || line[0] == '#' || line[0] == '@') continue;
    ++lines;
    const std::vector<std::string> c = columns_of(line);
    bool right = true;
    for (size_t i = 0; i < 5; ++i) {  // the source, its NFC, NFD, NFKC, NFKD
      const bool is_compatible = i >= 3;
      right = right && normalized(c[i], NormalForm::kNFC) == c[is_compatible ? 3 : 1] &&
              normalized(c[i], NormalForm::kNFD) == c[is_compatible ? 4 : 2] &&
              normalized(c[i], NormalForm::kNFKC) == c[3] && normalized(c[i], NormalForm::kNFKD) == c[4];
    }
    if (!right && ++wrong < 10) UNSCOPED_INFO(line);
  }
  CHECK(wrong == 0);
  CHECK(lines > 18000);
}

TEST_CASE("normalization forms of some characters", "[text][normal_forms]") {
  CHECK(normalized("é", NormalForm::kNFD) == "e\u0301");
  CHECK(normalized("e\u0301", NormalForm::kNFC) == "é");
  CHECK(normalized("ﬁ①", NormalForm::kNFC) == "ﬁ①");
  CHECK(normalized("ﬁ①㍿", NormalForm::kNFKC) == "fi1株式会社");
  CHECK(normalized("각", NormalForm::kNFD) == "\u1100\u1161\u11a8");
  CHECK(normalized("\u1100\u1161\u11a8", NormalForm::kNFC) == "각");
  CHECK(normalized("q\u0307\u0323", NormalForm::kNFC) == "q\u0323\u0307");
  CHECK(normalized("Å", NormalForm::kNFC) == "Å");        // U+212B composes to U+00C5
  CHECK(normalized("क़", NormalForm::kNFC) == "क\u093c");  // excluded from composition
  CHECK(normalized("a\xff", NormalForm::kNFC) == "a\ufffd");
}

TEST_CASE("normalizing twice changes nothing, and no place lies outside", "[text][normal_forms]") {
  test::RandomText random(11);
  for (int i = 0; i < 300; ++i) {
    const std::string text = random.pieces(20, true);
    for (const NormalForm form : kForms) {
      const AlignedText once = normalized(AlignedText::of(text), form);
      CHECK(normalized(once.text(), form) == once.text());
      for (size_t at = 0; at < once.size(); ++at) {
        const auto [start, end] = once.original(at, at + 1);
        CHECK((0 <= start && start < end && end <= static_cast<int64_t>(text.size())));
      }
    }
  }
}

TEST_CASE("what was composed or reordered stands for all its bytes", "[text][normal_forms]") {
  const AlignedText composed = normalized(AlignedText::of("xe\u0301y"), NormalForm::kNFC);
  CHECK(composed.text() == "xéy");
  CHECK(composed.original(1, 3).start == 1);
  CHECK(composed.original(1, 3).end == 4);
  const AlignedText reordered = normalized(AlignedText::of("q\u0307\u0323"), NormalForm::kNFD);
  CHECK(reordered.original(1, 3).start == 1);
  CHECK(reordered.original(1, 3).end == 5);
}

TEST_CASE("a letter under a hundred thousand marks takes no longer than a text", "[text][normal_forms]") {
  std::string text = "a";
  for (int i = 0; i < 50000; ++i) text += "\u0301\u0323";
  CHECK(normalized(text, NormalForm::kNFC).size() == text.size());  // the first dot below joins the letter
}

TEST_CASE("classes of characters", "[text][character_classes]") {
  CHECK(category('A') == Category::kLu);
  CHECK(category(0x378) == Category::kCn);
  CHECK(category(0x10FFFD) == Category::kCo);
  for (const char32_t c : U"aÉжא中ªʰ") CHECK((c == 0 || is_letter(c)));
  for (const char32_t c : {U'7', U'²', U'Ⅷ', U'٣'}) CHECK(is_number(c));
  for (const char32_t c : {U'-', U'$', U'`', U'.', U'¿', U'，'}) CHECK(is_bert_punctuation(c));
  for (const char32_t c : {U'A', U' ', U'€', U'\x01'}) CHECK_FALSE(is_bert_punctuation(c));
  for (const char32_t c : {U'\x05', U'\x7f', U'\u200b', U'\ue000'}) CHECK(is_control(c));
  for (const char32_t c : {U'A', U' ', U'\U0001F4A9', U'\u0378'}) CHECK_FALSE(is_control(c));
  for (const char32_t c : {U'_', U'\u0301', U'\u200d', U'é', U'5'}) CHECK(is_word(c));
  for (const char32_t c : {U'-', U' ', U'€', U'😀'}) CHECK_FALSE(is_word(c));
  CHECK((is_space(0x3000) && is_space(0x85) && !is_space(0x1C) && !is_space(0x200B)));
  CHECK((is_mark(0x903) && !is_nonspacing(0x903) && is_nonspacing(0x301)));
}
