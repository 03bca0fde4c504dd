#include "engine/data/gzip.h"

#include "engine/base/random.h"
#include "engine/data/dataset.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using heed::test::contains;
using heed::test::message_of;

namespace {

// "text,label\ngood,a\nbad,b\n", as Python's gzip writes it.
const std::string kGzip(
    "\037\213\010\000\000\000\000\000\002\003\053\111\255\050\321\311\111\114\112\315\341\112\317\317\117\321"
    "\111"
    "\344\112\112\114\321\111\342\002\000\207\102\055\337\030\000\000\000",
    44);

// f/a.txt, stored, and f/b.txt, deflated, as Python's zipfile writes them.
const std::string kZip(
    "\120\113\003\004\024\000\000\000\000\000\000\000\041\120\013\371\103\126\006\000\000\000\006\000\000\000"
    "\007\000"
    "\000\000\146\057\141\056\164\170\164\163\164\157\162\145\144\120\113\003\004\024\000\000\000\010\000\000"
    "\000\041"
    "\120\375\056\147\307\016\000\000\000\032\000\000\000\007\000\000\000\146\057\142\056\164\170\164\113\111"
    "\115\313"
    "\111\054\111\115\121\110\101\147\000\000\120\113\001\002\024\003\024\000\000\000\000\000\000\000\041\120"
    "\013\371"
    "\103\126\006\000\000\000\006\000\000\000\007\000\000\000\000\000\000\000\000\000\000\000\200\001\000\000"
    "\000\000"
    "\146\057\141\056\164\170\164\120\113\001\002\024\003\024\000\000\000\010\000\000\000\041\120\375\056\147"
    "\307\016"
    "\000\000\000\032\000\000\000\007\000\000\000\000\000\000\000\000\000\000\000\200\001\053\000\000\000\146"
    "\057\142"
    "\056\164\170\164\120\113\005\006\000\000\000\000\002\000\002\000\152\000\000\000\136\000\000\000\000"
    "\000",
    222);

bool can_unpack() {
  if (message_of([] { gunzip(kGzip, "f"); }).empty()) return true;
  CHECK(contains(message_of([] { gunzip(kGzip, "f"); }), "this build has no zlib: unpack it first"));
  WARN("skipped: this build has no zlib");
  return false;
}

}  // namespace

TEST_CASE("gzip files are unpacked, all members of them", "[gzip]") {
  if (!can_unpack()) return;
  const std::string text = "text,label\ngood,a\nbad,b\n";
  CHECK(gunzip(kGzip, "f") == text);
  CHECK(gunzip(kGzip + kGzip, "f") == text + text);
  CHECK(gunzip(kGzip + std::string(512, '\0'), "f") == text);
  CHECK_FALSE(is_gzip("PK"));
  test::TempFolder folder;
  const Dataset data = read_dataset("csv", {folder.write("train.csv.gz", kGzip)});
  CHECK(data.class_counts() == std::vector<size_t>{1, 1});
  CHECK(read_dataset("csv", {folder.path()}).examples[0].text == "good");
}

TEST_CASE("a damaged gzip file is one clear message", "[gzip]") {
  if (!can_unpack()) return;
  for (size_t size = 2; size < kGzip.size(); ++size)
    CHECK(contains(message_of([&] { gunzip(kGzip.substr(0, size), "f"); }), "[f] cannot be unpacked: "));
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    std::string bytes = kGzip;
    bytes[2 + random.below(bytes.size() - 2)] = static_cast<char>(random.below(256));
    const std::string message = message_of([&] { gunzip(bytes, "f"); });
    CHECK((message.empty() || message.rfind("[f] ", 0) == 0));
  }
}

TEST_CASE("a file is taken out of a zip archive", "[gzip]") {
  if (!can_unpack()) return;
  CHECK(zip_member(kZip, "f/a.txt", "z") == "stored");
  CHECK(zip_member(kZip, "f/b.txt", "z") == "deflated deflated deflated");
  CHECK(message_of([] { zip_member(kZip, "c", "z"); }) == "[z] holds no c: it holds f/a.txt, f/b.txt.");
  CHECK(contains(message_of([] { zip_member("no archive", "c", "z"); }), "[z] is not a zip archive"));
  Random random(4);
  for (int i = 0; i < 4000; ++i) {
    std::string bytes = kZip.substr(0, i % 4 == 0 ? random.below(kZip.size()) : kZip.size());
    for (uint64_t n = random.below(3) + 1; n > 0 && !bytes.empty(); --n)
      bytes[random.below(bytes.size())] = static_cast<char>(random.below(256));
    const std::string message = message_of([&] { zip_member(bytes, "f/b.txt", "z"); });
    CHECK((message.empty() || message.rfind("[z] ", 0) == 0));
  }
}
