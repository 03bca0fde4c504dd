#include "engine/data/corpus_lines.h"

#include <algorithm>
#include <filesystem>

#include "engine/base/error.h"
#include "engine/base/fnv1a.h"
#include "engine/data/gunzip.h"
#include "engine/data/rows.h"

namespace heed {
namespace fs = std::filesystem;
namespace {

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  std::string changed;
  size_t done = 0;
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, done)) {
    changed.append(text, done, at - done).append(to);
    done = at + from.size();
  }
  if (done > 0) text = changed.append(text, done, text.size() - done);
}

std::string plain(std::string line) {
  if (line.find('@') != std::string::npos)
    for (const char* sign : {"-", ",", "."}) replace_all(line, std::string(" @") + sign + "@ ", sign);
  replace_all(line, "<unk>", kLeftOut);
  return line;
}

}  // namespace

std::vector<std::string> corpus_files(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) {
      files.push_back(path);
      continue;
    }
    std::vector<std::string> inside;
    for (const auto& entry : fs::directory_iterator(path))
      if (entry.is_regular_file() && entry.path().filename().string()[0] != '.')
        inside.push_back(entry.path().string());
    std::sort(inside.begin(), inside.end());
    files.insert(files.end(), inside.begin(), inside.end());
  }
  check(!files.empty(), "[", paths.empty() ? std::string("--data") : paths.front(),
        "] there is no file: expected text files, one paragraph or sentence per line.");
  return files;
}

CorpusLines read_lines(const std::vector<std::string>& files,
                       const std::function<void(const std::string& line)>& use,
                       const WorkProgress& progress) {
  CorpusLines read;
  Fnv1a hash;
  for (const std::string& file : files) {
    std::string rest;
    read_pieces(file, [&](std::string_view bytes, int64_t done, int64_t total) {
      if (progress) progress("reading " + file, done, total, "bytes");
      hash.take(bytes);
      rest += bytes;
      size_t at = 0;
      for (size_t end = rest.find('\n'); end != std::string::npos; end = rest.find('\n', at)) {
        use(plain(rest.substr(at, end - at)));
        ++read.lines;
        at = end + 1;
      }
      rest.erase(0, at);
      check(rest.size() <= kLongestLine, "[", file, "] a line has more than ", kLongestLine,
            " bytes: expected lines of text.");
    });
    if (!rest.empty()) use(plain(rest));
  }
  read.fingerprint = hash.value();
  return read;
}

}  // namespace heed
