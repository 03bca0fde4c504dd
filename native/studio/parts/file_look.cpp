#include "native/studio/parts/file_look.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <utility>

#include "engine/session/rows/file_look.h"
#include "engine/session/training/labelled.h"

namespace heed::studio {
namespace {

constexpr std::array<std::string_view, 6> kTables{"csv", "tsv", "jsonl", "json", "fasttext", "lines"};

}  // namespace

void FileLook::at(const std::string& path, const std::string& format, const std::vector<std::string>& set,
                  std::function<void()> found) {
  looking_ = true;
  auto look = [this, path, format, set, found = std::move(found)]() -> Jobs::Apply {
    const std::string name = format.empty() ? session::guess_format(path) : format;
    const bool table = std::find(kTables.begin(), kTables.end(), name) != kTables.end();
    auto seen =
        std::make_shared<nlohmann::json>(table ? session::look_at(path, name, set) : nlohmann::json());
    return [this, seen, found] {
      looking_ = false;
      found_ = std::move(*seen);
      found();
    };
  };
  files_.newest("look", look, [this](const std::string&) {  // reading the rows says what is wrong
    looking_ = false;
    forget();
  });
}

}  // namespace heed::studio
