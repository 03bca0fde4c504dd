// A tiny model of the BERT family as a folder of the Hugging Face library's.
#pragma once

#include <filesystem>
#include <string>

#include "engine/base/file.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/temp_folder.h"

namespace heed::test {

// A fixture ("bert_tiny") with words w5 to w47.
inline std::string write_tiny(const TempFolder& folder, const std::string& name) {
  const std::string path = folder.path(name);
  std::filesystem::create_directories(path);
  std::string pieces = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n";
  for (int i = 5; i < 48; ++i) pieces += "w" + std::to_string(i) + "\n";
  for (const char* file : {"config.json", "model.safetensors"})
    write_file_atomically(path + "/" + file, read_file(fixture_path(name + "_" + file)));
  write_file_atomically(path + "/vocab.txt", pieces);
  return path;
}

}  // namespace heed::test
