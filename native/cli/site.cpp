#include "native/cli/site.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <string_view>

namespace heed::cli {

namespace fs = std::filesystem;

namespace {

std::string trimmed(const std::string& text) {
  const size_t begin = text.find_first_not_of(" \t\r"), end = text.find_last_not_of(" \t\r");
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

bool matches(std::string_view pattern, std::string_view path) {
  const size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == path;
  if (path.substr(0, star) != pattern.substr(0, star)) return false;
  for (size_t at = star; at <= path.size(); ++at)
    if (matches(pattern.substr(star + 1), path.substr(at))) return true;
  return false;
}

// A path that leaves the folder, or that no file can have.
bool is_strange(const std::string& path) {
  if (path.empty() || path[0] != '/' || path.find('\0') != std::string::npos) return true;
  const fs::path parts(path);
  return std::find(parts.begin(), parts.end(), "..") != parts.end();
}

}  // namespace

// Netlify's and Cloudflare's form: a pattern, then indented "Name: value" lines.
Site::Site(fs::path folder) : folder_(std::move(folder)) {
  std::ifstream lines(folder_ / "_headers");
  for (std::string line; std::getline(lines, line);) {
    const std::string text = trimmed(line);
    if (text.empty() || text[0] == '#') continue;
    const size_t colon = text.find(':');
    if (line[0] != ' ' && line[0] != '\t')
      rules_.push_back({text, {}});
    else if (!rules_.empty() && colon != std::string::npos)
      rules_.back().headers.emplace_back(trimmed(text.substr(0, colon)), trimmed(text.substr(colon + 1)));
  }
}

fs::path Site::file(const std::string& path) const {
  if (is_strange(path)) return {};
  std::error_code ignored;
  fs::path name = folder_ / fs::path(path).relative_path();
  if (fs::is_directory(name, ignored)) name /= "index.html";
  return fs::is_regular_file(name, ignored) ? name : fs::path();
}

std::vector<std::pair<std::string, std::string>> Site::headers(const std::string& path) const {
  std::vector<std::pair<std::string, std::string>> all;
  for (const Rule& rule : rules_)
    if (matches(rule.pattern, path)) all.insert(all.end(), rule.headers.begin(), rule.headers.end());
  return all;
}

const char* media_type(const fs::path& file) {
  static const std::map<std::string, const char*> types{
      {".css", "text/css; charset=utf-8"},
      {".html", "text/html; charset=utf-8"},
      {".ico", "image/x-icon"},
      {".js", "text/javascript; charset=utf-8"},
      {".json", "application/json; charset=utf-8"},
      {".md", "text/markdown; charset=utf-8"},
      {".mjs", "text/javascript; charset=utf-8"},
      {".png", "image/png"},
      {".svg", "image/svg+xml"},
      {".txt", "text/plain; charset=utf-8"},
      {".wasm", "application/wasm"},
      {".webmanifest", "application/manifest+json"},
      {".woff2", "font/woff2"},
  };
  const auto found = types.find(file.extension().string());
  return found == types.end() ? "application/octet-stream" : found->second;
}

}  // namespace heed::cli
