#include "engine/format/safetensors.h"

#include "engine/base/random.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/message.h"

using namespace heed;
using heed::test::contains;
using heed::test::message_of;

namespace {

std::string file_of(const std::string& header, size_t data_bytes = 0) {
  std::string bytes(8, '\0');
  uint64_t length = header.size();
  std::memcpy(bytes.data(), &length, 8);
  return bytes + header + std::string(data_bytes, '\1');
}

// The message for one tensor "t" in a file with 16 bytes of data, without the file's name.
std::string complaint(const std::string& description) {
  std::string file = file_of(R"({"t":)" + description + "}", 16);
  std::string message = message_of([&] { read_safetensors(file, "f"); });
  CHECK((message.empty() || message.rfind("[f] ", 0) == 0));
  return message.substr(std::min<size_t>(message.size(), 4));
}

std::map<std::string, Tensor> one_of_each() {
  std::map<std::string, Tensor> tensors{
      {"f32", Tensor::of<float>({2, 3}, {1, 2, 3, 4, 5, 6})}, {"f64", Tensor::of<double>({2}, {0.1, -1e300})},
      {"i64", Tensor::of<int64_t>({1, 1, 1, 1}, {-1})},       {"i32", Tensor::of<int32_t>({}, {7})},
      {"i8", Tensor::of<int8_t>({3}, {-128, 0, 127})},        {"u8", Tensor::of<uint8_t>({0, 5}, {})},
      {"with \"quotes\" é", Tensor::of<uint8_t>({1}, {255})}};
  for (DType type : {DType::kFloat16, DType::kBFloat16}) tensors[name_of(type)] = Tensor::zeros({3}, type);
  return tensors;
}

}  // namespace

TEST_CASE("every type comes back as it was written, aligned", "[safetensors]") {
  std::string bytes = write_safetensors(one_of_each(), {{"format", "pt"}, {"note", "ü"}});
  uint64_t header = 0;
  std::memcpy(&header, bytes.data(), 8);
  CHECK(header % 8 == 0);
  SafeTensors read = read_safetensors(bytes, "f");
  CHECK(read.metadata == std::map<std::string, std::string>{{"format", "pt"}, {"note", "ü"}});
  REQUIRE(read.tensors.size() == one_of_each().size());
  for (const auto& [name, tensor] : one_of_each()) {
    const Tensor& back = read.tensors.at(name);
    CHECK(back.shape() == tensor.shape());
    CHECK(back.dtype() == tensor.dtype());
    CHECK(std::memcmp(back.raw(), tensor.raw(), tensor.bytes()) == 0);
  }
  CHECK(write_safetensors(read.tensors, read.metadata) == bytes);
  CHECK(read_safetensors(write_safetensors({}), "f").tensors.empty());
}

TEST_CASE("tensors look into the bytes that they were taken from, and keep them", "[safetensors]") {
  std::string bytes = write_safetensors(one_of_each(), {{"note", "ü"}});
  const char* const first = bytes.data();
  const size_t size = bytes.size();
  std::map<std::string, Tensor> kept;
  {
    SafeTensors taken = take_safetensors(std::move(bytes), "f");
    CHECK(taken.metadata.at("note") == "ü");
    kept = std::move(taken.tensors);
  }
  for (const auto& [name, tensor] : one_of_each()) {
    const Tensor& back = kept.at(name);
    CHECK(back.shape() == tensor.shape());
    CHECK(std::memcmp(back.raw(), tensor.raw(), tensor.bytes()) == 0);
    const auto* place = static_cast<const char*>(back.raw());
    CHECK((place > first && place <= first + size));
  }
  std::string odd = write_safetensors(one_of_each());
  odd.resize(odd.size() - 1);
  CHECK_THROWS_AS(take_safetensors(odd, "f"), Error);
}

TEST_CASE("a file from PyTorch is read", "[safetensors]") {
  SafeTensors read = read_safetensors_file(test::fixture_path("torch_rng.safetensors"));
  CHECK(read.metadata.at("seed") == "42");
  CHECK(read.tensors.at("randn40").shape() == Shape{40});
  CHECK(read.tensors.at("randperm10").dtype() == DType::kInt64);
}

TEST_CASE("a header that cannot be right is refused", "[safetensors]") {
  CHECK(message_of([] { read_safetensors("abc", "f"); }) ==
        "[f] has 3 bytes: a safetensors file begins with 8 that hold the length of its header.");
  std::string huge("\0\0\0\0\0\0\0\x10{}", 10);
  CHECK(message_of([&] { read_safetensors(huge, "f"); }) ==
        "[f] claims a header of 1152921504606846976 bytes, but the file has 2 more: it is cut off, or it is "
        "not a safetensors file.");
  CHECK(contains(message_of([] { read_safetensors(file_of("{"), "f"); }), "[f] is not JSON"));
  CHECK(contains(message_of([] { read_safetensors(file_of("[]"), "f"); }), "expected an object"));
  CHECK(contains(message_of([] { read_safetensors(file_of(R"({"__metadata__":{"a":1}})"), "f"); }),
                 "\"a\" is 1"));
  CHECK(contains(message_of([] { read_safetensors("version https://git-lfs.github.com/spec/v1\n", "f"); }),
                 "Git LFS"));
  std::string twice = R"({"t":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"t":{"dtype":"U8"}})";
  CHECK(contains(message_of([&] { read_safetensors(file_of(twice, 1), "f"); }), "\"t\" twice"));
}

TEST_CASE("a tensor that cannot be right is refused", "[safetensors]") {
  auto described = [](const char* dtype, const char* shape, const char* offsets) {
    return std::string(R"({"dtype":")") + dtype + R"(","shape":)" + shape + R"(,"data_offsets":)" + offsets +
           "}";
  };
  CHECK(complaint(described("F32", "[2,2]", "[0,16]")).empty());
  CHECK(complaint("3") == R"(tensor "t" is 3, expected an object with "dtype", "shape" and "data_offsets".)");
  CHECK(contains(complaint(described("F7", "[4]", "[0,16]")),
                 R"(dtype the string "F7", expected one of F64, I64)"));
  CHECK(contains(complaint(R"({"shape":[4],"data_offsets":[0,16]})"), "dtype null"));
  CHECK(contains(complaint(R"({"dtype":"F32","data_offsets":[0,16]})"), "no list \"shape\""));
  CHECK(contains(complaint(R"({"dtype":"F32","shape":[4]})"), "no list \"data_offsets\""));
  CHECK(contains(complaint(described("F32", "[-4]", "[0,16]")), "the size -4, expected an integer"));
  CHECK(contains(complaint(described("F32", "[4.0]", "[0,16]")), "the size 4.0"));
  CHECK(contains(complaint(described("F32", "[1e30]", "[0,16]")), "the size 1e+30"));
  CHECK(contains(complaint(described("F32", "[18446744073709551615]", "[0,16]")),
                 "the size 18446744073709551615"));
  CHECK(contains(complaint(described("F32", "[1,1,1,1,4]", "[0,16]")),
                 "is F32 of 5 axes, which Heed does not compute with"));
  CHECK(contains(complaint(described("F32", "[4611686018427387904,4]", "[0,16]")),
                 "does not fit into 64 bits"));
  CHECK(contains(complaint(described("F64", "[4611686018427387904]", "[0,16]")), "expected more than 2^61"));
  CHECK(contains(complaint(described("F32", "[3]", "[0,16]")), "has 16 bytes, expected 12."));
  CHECK(contains(complaint(described("F32", "[4]", "[0,17]")), "in a file with 16 bytes of data"));
  CHECK(contains(complaint(described("F32", "[4]", "[16,0]")), "data_offsets [16,0]"));
  CHECK(contains(complaint(described("F32", "[4]", "[0]")), "expected [begin, end]"));
  CHECK(contains(complaint(described("F32", "[4]", "[-1,15]")), "the offset -1"));
  CHECK(contains(complaint(described("F32", "[3]", "[4,16]")), "there is a hole before it"));
  CHECK(contains(complaint(described("F32", "[3]", "[0,12]")), "has 16 bytes of data, its tensors take 12"));
  CHECK(contains(complaint(described("U8", "[10]", "[0,10]") + R"(,"u":)" + described("U8", "[8]", "[8,16]")),
                 "it overlaps another"));
}

TEST_CASE("a file cut off anywhere is refused", "[safetensors]") {
  std::string bytes = write_safetensors(one_of_each());
  for (size_t size = 0; size < bytes.size(); ++size)
    CHECK_THROWS_AS(read_safetensors(std::string_view(bytes).substr(0, size), "f"), Error);
  CHECK_THROWS_AS(read_safetensors(bytes + "x", "f"), Error);
}

TEST_CASE("damaged bytes give an Error or tensors, nothing else", "[safetensors]") {
  const std::string original = write_safetensors(one_of_each(), {{"format", "pt"}});
  Random random(2);
  for (int i = 0; i < 3000; ++i) {
    std::string bytes = original;
    for (uint64_t changes = random.below(4) + 1; changes > 0; --changes)
      bytes[random.below(bytes.size())] = static_cast<char>(random.below(i % 2 == 0 ? 256 : 128));
    std::string message = message_of([&] { read_safetensors(bytes, "f"); });
    CHECK((message.empty() || message.rfind("[f] ", 0) == 0));
  }
}
