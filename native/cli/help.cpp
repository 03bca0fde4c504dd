#include "native/cli/help.h"

#include <sstream>

namespace heed::cli {
namespace {

constexpr size_t kColumn = 30, kLine = 100;  // characters: where meanings begin, and where lines end

std::string wrapped(const std::string& text, size_t width) {
  std::istringstream words(text);
  std::string lines, word;
  size_t used = 0;
  while (words >> word) {
    if (used > 0 && used + 1 + word.size() > width) {
      lines += '\n';
      used = 0;
    }
    if (used > 0) lines += ' ', ++used;
    lines += word;
    used += word.size();
  }
  return lines;
}

}  // namespace

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  if (option->get_type_size() == 0) return "";  // a flag
  const std::string type = option->get_type_name();
  const bool is_named = !option->get_lnames().empty();  // else its name is its value's
  std::string text = is_named ? " " + type.substr(0, type.find(':')) : "";
  const bool takes_several = option->get_expected_max() == CLI::detail::expected_max_vector_size;
  if (takes_several && option->get_allow_extra_args()) text += " ...";
  return text + (option->get_required() ? " (required)" : "");
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  return wrapped(option->get_description(), kLine - kColumn);
}

}  // namespace heed::cli
