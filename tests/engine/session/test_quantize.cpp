// A folder of the BERT family as int8: what `heed quantize` writes, what is made int8 while it is opened, and
// what comes in pieces are one model, near the one of float32.
#include "engine/session/models/quantize.h"

#include <filesystem>
#include <set>

#include "engine/base/file.h"
#include "engine/format/weight_files.h"
#include "engine/session/models/incoming.h"
#include "engine/session/writing/writer.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/session/tiny_folder.h"
#include "tests/engine/tensor/oracle.h"

using namespace heed;
using namespace heed::session;
using namespace heed::test;

namespace {

const std::string kText = "w7 w8 w9 w40 w7";

Model in_pieces(const std::string& folder, Precision precision) {
  IncomingModel incoming("m", precision);
  std::set<std::string> others;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    others.insert(entry.path().filename());
  others.erase("config.json");
  std::vector<std::string> files = {"config.json"};
  files.insert(files.end(), others.begin(), others.end());
  for (const std::string& file : files) {
    const std::string bytes = read_file(folder + "/" + file);
    incoming.begin(file, bytes.size());
    for (size_t at = 0; at < bytes.size();) {
      const size_t count = std::min({incoming.room_size(), size_t{777}, bytes.size() - at});
      std::memcpy(incoming.room(), bytes.data() + at, count);
      incoming.wrote(count);
      at += count;
    }
  }
  return incoming.open();
}

std::vector<double> probabilities(const Model& model) {
  std::vector<double> p;
  for (const auto& c : model.analyse(kText).classes) p.push_back(c.probability);
  return p;
}

}  // namespace

TEST_CASE("the four ways to int8 are one model, near that of float32", "[session][bert][int8]") {
  const TempFolder folder;
  const std::string wide = write_tiny(folder, "distilbert_tiny"), small = folder.path("small");
  const Quantized sizes = quantize(wide, small);
  CHECK(sizes.bytes_after < sizes.bytes_before / 2);  // of a tiny model much is names and biases
  const auto want = probabilities(Model::open(wide, 1)), got = probabilities(Model::open(small, 1));
  REQUIRE(got.size() == 2);
  CHECK(got != want);  // it is int8 that computes
  CHECK(got[0] == Approx(want[0]).margin(0.02));
  CHECK(probabilities(Model::open(small, 3)) == got);
  CHECK(probabilities(Model::open(wide, 1, Precision::kInt8)) == got);
  CHECK(probabilities(Model::open(small, 1, Precision::kInt8)) == got);
  CHECK(probabilities(in_pieces(wide, Precision::kInt8)) == got);
  CHECK(probabilities(in_pieces(small, Precision::kAsStored)) == got);
  CHECK(probabilities(in_pieces(wide, Precision::kAsStored)) == want);
}

TEST_CASE("int8 of matrices that are stored by inputs or several in one: four ways, one model, all of 8 bits",
          "[session][writing][int8]") {
  const TempFolder folder;
  const std::string name = GENERATE("gpt2_tiny", "llama_tiny", "modernbert_tiny");
  const bool writes = name != "modernbert_tiny";
  const std::string wide = writes ? write_tiny_writer(folder, name) : write_tiny_modern(folder);
  const std::string small = folder.path("small");
  quantize(wide, small);
  CAPTURE(name);
  const auto answers = [&](const Model& model) {
    std::vector<double> p;
    if (writes) {
      const Writer writer(model, "w3 w4 w5 w6 w7 w8", {});
      for (const NextToken& one : writer.candidates(96)) p.push_back(one.probability);
    } else {
      const auto filled = model.fill_mask("w7 [MASK] w9 w10", 48);
      for (const auto& one : filled.masks.at(0).candidates) p.push_back(one.probability);
    }
    return p;
  };
  const auto all_narrow = [](const Model& model) {
    for (const ModelWeight& weight : model.weights())
      if (weight.shape.size() == 2 && weight.shape[0] >= 16 && weight.shape[0] * weight.shape[1] >= 1024) {
        CAPTURE(weight.name);
        CHECK(weight.type == "I8");
      }
  };
  const auto want = answers(Model::open(wide, 1)), got = answers(Model::open(small, 1));
  CHECK(got != want);
  REQUIRE(got.size() == want.size());
  CHECK(got[0] == Approx(want[0]).margin(0.05));
  for (const Model& model : {Model::open(small, 1), Model::open(wide, 1, Precision::kInt8),
                             in_pieces(wide, Precision::kInt8), in_pieces(small, Precision::kAsStored)}) {
    CHECK(answers(model) == got);
    all_narrow(model);
  }
}

TEST_CASE("words are looked up in, and predicted from, the same int8 table", "[session][bert][int8]") {
  const TempFolder folder;
  const std::string wide = write_tiny(folder, "bert_tiny"), small = folder.path("small");
  quantize(wide, small);
  const auto want = Model::open(wide).fill_mask("w7 [MASK] w9", 48).masks.at(0).candidates;
  const auto got = Model::open(small).fill_mask("w7 [MASK] w9", 48).masks.at(0).candidates;
  REQUIRE(got.size() == want.size());
  for (const auto& candidate : want) {
    const auto same =
        std::find_if(got.begin(), got.end(), [&](const auto& c) { return c.id == candidate.id; });
    REQUIRE(same != got.end());
    CHECK(same->probability == Approx(candidate.probability).margin(0.03));
  }
}

TEST_CASE("an int8 folder keeps names, texts, and what is not worth it", "[session][int8]") {
  const TempFolder folder;
  const std::string wide = write_tiny(folder, "distilbert_tiny"), small = folder.path("small");
  write_file_atomically(wide + "/README.md", "# A card\n");
  quantize(wide, small);
  for (const char* file : {"config.json", "vocab.txt", "README.md"})
    CHECK(read_file(small + "/" + file) == read_file(wide + "/" + file));
  const WeightFiles before = WeightFiles::open(wide), after = WeightFiles::open(small);
  for (const std::string& name : before.names()) {
    const Tensor stored = after.stored(name);
    CAPTURE(name);
    CHECK(stored.shape() == before.shape(name));
    const bool narrow = worth_quantising(stored.shape(), DType::kFloat32);
    CHECK(stored.dtype() == (narrow ? DType::kInt8 : DType::kFloat32));
    CHECK(after.read_int8(name).has_value() == narrow);
    if (!narrow) CHECK(identical(stored, before.stored(name)));
  }
  CHECK(after.stored("classifier.weight").dtype() == DType::kFloat32);
  quantize(small, folder.path("again"));
  CHECK(read_file(folder.path("again") + "/model.safetensors") == read_file(small + "/model.safetensors"));
}

TEST_CASE("weights that are not finite are named before anything is written", "[session][int8]") {
  const TempFolder folder;
  const std::string wide = write_tiny(folder, "distilbert_tiny");
  auto tensors = read_safetensors_file(wide + "/model.safetensors").tensors;
  const std::string name = "distilbert.embeddings.word_embeddings.weight";
  tensors.at(name).data<float>()[40] = std::nanf("");
  write_file_atomically(wide + "/model.safetensors", write_safetensors(tensors));
  for (const auto& attempt : std::vector<std::function<void()>>{
           [&] { quantize(wide, folder.path("out")); }, [&] { Model::open(wide, 1, Precision::kInt8); },
           [&] { in_pieces(wide, Precision::kInt8); }}) {
    const std::string message = message_of(attempt);
    CHECK(contains(message, name));
    CHECK(contains(message, "at element "));
  }
  CHECK_FALSE(std::filesystem::exists(folder.path("out")));
}
