#pragma once

#include <CLI/CLI.hpp>

namespace heed::cli {

// Help in lines of at most 100 characters. Of an option it shows its value and whether it is required;
// CLI11 adds ranges and exclusions, which error messages say as well.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
};

}  // namespace heed::cli
