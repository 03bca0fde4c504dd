#include "engine/tasks/packed_file.h"

#include <nlohmann/json.hpp>

#include "engine/base/fnv1a.h"
#include "engine/format/safetensors.h"
#include "engine/tasks/packing.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/tasks/word_texts.h"
#include "tests/engine/temp_folder.h"

using namespace heed;

namespace {

PackedFile small_file(const test::TempFolder& folder, const Packing& how = {0.3, 1, "", nullptr, nullptr}) {
  const auto text = test::small_pieces();
  PackedFile file;
  file.corpus = pack_corpus(
      {folder.write("a.txt", test::counting_text(20, 1)), folder.write("b.txt", test::counting_text(10, 2))},
      *text, how, nullptr);
  file.pieces = {{"tokenizer.json", "{}"}, {"vocab.txt", "w0\nw1\n"}};
  file.vocabulary = text->size();
  file.held_out = how.held_out;
  file.split_seed = how.seed;
  return file;
}

std::string error_of(const std::string& bytes) {
  return test::message_of([&] { read_packed_file(MappedFile::of(bytes), "t.packed"); });
}

// With the hash that belongs to it, as a program of others might write it.
std::string written(const std::map<std::string, Tensor>& tensors, const nlohmann::json& corpus) {
  Fnv1a hash;
  for (const auto& [name, tensor] : tensors)
    hash.take({static_cast<const char*>(tensor.raw()), tensor.bytes()});
  hash.take(corpus.dump());
  return write_safetensors(tensors, {{"corpus", corpus.dump()}, {"hash", std::to_string(hash.value())}});
}

Tensor bytes_tensor(const std::vector<uint8_t>& bytes) {
  return Tensor::of<uint8_t>({static_cast<int64_t>(bytes.size())}, bytes);
}

}  // namespace

TEST_CASE("a packed corpus is read as it was written, tokens left on the disk", "[packed]") {
  const test::TempFolder folder;
  for (const std::string& scratch : {std::string(), folder.path("scratch")}) {
    const PackedFile file = small_file(folder, {0.3, 1, scratch, nullptr, nullptr});
    const std::string path = folder.path("t.packed");
    write_packed_file(path, file);
    CHECK(is_packed_file(path));
    const PackedFile read = read_packed_file(path);
    CHECK(read.pieces == file.pieces);
    CHECK(read.vocabulary == file.vocabulary);
    CHECK(read.held_out == 0.3);
    CHECK(read.split_seed == 1);
    CHECK(describe_packed(read.corpus) == describe_packed(file.corpus));
    CHECK(read.corpus.tokens->bytes() == file.corpus.tokens->bytes());
  }
}

TEST_CASE("a packed corpus that was cut, changed or is another file is one clear error", "[packed]") {
  const test::TempFolder folder;
  const std::string path = folder.path("t.packed");
  write_packed_file(path, small_file(folder));
  const std::string whole = folder.read("t.packed");
  REQUIRE(error_of(whole).empty());
  for (size_t size = 0; size < whole.size(); size += 1 + size / 7) {
    CAPTURE(size);
    CHECK(test::contains(error_of(whole.substr(0, size)), "[t.packed]"));
    folder.write("cut", whole.substr(0, size));
    CHECK(is_packed_file(folder.path("cut")) == (size > 5));
  }
  for (size_t at = 0; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    CAPTURE(at);
    CHECK(test::contains(error_of(changed), "[t.packed]"));
  }
  std::string last = whole;
  last.back() = static_cast<char>(last.back() ^ 1);
  CHECK(test::contains(error_of(last), "is damaged: it does not hold what was written"));
  const std::string foreign = write_safetensors({{"weight", bytes_tensor({1, 2})}});
  folder.write("foreign", foreign);
  CHECK(is_packed_file(folder.path("foreign")));
  CHECK(test::contains(error_of(foreign), "is no packed corpus: expected what `heed pack` writes"));
  for (const char* text : {"", "w1", "{\"a\": 1}\n", "today is fine\n"})
    CHECK_FALSE(is_packed_file(folder.write("text", text)));
}

TEST_CASE("what does not fit together in a packed corpus is named", "[packed]") {
  const nlohmann::json usual = {{"vocabulary", 4},
                                {"train", 2},
                                {"documents", 1},
                                {"fingerprint", 3},
                                {"split_seed", 0},
                                {"share_held_out", 0.5},
                                {"held_out", {{{"name", "a"}, {"first", 2}, {"count", 1}}}}};
  const Tensor tokens = bytes_tensor({0, 0, 3, 0, 1, 0});
  CHECK(error_of(written({{"tokens", tokens}}, usual)).empty());
  const auto with = [&](const char* key, const nlohmann::json& value) {
    nlohmann::json corpus = usual;
    corpus[key] = value;
    return error_of(written({{"tokens", tokens}}, corpus));
  };
  CHECK(test::contains(with("vocabulary", 3), "has the token 3: expected less than 3"));
  CHECK(test::contains(with("vocabulary", 70000), "expected 4 for each token"));
  CHECK(test::contains(with("vocabulary", 0), "has a vocabulary of 0"));
  for (int64_t train : {int64_t{-1}, int64_t{1}, int64_t{4}, int64_t{1} << 62})
    CHECK(test::contains(with("train", train), "has 3 tokens: expected those to train"));
  CHECK(test::contains(with("held_out", {{{"name", "a"}, {"first", 2}, {"count", int64_t{1} << 62}}}),
                       "has 3 tokens"));
  CHECK(test::contains(with("held_out", nullptr), "no list"));
  CHECK(test::contains(with("documents", "many"), "\"documents\" is the string"));
  CHECK(test::contains(error_of(written({{"vocab.txt", tokens}}, usual)), "holds no tokens"));
  CHECK(test::contains(error_of(written({{"../x", tokens}, {"tokens", tokens}}, usual)), "holds \"../x\""));
}
