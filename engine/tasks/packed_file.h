// A packed corpus as one file that needs nothing beside it: what `heed pack` writes, so that masked words are
// learned where the texts are not. A safetensors container: "tokens" [N, bytes of an id], each file of the
// tokenizer by its name, and in the metadata the rest as JSON ("corpus") and a hash of all of it ("hash").
#pragma once

#include <map>
#include <memory>
#include <string>

#include "engine/base/mapped_file.h"
#include "engine/tasks/packed_corpus.h"

namespace heed {

struct PackedFile {
  PackedCorpus corpus;                        // `ends` are told by the tokenizer
  std::map<std::string, std::string> pieces;  // tokenizer.json and what stands beside it
  int64_t vocabulary = 0;                     // every id is smaller
  double held_out = 0;                        // share of the documents
  uint64_t split_seed = 0;
};

void write_packed_file(const std::string& path, const PackedFile& file);

// It begins as one, or as another safetensors file; no text does.
bool is_packed_file(const std::string& path);

// The tokens stay on the disk. Error naming the file where it was cut or changed, or is another one.
PackedFile read_packed_file(const std::string& path);
PackedFile read_packed_file(const std::shared_ptr<const MappedFile>& bytes, const std::string& path);

}  // namespace heed
