#include "engine/format/model_folder.h"

#include <cmath>

#include "engine/base/file.h"
#include "engine/base/random.h"
#include "engine/format/half.h"
#include "engine/format/safetensors.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using heed::test::contains;
using heed::test::message_of;
using heed::test::TempFolder;

namespace {

ModelFiles small_model() {
  Random random(8);
  std::vector<float> values(64 * 64);
  for (float& value : values) value = static_cast<float>(random.normal());
  ModelFiles model;
  model.config = {{"architecture", "test"}, {"sizes", {1, 2}}};
  model.tokenizer_json = "{}";
  model.weights = {{"embedding.weight", Tensor::of<float>({64, 64}, values)},
                   {"bias", Tensor::of<float>({3}, {1, 2, 1.0f / 3})},
                   {"ids", Tensor::of<int64_t>({2}, {5, 6})}};
  model.readme = "# Card\n";
  return model;
}

// The largest difference of any float tensor between what is written and what is read.
float loss_of(const std::string& storage, int64_t* bytes) {
  TempFolder folder;
  ModelFiles model = small_model();
  write_model_folder(folder.path("m"), model, storage);
  ModelFiles read = read_model_folder(folder.path("m"));
  CHECK(read.config == model.config);
  CHECK(read.tokenizer_json == model.tokenizer_json);
  CHECK(read.readme == model.readme);
  CHECK(read.weights.size() == model.weights.size());
  CHECK(read.weights.at("ids").values<int64_t>() == model.weights.at("ids").values<int64_t>());
  *bytes = read.weight_bytes;
  float worst = 0;
  for (const char* name : {"embedding.weight", "bias"})
    for (int64_t i = 0; i < model.weights.at(name).count(); ++i)
      worst = std::max(
          worst, std::abs(read.weights.at(name).data<float>()[i] - model.weights.at(name).data<float>()[i]));
  return worst;
}

std::string complaint(const std::map<std::string, std::string>& files) {
  return message_of([&] { read_model_files("m", files); });
}

}  // namespace

TEST_CASE("a model comes back, exactly or within its storage's precision", "[model_folder]") {
  int64_t exact = 0, half = 0, quantised = 0;
  CHECK(loss_of("float32", &exact) == 0);
  CHECK(loss_of("float16", &half) < 0.002f);
  CHECK(loss_of("int8", &quantised) < 0.02f);
  CHECK(half < exact - 8000);
  CHECK(quantised < half - 3500);
}

TEST_CASE("int8 leaves small tensors and vectors alone", "[model_folder]") {
  TempFolder folder;
  write_model_folder(folder.path("m"), small_model(), "int8");
  auto stored = read_safetensors_file(folder.path("m/model.safetensors"));
  CHECK(stored.metadata.at("format") == "pt");
  CHECK(stored.tensors.at("embedding.weight").dtype() == DType::kInt8);
  CHECK(stored.tensors.at("embedding.weight.scale").shape() == Shape{64});
  CHECK(stored.tensors.at("bias").dtype() == DType::kFloat32);
}

TEST_CASE("int8 keeps a scale per column of narrow tables, and float16 of a single column",
          "[model_folder]") {
  const TempFolder folder;
  ModelFiles model = small_model();
  model.weights["votes"] = Tensor::of<float>({1200, 1}, std::vector<float>(1200, 0.25f));
  std::vector<float> per_class(2400, 0.5f);
  for (size_t i = 1; i < per_class.size(); i += 2) per_class[i] = 100;
  model.weights["class_votes"] = Tensor::of<float>({1200, 2}, per_class);
  write_model_folder(folder.path("m"), model, "int8");
  const auto stored = read_safetensors_file(folder.path("m/model.safetensors"));
  CHECK(stored.tensors.at("votes").dtype() == DType::kFloat16);
  CHECK(stored.tensors.count("votes.scale") == 0);
  CHECK(stored.tensors.at("class_votes").dtype() == DType::kInt8);
  CHECK(stored.tensors.at("class_votes.scale").shape() == Shape{2});
  CHECK(read_model_folder(folder.path("m")).weights.at("class_votes").values<float>()[2] == Approx(0.5f));
  CHECK(read_model_folder(folder.path("m")).weights.at("votes").values<float>()[7] == 0.25f);
}

TEST_CASE("bfloat16 and float64 weights of others are read as float32", "[model_folder]") {
  std::string weights = write_safetensors({{"a", narrow(Tensor::of<float>({1}, {0.5f}), DType::kBFloat16)},
                                           {"b", Tensor::of<double>({1}, {0.25})}});
  ModelFiles model = read_model_files(
      "m", {{"config.json", "{}"}, {"tokenizer.json", "{}"}, {"model.safetensors", weights}});
  CHECK(model.weights.at("a").values<float>()[0] == 0.5f);
  CHECK(model.weights.at("b").values<float>()[0] == 0.25f);
  CHECK(model.readme.empty());
}

TEST_CASE("a broken model is refused with the file's name", "[model_folder]") {
  std::string good = write_safetensors({{"w", Tensor::of<float>({1}, {1})}});
  auto with = [&](const std::string& config, const std::string& weights) {
    return complaint({{"config.json", config}, {"tokenizer.json", "{}"}, {"model.safetensors", weights}});
  };
  CHECK(with("{}", good).empty());
  CHECK(contains(with("not json", good), "[m/config.json] is not JSON"));
  CHECK(contains(with("[1]", good), "[m/config.json] holds the list [1], expected an object"));
  CHECK(contains(with("{}", good.substr(0, good.size() - 1)), "[m/model.safetensors] "));
  CHECK(contains(with("{}", write_safetensors({{"w", Tensor::of<float>({2}, {1, std::nanf("")})}})),
                 "[m/model.safetensors: w] of shape [2] holds nan at element 1"));
  CHECK(contains(with("{}", write_safetensors({{"w", Tensor::of<int8_t>({2}, {1, 2})}})),
                 "has no \"w.scale\""));
  CHECK(complaint({{"config.json", "{}"}}) ==
        "[m] has no tokenizer.json: a model is config.json, tokenizer.json and model.safetensors.");
}

TEST_CASE("a folder that is not a model is refused", "[model_folder]") {
  TempFolder folder;
  CHECK(contains(message_of([&] { read_model_folder(folder.path("no")); }),
                 "/no] is not there: expected a model"));
  CHECK(contains(message_of([&] { read_model_folder(folder.write("f", "x")); }),
                 "/f] is a file: expected a model"));
  CHECK(contains(message_of([&] { read_model_folder(folder.path()); }), "config.json] cannot be read: "));
}

TEST_CASE("a model that cannot be written leaves the old one", "[model_folder]") {
  TempFolder folder;
  write_model_folder(folder.path("m"), small_model());
  std::string before = folder.read("m/model.safetensors");
  ModelFiles bad = small_model();
  bad.weights["bias"] = Tensor::of<float>({1}, {70000});
  CHECK(contains(message_of([&] { write_model_folder(folder.path("m"), bad, "float16"); }),
                 "[bias] holds 70000"));
  bad.weights["bias"] = Tensor::of<float>({1}, {std::nanf("")});
  CHECK(contains(message_of([&] { write_model_folder(folder.path("m"), bad); }),
                 "[bias] of shape [1] holds nan"));
  bad.weights.erase("bias");
  bad.config["label"] = "\xff";
  CHECK(contains(message_of([&] { write_model_folder(folder.path("m"), bad); }),
                 "config.json] cannot be written"));
  CHECK_THROWS_AS(write_model_folder(folder.path("m"), small_model(), "int4"), UsageError);
  CHECK(folder.read("m/model.safetensors") == before);
  CHECK(folder.names() == std::vector<std::string>{"m"});
}
