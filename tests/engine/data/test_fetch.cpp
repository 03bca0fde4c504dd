#include "engine/data/fetch.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "engine/data/sha256.h"
#include "engine/session/training/training.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using heed::test::contains;
using heed::test::message_of;
using heed::test::TempFolder;
using Names = std::vector<std::string>;

namespace {

// A data set of two files, of which the hashes are known from elsewhere (FIPS 180-2, appendix B).
PublicDataset two_files(const std::string& address) {
  return {"two",
          address,
          "MIT",
          {{"abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
           {"long", 56, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"}}};
}

constexpr const char* kLong = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";

bool can_hash() {
  if (message_of([] { sha256("abc"); }).empty()) return true;
  WARN("skipped: this build has no OpenSSL");
  return false;
}

struct Place {
  TempFolder folder;
  PublicDataset dataset = two_files(folder.path("public"));
  Place() {
    folder.write("public/abc", "abc");
    folder.write("public/long", kLong);
  }
  std::string fetch(const std::string& from = "", const FetchProgress& progress = {}) {
    return message_of([&] { fetch_dataset(dataset, folder.path("to"), from, progress); });
  }
};

}  // namespace

TEST_CASE("files are fetched from a folder and from a file address", "[fetch]") {
  if (!can_hash()) return;
  Place place;
  std::vector<int64_t> heard;
  CHECK(place.fetch("", [&](int64_t done, int64_t total) { heard.push_back(done * 1000 + total); }).empty());
  CHECK(place.folder.read("to/long") == kLong);
  CHECK(place.folder.names("to") == Names{"abc", "long"});
  CHECK(heard == std::vector<int64_t>{3059, 59059});
  std::filesystem::remove_all(place.folder.path("to"));
  std::filesystem::rename(place.folder.path("public"), place.folder.path("a b"));
  CHECK(place.fetch("file://" + place.folder.path("a%20b")).empty());
  CHECK(place.folder.read("to/abc") == "abc");
  CHECK(contains(place.fetch("file://host/x"), "is not an address of a file here"));
}

TEST_CASE("good files are not fetched again, damaged ones are", "[fetch]") {
  if (!can_hash()) return;
  Place place;
  place.folder.write("to/abc", "abc");
  place.folder.write("to/long", std::string(56, 'x'));
  place.folder.write("to/notes", "mine");
  std::filesystem::remove(place.folder.path("public/abc"));
  CHECK(place.fetch().empty());
  CHECK(place.folder.read("to/long") == kLong);
  CHECK(place.folder.names("to") == Names{"abc", "long", "notes"});
}

TEST_CASE("a wrong or missing file leaves nothing behind", "[fetch]") {
  if (!can_hash()) return;
  Place place;
  place.folder.write("public/long", "another version");
  std::string message = place.fetch();
  CHECK(message.rfind("[long] from ", 0) == 0);
  CHECK(contains(message, "expected 248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"));
  CHECK(contains(message, "has SHA-256 " + sha256("another version")));
  std::filesystem::remove(place.folder.path("public/long"));
  CHECK(contains(place.fetch(), "/public/long] cannot be read: "));
  CHECK(contains(place.fetch("http://"), "cannot be fetched"));
  CHECK(place.folder.names() == Names{"public"});
}

TEST_CASE("whoever listens to the progress can cancel", "[fetch]") {
  if (!can_hash()) return;
  Place place;
  CHECK(place.fetch("", [](int64_t, int64_t) { fail("stop"); }) == "stop");
  CHECK(place.folder.names() == Names{"public"});
}

TEST_CASE("the Enron data by its name", "[fetch]") {
  CHECK_THROWS_AS(session::fetch("nothing", "", "", {}), UsageError);
  CHECK(contains(message_of([] { public_dataset("nothing"); }), "expected one of enron-intent"));
  std::string source = test::shared_path("data/enron_intent");
  if (!can_hash()) return;
  if (!std::filesystem::exists(source)) {
    WARN("skipped: there is no " << source);
    return;
  }
  TempFolder folder;
  CHECK(session::fetch("enron-intent", folder.path("x"), source, {}).folder == folder.path("x"));
  CHECK(folder.names("x") == Names{"LICENSE", "README.md", "intent_neg", "intent_pos"});
}

TEST_CASE("the default place follows the XDG rules", "[fetch]") {
  auto with = [](const char* data, const char* home) {
    ::setenv("XDG_DATA_HOME", data, 1);
    ::setenv("HOME", home, 1);
    return default_data_folder("enron-intent");
  };
  std::string home = test::environment_or("HOME", ""), data = test::environment_or("XDG_DATA_HOME", "");
  CHECK(with("/data", "/h") == "/data/heed/data/enron-intent");
  CHECK(with("relative", "/h") == "/h/.local/share/heed/data/enron-intent");
  CHECK(with("", "/h/") == "/h/.local/share/heed/data/enron-intent");
  CHECK(contains(message_of([&] { with("", ""); }), "--to"));
  ::setenv("HOME", home.c_str(), 1);
  ::setenv("XDG_DATA_HOME", data.c_str(), 1);
}

TEST_CASE("files may be gzipped in a folder, and folders may be in it", "[fetch]") {
  if (!can_hash()) return;
  for (const char* name : {"ag-news", "sst2", "goemotions", "dair-emotion", "isear", "enisear"}) {
    std::string folder = name;
    std::replace(folder.begin(), folder.end(), '-', '_');
    const std::string source =
        test::shared_path("data/" + (folder == "enisear" ? std::string("enisear_appraisal") : folder));
    if (!std::filesystem::exists(source)) {
      WARN("skipped: there is no " << source);
      continue;
    }
    TempFolder to;
    session::Fetched fetched;
    const std::string message = message_of([&] { fetched = session::fetch(name, to.path("x"), source, {}); });
    if (contains(message, "has no zlib")) {
      WARN("skipped: " << message);
      continue;
    }
    CHECK(message.empty());
    for (const PublicFile& file : public_dataset(name).files) {
      const std::string put = file.stand_ins.empty() ? file.name : file.stand_ins[0].name;
      CHECK(std::filesystem::exists(to.path("x/" + put)) == !file.optional);
    }
    for (const std::string& remark : fetched.remarks) CHECK(contains(remark, " is left out: "));
  }
}

TEST_CASE("a hash that nobody knows is told instead of checked", "[fetch]") {
  if (!can_hash()) return;
  TempFolder folder;
  folder.write("from/deISEAR.tsv", "Prior_Emotion\tSentence\n");
  const session::Fetched fetched = session::fetch("deisear", folder.path("to"), folder.path("from"), {});
  REQUIRE(fetched.remarks.size() == 1);
  CHECK(contains(fetched.remarks[0], "deISEAR.tsv has SHA-256 " + sha256("Prior_Emotion\tSentence\n")));
  CHECK(folder.names("to") == Names{"deISEAR.tsv"});
  CHECK(
      session::fetch("deisear", folder.path("to"), folder.path("none"), {}).remarks.empty());  // it is there
}
