// The lines of text files that nothing is said about.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/base/progress.h"

namespace heed {

// In the place of a word that was left out of a text: <unk> in WikiText's files.
inline constexpr const char* kLeftOut = "\uFFFD";

struct CorpusLines {
  int64_t lines = 0;
  uint64_t fingerprint = 0;  // of the bytes read
};

// The files of folders in the order of their names, and files as they are given. Error when there is none.
std::vector<std::string> corpus_files(const std::vector<std::string>& paths);

// Line by line, files gzipped or not. In WikiText's files <unk> stands for a word that was left out and
// " @-@ " for a hyphen: the one becomes kLeftOut, the other is put back.
CorpusLines read_lines(const std::vector<std::string>& files,
                       const std::function<void(const std::string& line)>& use,
                       const WorkProgress& progress = nullptr);

}  // namespace heed
