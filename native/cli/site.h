// The built page as a host serves it: the file that an address names, its type, and the headers of
// `_headers`.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace heed::cli {

class Site {
 public:
  explicit Site(std::filesystem::path folder);

  // The file for a path such as "/assets/a b.js" (decoded); empty where there is none inside the folder.
  std::filesystem::path file(const std::string& path) const;
  // Names and values, in the order of `_headers`; of equal names the last one counts.
  std::vector<std::pair<std::string, std::string>> headers(const std::string& path) const;

 private:
  struct Rule {
    std::string pattern;  // '*' stands for any characters
    std::vector<std::pair<std::string, std::string>> headers;
  };

  std::filesystem::path folder_;
  std::vector<Rule> rules_;
};

const char* media_type(const std::filesystem::path& file);

// The folder of the installed page of this version: `given`, or HEED_PAGE, or what lies beside the program.
std::filesystem::path page_folder(const std::string& given);

// Copies the page into a folder that is not there yet, or empty.
void export_page(const std::filesystem::path& page, const std::filesystem::path& to);

}  // namespace heed::cli
