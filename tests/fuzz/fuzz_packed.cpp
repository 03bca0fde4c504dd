// libFuzzer over packed corpora: whatever the bytes are, they are tokens that a network has rows for, in
// parts that lie within them, or an Error. Input: the file; or, if it begins with '{', what it says of
// itself, a zero byte, and the tokens, which get the hash that belongs to them.
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/fnv1a.h"
#include "engine/format/safetensors.h"
#include "engine/tasks/packed_file.h"

namespace {

std::string with_hash(const std::string& input) {
  const size_t zero = input.find('\0');
  if (input.empty() || input[0] != '{' || zero == std::string::npos) return input;
  const std::string corpus = input.substr(0, zero);
  const std::vector<uint8_t> tokens(input.begin() + static_cast<std::ptrdiff_t>(zero) + 1, input.end());
  const auto bytes = heed::Tensor::of<uint8_t>({static_cast<int64_t>(tokens.size())}, tokens);
  heed::Fnv1a hash;
  hash.take(input.substr(zero + 1));
  hash.take(corpus);
  return heed::write_safetensors({{"tokens", bytes}},
                                 {{"corpus", corpus}, {"hash", std::to_string(hash.value())}});
}

void read_all(const heed::PackedFile& file) {
  heed::PackedCorpus corpus = file.corpus;
  corpus.ends = {1, 2};
  int64_t end = corpus.train;
  for (const auto& part : corpus.held_out) {
    if (part.first != end) __builtin_trap();
    end += part.count;
    corpus.row(part.first, part.count);
  }
  if (end != corpus.tokens->size()) __builtin_trap();
  for (const auto& text : corpus.row(0, corpus.train))
    for (int32_t id : text)
      if (id < 0 || (id >= file.vocabulary && id > 2)) __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    const std::string input(reinterpret_cast<const char*>(data), size);
    read_all(heed::read_packed_file(heed::MappedFile::of(with_hash(input)), "fuzz"));
  } catch (const heed::Error&) {  // what it should say
  }
  return 0;
}
