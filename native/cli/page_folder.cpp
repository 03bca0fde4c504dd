// Where the page of this version lies, and how it is copied.
#include <cstdlib>
#include <fstream>

#include "engine/session/error.h"
#include "native/cli/output.h"
#include "native/cli/site.h"

namespace heed::cli {

namespace fs = std::filesystem;

namespace {

// Installed beside the program, or built in the repository that the program was built in.
std::vector<fs::path> usual_places() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  if (error) return {};
  return {program / "../share/heed/page", program / "../../dist"};
}

bool is_page(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / "index.html", ignored);
}

std::string version_of(const fs::path& page) {
  std::string version;
  std::ifstream(page / "version.txt") >> version;
  return version;
}

fs::path checked(const fs::path& folder) {
  check(is_page(folder), "[page] ", folder.string(),
        " holds no index.html: expected the folder of the page, as ./dev build or a release has it.");
  const std::string version = version_of(folder);
  check(version == HEED_VERSION, "[page] ", folder.string(), " is the page of ",
        version.empty() ? "an unknown version" : "version " + version,
        ", this program has version " HEED_VERSION
        ": name the page of this version with --page DIR, or install both anew.");
  std::error_code ignored;
  const fs::path plain = fs::canonical(folder, ignored);
  return plain.empty() ? folder : plain;
}

}  // namespace

fs::path page_folder(const std::string& given) {
  if (!given.empty()) return checked(given);
  if (const char* named = std::getenv("HEED_PAGE"); named != nullptr && named[0] != '\0')
    return checked(named);
  const std::vector<fs::path> places = usual_places();
  for (const fs::path& place : places)
    if (is_page(place)) return checked(place);
  fail("[page] the page is not installed: expected it in ",
       places.empty() ? "../share/heed/page" : places[0].lexically_normal().string(),
       ". Install it, or name its folder with --page DIR or HEED_PAGE.");
}

// Copied beside its place first, so that a copy that ends early looks like none.
void export_page(const fs::path& page, const fs::path& to) {
  std::error_code error;
  check(!fs::exists(to, error) || fs::is_empty(to, error), "[page] ", to.string(),
        " is there and not an empty folder: name a new folder for the site.");
  const fs::path whole = fs::absolute(to).lexically_normal();
  fs::path folder = whole.has_filename() ? whole : whole.parent_path();
  const fs::path unfinished = folder.string() + ".unfinished";
  fs::remove_all(unfinished, error);
  fs::create_directories(folder.parent_path(), error);
  fs::copy(page, unfinished, fs::copy_options::recursive, error);
  if (!error) fs::rename(unfinished, folder, error);
  if (!error) return;
  const std::string why = error.message();
  fs::remove_all(unfinished, error);
  fail("[page] ", to.string(), " could not be written: ", why, ". Name a folder that you may write.");
}

}  // namespace heed::cli
