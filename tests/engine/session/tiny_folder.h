// A tiny model of the BERT family as a folder of the Hugging Face library's.
#pragma once

#include <filesystem>
#include <string>

#include "engine/base/file.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/temp_folder.h"

namespace heed::test {

// vocab.txt with words w5 to w47.
inline std::string tiny_vocabulary() {
  std::string pieces = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n";
  for (int i = 5; i < 48; ++i) pieces += "w" + std::to_string(i) + "\n";
  return pieces;
}

// A fixture ("bert_tiny") with these words.
inline std::string write_tiny(const TempFolder& folder, const std::string& name) {
  const std::string path = folder.path(name);
  std::filesystem::create_directories(path);
  for (const char* file : {"config.json", "model.safetensors"})
    write_file_atomically(path + "/" + file, read_file(fixture_path(name + "_" + file)));
  write_file_atomically(path + "/vocab.txt", tiny_vocabulary());
  return path;
}

// ModernBERT in two shards, with words w5 to w95.
inline std::string write_tiny_modern(const TempFolder& folder) {
  const std::string path = folder.path("modernbert_tiny");
  std::filesystem::create_directories(path);
  std::string pieces = "[PAD]\n[CLS]\n[SEP]\n[UNK]\n[MASK]\n";
  for (int i = 5; i < 96; ++i) pieces += "w" + std::to_string(i) + "\n";
  const std::string fixture = "modernbert_tiny_", shard = "model-0000";
  for (const std::string file : {"config.json", "model.safetensors.index.json"})
    write_file_atomically(path + "/" + file, read_file(fixture_path(fixture + file)));
  for (const std::string number : {"1", "2"}) {  // the index names them so
    const std::string file = fixture + shard + number + "-of-00002.safetensors";
    write_file_atomically(path + "/" + file, read_file(fixture_path(file)));
  }
  write_file_atomically(path + "/vocab.txt", pieces);
  return path;
}

// Models that write, of tests/fixtures, whose words are w0 to w94, and what ends a text.
inline std::string write_tiny_writer(const TempFolder& folder, const std::string& name) {
  const std::string path = folder.path(name);
  std::filesystem::create_directories(path);
  for (const char* file : {"config.json", "model.safetensors"})
    write_file_atomically(path + "/" + file, read_file(fixture_path(name + "_" + file)));
  std::string words;
  for (int i = 0; i < 95; ++i) words += "\"w" + std::to_string(i) + "\": " + std::to_string(i) + ", ";
  write_file_atomically(
      path + "/tokenizer.json",
      R"({"version": "1.0", "added_tokens": [{"id": 95, "content": "<|endoftext|>", "special": true, "single_word": false,
          "lstrip": false, "rstrip": false, "normalized": false}], "pre_tokenizer": {"type": "Whitespace"}, "model":
          {"type": "WordLevel", "unk_token": "w0", "vocab": {)" +
          words + R"("<|endoftext|>": 95}}})");
  return path;
}

inline std::string write_tiny_gpt2(const TempFolder& folder) {
  return write_tiny_writer(folder, "gpt2_tiny");
}

}  // namespace heed::test
