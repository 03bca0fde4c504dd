#include "engine/data/token_file.h"

#include <filesystem>

#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"

using namespace heed;

TEST_CASE("ids are read as they were written, in memory and on the disk, of small and large vocabularies",
          "[tokens]") {
  const test::TempFolder folder;
  for (int64_t vocabulary : {int64_t{65536}, int64_t{65537}, int64_t{1} << 31})
    for (const std::string& path : {std::string(), folder.path("ids")}) {
      TokenFileWriter writer(path, vocabulary);
      const auto last = static_cast<int32_t>(vocabulary - 1);
      writer.add(std::vector<int32_t>{0, 1, last});
      writer.add(std::vector<int32_t>{});
      writer.add(std::vector<int32_t>{7});
      CHECK(writer.size() == 4);
      const TokenFile file = writer.finish();
      CHECK(file.size() == 4);
      CHECK(file.read(0, 4) == std::vector<int32_t>{0, 1, last, 7});
      CHECK(file.read(2, 1) == std::vector<int32_t>{last});
      CHECK(test::contains(test::message_of([&] { file.read(3, 2); }), "3 + 2 of 4"));
    }
}

TEST_CASE("a file that was not finished leaves nothing behind", "[tokens]") {
  const test::TempFolder folder;
  {
    TokenFileWriter writer(folder.path("ids"), 100);
    writer.add(std::vector<int32_t>(3 << 20, 5));
    CHECK_FALSE(std::filesystem::exists(folder.path("ids")));
  }
  CHECK(std::filesystem::is_empty(folder.path()));
}
