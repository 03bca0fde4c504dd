#include "engine/tasks/packed_file.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/base/fnv1a.h"
#include "engine/format/json.h"
#include "engine/format/safetensors.h"

namespace heed {
namespace {

constexpr const char *kTokens = "tokens", *kCorpus = "corpus", *kHash = "hash";
constexpr const char* kTokenizerFiles[] = {"tokenizer.json", "tokenizer_config.json", "vocab.txt",
                                           "special_tokens_map.json", "added_tokens.json"};
constexpr int64_t kLargestVocabulary = int64_t{1} << 31;
constexpr int64_t kIdsAtOnce = 1 << 20;

Tensor as_bytes(std::string_view bytes, int64_t width) {
  const auto rows = static_cast<int64_t>(bytes.size()) / width;
  const Shape shape = width == 1 ? Shape{rows} : Shape{rows, width};
  // Written from, never to.
  return Tensor::over({std::shared_ptr<void>(), const_cast<char*>(bytes.data())}, shape, DType::kUInt8);
}

// A hash of what `parts` and `corpus` hold together.
std::string hash_of(const ByteParts& parts, const std::string& corpus) {
  Fnv1a hash;
  for (const std::string_view part : parts) hash.take(part);
  hash.take(corpus);
  return std::to_string(hash.value());
}

const std::string& under(const std::map<std::string, std::string>& metadata, const char* key,
                         const std::string& path) {
  const auto found = metadata.find(key);
  check(found != metadata.end(), "[", path, "] is no packed corpus: expected what `heed pack` writes.");
  return found->second;
}

// An id that the network has no row for.
void check_ids(const TokenFile& tokens, int64_t vocabulary, const MappedFile& bytes,
               const std::string& path) {
  for (int64_t at = 0; at < tokens.size(); at += kIdsAtOnce)
    for (int32_t id : tokens.read(at, std::min(kIdsAtOnce, tokens.size() - at)))
      check(id >= 0 && id < vocabulary, "[", path, "] has the token ", id, ": expected less than ",
            vocabulary, ", the size of its vocabulary.");
  bytes.forget(tokens.bytes());
}

}  // namespace

void write_packed_file(const std::string& path, const PackedFile& file) {
  nlohmann::json corpus = describe_packed(file.corpus);
  corpus["vocabulary"] = file.vocabulary;
  corpus["share_held_out"] = file.held_out;
  corpus["split_seed"] = file.split_seed;
  const std::string described = dump_json(corpus, path);
  std::map<std::string, Tensor> tensors;
  for (const auto& [name, content] : file.pieces) tensors.emplace(name, as_bytes(content, 1));
  tensors.emplace(kTokens, as_bytes(file.corpus.tokens->bytes(), TokenFile::bytes_of_id(file.vocabulary)));
  ByteParts data = SafeTensorsFile(tensors, {}).parts();
  data.erase(data.begin());  // the header
  const SafeTensorsFile whole(tensors, {{kCorpus, described}, {kHash, hash_of(data, described)}});
  write_file_atomically(path, whole.parts());
}

bool is_packed_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  char head[kSafetensorsPrefix + 1];
  file.read(head, sizeof(head));
  const auto size = static_cast<size_t>(file.gcount());
  // The length of a header has zeros at its end, and text has none.
  return size > 5 &&
         std::all_of(head + 5, head + std::min(size, kSafetensorsPrefix), [](char c) { return c == 0; }) &&
         (size < sizeof(head) || head[kSafetensorsPrefix] == '{');
}

PackedFile read_packed_file(const std::shared_ptr<const MappedFile>& bytes, const std::string& path) {
  const std::vector<StoredTensor> stored = index_safetensors(bytes->bytes(), path);
  const std::map<std::string, std::string> metadata = safetensors_metadata(bytes->bytes(), path);
  const std::string& described = under(metadata, kCorpus, path);
  ByteParts data;
  for (const StoredTensor& tensor : stored) data.push_back(tensor.bytes);
  check(under(metadata, kHash, path) == hash_of(data, described), "[", path,
        "] is damaged: it does not hold what was written. Copy it again, or make it again with heed pack.");

  const nlohmann::json corpus = parse_json_object(described, path);
  PackedFile file;
  file.vocabulary = require<int64_t>(corpus, "vocabulary", path);
  file.held_out = require<double>(corpus, "share_held_out", path);
  file.split_seed = require<uint64_t>(corpus, "split_seed", path);
  check(file.vocabulary > 0 && file.vocabulary <= kLargestVocabulary, "[", path, "] has a vocabulary of ",
        file.vocabulary, ": expected 1 to ", kLargestVocabulary, ".");
  std::shared_ptr<const TokenFile> tokens;
  for (const StoredTensor& tensor : stored) {
    if (tensor.name == kTokens) {
      tokens = std::make_shared<const TokenFile>(bytes, tensor.bytes, file.vocabulary, path);
      continue;
    }
    check(std::find(std::begin(kTokenizerFiles), std::end(kTokenizerFiles), tensor.name) !=
              std::end(kTokenizerFiles),
          "[", path, "] holds \"", tensor.name, "\": expected tokens and the files of a tokenizer.");
    file.pieces.emplace(tensor.name, tensor.bytes);
  }
  check(tokens != nullptr, "[", path, "] holds no tokens.");
  check_ids(*tokens, file.vocabulary, *bytes, path);
  file.corpus = read_packed(corpus, std::move(tokens), path);
  return file;
}

PackedFile read_packed_file(const std::string& path) {
  return read_packed_file(MappedFile::open(path), path);
}

}  // namespace heed
