// Texts become a packed corpus: line by line, in the memory of some thousand lines.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/thread_pool.h"
#include "engine/data/corpus_lines.h"
#include "engine/tasks/packed_corpus.h"
#include "engine/tasks/recipe.h"

namespace heed {

// What the stream is like.
struct StreamForm {
  TextEnds ends;       // around every document
  bool flows = false;  // to be written on: lines end with a line break, and where a document is cut for its
                       // length it does not end
};

struct Packing {
  double held_out = 0;  // share of the documents
  uint64_t seed = 0;
  std::string path;  // the file of the tokens, and beside it "<path>.json"; "": both in memory
  ThreadPool* threads = nullptr;
  WorkProgress progress = nullptr;
  std::optional<StreamForm> form = std::nullopt;  // none: documents end as texts do
};

// Text files, gzipped or not. Empty lines end a document, and so do some thousand tokens. What `made_from`
// and the files at `path` agree on is not made again. Error where no text is left.
PackedCorpus pack_corpus(const std::vector<std::string>& files, const TextToIds& text, const Packing& how,
                         const nlohmann::json& made_from);

// The same, with the share and the seed of a recipe's split.
PackedCorpus pack_corpus(const Recipe& recipe, const std::vector<std::string>& files, const TextToIds& text,
                         Packing how);

// A hash of the pieces of a vocabulary.
uint64_t fingerprint_of_pieces(const TextToIds& text);

// The names, sizes and times of files: as long as they are the same, so is what is in them.
nlohmann::json marks_of(const std::vector<std::string>& files);

void remove_packed(const std::string& path);

}  // namespace heed
