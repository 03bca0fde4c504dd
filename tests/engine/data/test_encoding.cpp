#include "engine/data/encoding.h"

#include <utf8.h>

#include "engine/base/random.h"
#include "engine/data/delimiter.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"

using namespace heed;
using heed::test::contains;
using heed::test::message_of;

TEST_CASE("Encodings are told apart by what the bytes can be", "[encoding]") {
  CHECK(encoding_of("plain") == "utf-8");
  CHECK(encoding_of("caf\xc3\xa9") == "utf-8");
  CHECK(encoding_of("caf\xe9, na\xefve") == "windows-1252");
  CHECK(encoding_of("\x93quoted\x94 \x96 it\x92s") == "windows-1252");
  CHECK(encoding_of("caf\xc3\xa9 and a damaged \xe9 one") == "utf-8");
  CHECK(encoding_of("binary \x01\x02\xe9") == "utf-8");
  CHECK(encoding_of("\xff bytes") == "utf-8");
  CHECK(encoding_of(std::string("\xff\xfe", 2) + std::string("a\0", 2)) == "utf-16");
}

TEST_CASE("Texts of other encodings become UTF-8", "[encoding]") {
  CHECK(as_utf8("caf\xe9 \x80\x92", "windows-1252", "f") == "café €’");
  CHECK(as_utf8("caf\xe9", "latin-1", "f") == "café");
  CHECK(as_utf8("\xef\xbb\xbf\xc3\xa9", "utf-8", "f") == "é");
  CHECK(as_utf8(std::string("\xff\xfe\xe9\x00\x3d\xd8\x00\xde", 8), "utf-16", "f") == "é😀");
  CHECK(as_utf8(std::string("\xfe\xff\x00\xe9", 4), "utf-16", "f") == "é");
  CHECK(contains(message_of([] { as_utf8(std::string("\xff\xfe\x61", 3), "utf-16", "f"); }),
                 "[f] is UTF-16 and ends"));
  CHECK(contains(message_of([] { as_utf8(std::string("\xff\xfe\x00\xde", 4), "utf-16", "f"); }),
                 "halves of characters"));
  CHECK_THROWS_AS(as_utf8("a", "ebcdic", "f"), UsageError);
}

TEST_CASE("Whatever the bytes, what was found can be read, and is UTF-8 but for damaged UTF-8",
          "[encoding]") {
  Random random(5);
  for (int i = 0; i < 2000; ++i) {
    std::string bytes;
    for (size_t n = random.below(40); n > 0; --n) bytes += static_cast<char>(random.below(256));
    const std::string found = encoding_of(bytes);
    if (found == "utf-16") continue;  // may be damaged
    const std::string text = as_utf8(bytes, found, "f");
    if (found == "windows-1252") CHECK(utf8::is_valid(text));
  }
}

TEST_CASE("What stands between fields is what gives rows equally many", "[encoding]") {
  CHECK(dialect_of("text,label\na,b\n").delimiter == ',');
  CHECK(dialect_of("text;label\nhello, world;a\nwell, no, never;b\n").delimiter == ';');
  CHECK(dialect_of("text\tlabel\na; b\tc\nd\te\n").delimiter == '\t');
  CHECK(dialect_of("a|b\n\"c|d\"|e\n").delimiter == '|');
  CHECK(dialect_of("one sentence\nand another, longer one\n").delimiter == ',');
  CHECK(dialect_of("").delimiter == ',');
  CHECK(dialect_of("text,label;x\na,b;y\n").delimiter == ',');  // the names say it
  CHECK(dialect_of("a,b", "tab").delimiter == '\t');
  CHECK(dialect_of("a,b", ";").delimiter == ';');
  CHECK_THROWS_AS(dialect_of("a,b", "::"), UsageError);
}
