// A safetensors file in pieces of any size is what it is as a whole, and what is wrong with it is said at
// once.
#include "engine/format/safetensors_stream.h"

#include <algorithm>
#include <limits>

#include "engine/format/half.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/tensor/numbers.h"

using namespace heed;
using namespace heed::test;

namespace {

const Tensor kFloats = Tensor::of<float>({2, 3}, {1, -2, 3, 0.5f, 0, -0.25f});
const Tensor kIntegers = Tensor::of<int32_t>({2}, {4, 5});
const Tensor kNone({0}, DType::kFloat32);

SafeTensorsStream::Narrow by_rows(const std::string&) {
  return SafeTensorsStream::Narrow::kRows;
}

// Writes what fits, at most `piece` bytes at a time.
void feed(SafeTensorsStream& stream, std::string_view bytes, size_t piece) {
  while (!bytes.empty()) {
    const SafeTensorsStream::Room room = stream.room();
    const size_t count = std::min({room.size, piece, bytes.size()});
    if (count == 0) return;
    std::memcpy(room.data, bytes.data(), count);
    stream.wrote(count);
    bytes.remove_prefix(count);
  }
}

std::string message_for(const std::string& bytes, uint64_t announced) {
  return message_of([&] {
    SafeTensorsStream stream("m", announced);
    feed(stream, bytes, 1000);
    stream.finish();
  });
}

}  // namespace

TEST_CASE("a safetensors file may come in pieces", "[safetensors]") {
  const std::string bytes =
      write_safetensors({{"a", kFloats}, {"b", kIntegers}, {"none", kNone}}, {{"made", "here"}});
  for (const size_t piece : {size_t{1}, size_t{7}, size_t{8}, bytes.size()}) {
    CAPTURE(piece);
    SafeTensorsStream stream("m", bytes.size());
    feed(stream, bytes, piece);
    CHECK(stream.room().size == 0);
    const auto tensors = stream.finish();
    REQUIRE(tensors.size() == 3);
    for (const auto& [name, tensor] : tensors) {
      if (name == "a") CHECK(identical(tensor, kFloats));
      if (name == "b") CHECK(identical(tensor, kIntegers));
    }
  }
}

TEST_CASE("what is wrong with a file in pieces is said as soon as its header is there", "[safetensors]") {
  const std::string bytes = write_safetensors({{"a", kFloats}});
  CHECK(contains(message_for(bytes.substr(0, bytes.size() - 1), bytes.size()), "[m] ended after"));
  CHECK(contains(message_for("abc", 3), "[m] has 3 bytes"));
  CHECK(contains(message_for(bytes, bytes.size() + 4), "its tensors take 24"));
  std::string huge = bytes;
  huge[7] = 0x10;  // 2^60
  CHECK(contains(message_for(huge, 5'000'000'000), "claims a header of 11529"));
  CHECK(contains(message_for("version https://git-lfs.github.com/spec/v1", 130), "Git LFS"));
  SafeTensorsStream stream("m", bytes.size());
  CHECK(contains(message_of([&] { stream.wrote(9); }), "more bytes than the"));
}

TEST_CASE("matrices become int8 while they come, in pieces of any size", "[safetensors][int8]") {
  // Rows of 128 kIntegers: nine of them do not come at once.
  const Tensor large = random_tensor({19, 32768}, 5, DType::kFloat32);
  const Tensor half = narrow(random_tensor({32, 33}, 6, DType::kFloat32), DType::kBFloat16);
  const std::string bytes =
      write_safetensors({{"large", large}, {"half", half}, {"a", kFloats}, {"none", kNone}});
  for (size_t piece : {size_t{100'000}, size_t{1'234'567}, bytes.size()}) {
    SafeTensorsStream stream("m", bytes.size(), by_rows);
    feed(stream, bytes, piece);
    std::map<std::string, Tensor> got;
    for (auto& [name, tensor] : stream.finish()) got.emplace(name, tensor);
    REQUIRE(got.size() == 6);
    const Quantised want_large = quantise(large, "large"), want_half = quantise(widen(half), "half");
    CHECK(identical(got.at("large"), want_large.values));
    CHECK(identical(got.at(std::string("large") + kScaleSuffix), want_large.scale));
    CHECK(identical(got.at("half"), want_half.values));
    CHECK(identical(got.at("a"), kFloats));
    CHECK(got.at("none").count() == 0);
  }
  const std::string message = message_of([&] {
    large.data<float>()[18 * 32768 + 5] = std::numeric_limits<float>::infinity();
    const std::string damaged = write_safetensors({{"large", large}});
    SafeTensorsStream stream("m", damaged.size(), by_rows);
    feed(stream, damaged, damaged.size());
  });
  CHECK(contains(message, "[m: large from row 16 on]"));
}

TEST_CASE("a matrix that is stored by inputs gets a scale per output while it comes", "[safetensors][int8]") {
  const Tensor turned = random_tensor({40, 40}, 7, DType::kFloat32),
               plain = random_tensor({32, 33}, 8, DType::kFloat32);
  const std::string bytes = write_safetensors({{"turned", turned}, {"plain", plain}, {"a", kFloats}});
  for (size_t piece : {size_t{777}, bytes.size()}) {
    SafeTensorsStream stream("m", bytes.size(), [](const std::string& name) {
      return name == "turned" ? SafeTensorsStream::Narrow::kOutputs : SafeTensorsStream::Narrow::kRows;
    });
    feed(stream, bytes, piece);
    std::map<std::string, Tensor> got;
    for (auto& [name, tensor] : stream.finish()) got.emplace(name, tensor);
    REQUIRE(got.size() == 5);
    const Quantised want = quantise_outputs(turned, "turned");
    CHECK(want.scale.shape() == Shape{1, 40});
    CHECK(identical(got.at("turned"), want.values));
    CHECK(identical(got.at(std::string("turned") + kScaleSuffix), want.scale));
    CHECK(relative_difference(dequantise(want, "turned"), turned) < 0.02);
    CHECK(identical(got.at("plain"), quantise(plain, "plain").values));
  }
}
