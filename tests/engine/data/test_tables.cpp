// One list of files for this reader and the page's (tests/web/unit/tables.test.ts): both read the same.
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/data/dataset.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using heed::test::message_of;
using heed::test::TempFolder;

namespace {

// Each character below U+0100 as a byte.
std::string latin1(const std::string& text) {
  std::string bytes;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c < 0x80)
      bytes += text[i];
    else
      bytes += static_cast<char>((c & 3) << 6 | (static_cast<unsigned char>(text[++i]) & 0x3F));
  }
  return bytes;
}

}  // namespace

TEST_CASE("Tables are read as the page reads them", "[data]") {
  std::ifstream file(test::fixture_path("tables.json"));
  for (const nlohmann::json& one : nlohmann::json::parse(file)) {
    INFO(one["what"].get<std::string>());
    const auto bytes = one["bytes"].get<std::string>();
    const TempFolder folder;
    const std::string path =
        folder.write(one["file"].get<std::string>(), one.value("latin1", false) ? latin1(bytes) : bytes);
    Dataset data;
    const std::string refused = message_of([&] { data = read_dataset("", {path}); });
    if (one["classes"].is_null()) {
      CHECK(refused != "");
      continue;
    }
    REQUIRE(refused == "");
    std::map<std::string, size_t> counts;
    for (size_t c = 0; c < data.labels.size(); ++c) counts[data.labels[c]] = data.class_counts()[c];
    CHECK(counts == one["classes"].get<std::map<std::string, size_t>>());
    CHECK(data.examples.at(0).text == one["text"].get<std::string>());
  }
}
