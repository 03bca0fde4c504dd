#include "engine/session/training/inside/model_card.h"

#include <ctime>
#include <vector>

#include "engine/format/json.h"

namespace heed::session {

std::string card_head(const std::string& title) {
  return "---\nlibrary_name: heed\nlibrary_version: " HEED_VERSION "\n---\n\n# " + title + "\n\n";
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
  return text;
}

std::string sources_table(const nlohmann::json& report, const std::string& file) {
  const auto sources = value_or<std::vector<std::vector<std::string>>>(report, "sources", {}, file);
  if (sources.empty()) return "";
  std::string text = "## Data\n\n| text | licence |\n| --- | --- |\n";
  for (const auto& source : sources) {
    check(source.size() == 2, "[", file, "] \"report.sources\" holds a list of ", source.size(),
          ": expected [name, licence].");
    text += "| " + source[0] + " | " + source[1] + " |\n";
  }
  return text + "\n";
}

}  // namespace heed::session
