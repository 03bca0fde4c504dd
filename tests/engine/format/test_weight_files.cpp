// A model's weights in one file or in shards, in every type, and what is wrong with them.
#include "engine/format/weight_files.h"

#include "engine/base/file.h"
#include "engine/format/half.h"
#include "engine/format/quantise.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"
#include "tests/engine/tensor/numbers.h"

using namespace heed;
using namespace heed::test;

namespace {

const Tensor kA = Tensor::of<float>({2, 3}, {1, -2, 3, 0.5f, 0, -0.25f});
const Tensor kB = Tensor::of<float>({2}, {4, 5});

std::string index_of(const std::string& map) {
  return "{\"metadata\": {\"total_size\": 32}, \"weight_map\": " + map + "}";
}

std::map<std::string, std::string> sharded() {
  return {{"model.safetensors.index.json", index_of(R"({"a": "one.safetensors", "b": "two.safetensors"})")},
          {"one.safetensors", write_safetensors({{"a", kA}})},
          {"two.safetensors", write_safetensors({{"b", kB}})}};
}

}  // namespace

TEST_CASE("weights of a folder are read where they lie", "[weights]") {
  const TempFolder folder;
  write_file_atomically(folder.path("model.safetensors"), write_safetensors({{"a", kA}, {"b", kB}}));
  const WeightFiles weights = WeightFiles::open(folder.path());
  CHECK(weights.names() == std::vector<std::string>{"a", "b"});
  CHECK(weights.shape("a") == Shape{2, 3});
  CHECK(weights.bytes() == static_cast<int64_t>(read_file(folder.path("model.safetensors")).size()));
  const Tensor a = weights.read("a");
  weights.forget("a");
  CHECK(identical(a, kA));  // brought in again when it is looked at
  CHECK_FALSE(weights.has("c"));
}

TEST_CASE("half precision and int8 become float32", "[weights]") {
  const Quantised q = quantise(kA, "a");
  const WeightFiles weights =
      WeightFiles::of("m", {{"model.safetensors", write_safetensors({{"half", narrow(kA, DType::kFloat16)},
                                                                     {"brain", narrow(kA, DType::kBFloat16)},
                                                                     {"int8", q.values},
                                                                     {"int8.scale", q.scale}})}});
  CHECK(identical(weights.read("half"), kA));
  CHECK(identical(weights.read("brain"), kA));
  CHECK(identical(weights.read("int8"), dequantise(q, "a")));
}

TEST_CASE("a tensor that does not lie on its type's border is copied", "[weights]") {
  std::string bytes = write_safetensors({{"a", kA}});
  uint64_t length = 0;
  std::memcpy(&length, bytes.data(), 8);
  bytes.insert(8 + static_cast<size_t>(length), " ");  // headers need not be padded
  ++length;
  std::memcpy(bytes.data(), &length, 8);
  CHECK(identical(WeightFiles::of("m", {{"model.safetensors", bytes}}).read("a"), kA));
}

TEST_CASE("shards are found through their index", "[weights]") {
  const WeightFiles weights = WeightFiles::of("m", sharded());
  CHECK(identical(weights.read("a"), kA));
  CHECK(identical(weights.read("b"), kB));
  CHECK(weights.file("b") == "m/two.safetensors");
}

TEST_CASE("what is wrong with weights is said with the file's name", "[weights]") {
  auto message = [](std::map<std::string, std::string> files, const char* tensor = "a") {
    return message_of([&] { WeightFiles::of("m", std::move(files)).read(tensor); });
  };
  auto lacks = sharded();
  lacks.erase("two.safetensors");
  CHECK(
      contains(message(lacks), "[m/model.safetensors.index.json] names two.safetensors, which is not there"));
  auto outside = sharded();
  outside["model.safetensors.index.json"] = index_of(R"({"a": "../one.safetensors"})");
  CHECK(contains(message(outside), "expected the name of a file beside the index"));
  auto twice = sharded();
  twice["two.safetensors"] = write_safetensors({{"a", kA}});
  CHECK(contains(message(twice), "holds a, which another shard holds too"));
  auto cut = sharded();
  cut["one.safetensors"].pop_back();
  CHECK(contains(message(cut), "[m/one.safetensors]"));
  CHECK(contains(message({{"pytorch_model.bin", "x"}}), "is a Python pickle"));
  CHECK(contains(message({}), "[m] has no model.safetensors"));
  CHECK(contains(message({{"model.safetensors", write_safetensors({{"a", quantise(kA, "a").values}})}}),
                 "has no \"a.scale\""));
  Tensor nan = kA.clone();
  nan.data<float>()[4] = NAN;
  CHECK(
      contains(message({{"model.safetensors", write_safetensors({{"a", nan}})}}), "m/model.safetensors: a"));
  const Tensor ids = Tensor::of<int32_t>({1}, {7});
  CHECK(
      contains(message({{"model.safetensors", write_safetensors({{"a", ids}})}}), "holds I32: expected F32"));
}

TEST_CASE("a damaged byte anywhere is an error or other numbers, never a crash", "[weights]") {
  const std::string whole = write_safetensors({{"a", kA}, {"b", kB}});
  for (size_t at = 0; at < whole.size(); ++at)
    for (const char damage : {'\0', '\xff', '"', '9'}) {
      std::string bytes = whole;
      bytes[at] = damage;
      const std::string message = message_of([&] {
        const WeightFiles weights = WeightFiles::of("m", {{"model.safetensors", bytes}});
        for (const std::string& name : weights.names()) weights.read(name);
      });
      CHECK((message.empty() || message.rfind("[m/model.safetensors", 0) == 0));
    }
}

TEST_CASE("a tensor of a type that Heed lacks hinders only who reads it", "[weights]") {
  const std::string header =
      R"({"__metadata__":null,"a":{"dtype":"F64","shape":[1],"data_offsets":[0,8]},"b":{"dtype":"F8_E4M3","shape":[2,2],)"
      R"("data_offsets":[8,12]},"c":{"dtype":"BOOL","shape":[1,1,1,2,2],"data_offsets":[12,16]},)"
      R"("d":{"dtype":"F32","shape":[0,3],"data_offsets":[16,16]}}   )";
  const uint64_t length = header.size();
  std::string bytes(sizeof length, '\0');
  std::memcpy(bytes.data(), &length, sizeof length);
  const double one = 1.5;
  bytes += header + std::string(reinterpret_cast<const char*>(&one), sizeof one) + std::string(8, '\1');
  const WeightFiles weights = WeightFiles::of("m", {{"model.safetensors", bytes}});
  CHECK(weights.names().size() == 4);
  CHECK(weights.read("a").values<float>() == std::vector<float>{1.5F});
  CHECK(weights.read("d").shape() == Shape{0, 3});
  CHECK(contains(message_of([&] { weights.read("b"); }),
                 "[m/model.safetensors] b holds F8_E4M3: expected F32, F16, BF16, F64 or I8"));
  CHECK(contains(message_of([&] { weights.read("c"); }), "c holds BOOL of 5 axes"));
  CHECK_FALSE(weights.is_of_known_type("b"));
}
