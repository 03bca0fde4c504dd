// Texts of any number and length as one stream of tokens, from which rows of any length are cut: nothing is
// padded, and no row needs more memory than itself. Every document stands between the tokens that the
// tokenizer puts around a text ([CLS] … [SEP]); a part of the documents is held out.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/base/thread_pool.h"
#include "engine/data/corpus_lines.h"
#include "engine/data/text_encoder.h"
#include "engine/data/token_file.h"

namespace heed {

// What a tokenizer puts before and behind a text: at most one token each. Error where it puts more.
struct TextEnds {
  std::optional<int32_t> begin, end;
  static TextEnds of(const TextToIds& text);
  int64_t count() const { return (begin ? 1 : 0) + (end ? 1 : 0); }
};

struct PackedCorpus {
  struct HeldOut {
    std::string name;  // of the file
    int64_t first = 0, count = 0;
  };
  std::shared_ptr<const TokenFile> tokens;
  TextEnds ends;
  int64_t train = 0;  // of the tokens, the first
  std::vector<HeldOut> held_out;
  int64_t documents = 0;
  uint64_t fingerprint = 0;  // of the bytes that were read

  // The tokens [first, first + count) as texts, each whole or cut where the row begins and ends, and given
  // the tokens around it that it lost there.
  std::vector<std::vector<int32_t>> row(int64_t first, int64_t count) const;
};

struct Packing {
  double held_out = 0;  // share of the documents
  uint64_t seed = 0;
  std::string path;  // the file of the tokens, and beside it "<path>.json"; "": both in memory
  ThreadPool* threads = nullptr;
  ReadProgress progress = nullptr;
};

// Text files, gzipped or not. Empty lines end a document, and so do some thousand tokens. What `made_from`
// and the files at `path` agree on is not made again. Error where no text is left.
PackedCorpus pack_corpus(const std::vector<std::string>& files, const TextToIds& text, const Packing& how,
                         const nlohmann::json& made_from);

// The names, sizes and times of files: as long as they are the same, so is what is in them.
nlohmann::json marks_of(const std::vector<std::string>& files);

void remove_packed(const std::string& path);

}  // namespace heed
