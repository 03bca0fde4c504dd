// Opened models on a GPU say what they say on the CPU.
#ifndef __EMSCRIPTEN__

#include <filesystem>

#include "engine/base/file.h"
#include "engine/format/json.h"
#include "engine/kernels/cpu/cpu_device.h"
#include "engine/session/models/inside/model_impl.h"
#include "engine/session/models/inside/text_network.h"
#include "engine/session/training/training.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/kernels/devices.h"
#include "tests/engine/message.h"
#include "tests/engine/session/tiny_folder.h"
#include "tests/engine/tensor/oracle.h"

using namespace heed;
using namespace heed::session;
using namespace heed::test;

namespace {

std::unique_ptr<ModelImpl> open_tiny(const std::string& folder, const Device& device,
                                     Precision precision = Precision::kAsStored) {
  return open_folder(folder, 1, precision, device);
}

template <class T>
void check_same(const std::vector<T>& found, const std::vector<T>& expected) {
  REQUIRE(found.size() == expected.size());
  for (size_t i = 0; i < found.size(); ++i) CHECK(found[i] == Approx(expected[i]).margin(1e-5));
}

void check_same(const Analysis& found, const Analysis& expected) {
  REQUIRE(found.classes.size() == expected.classes.size());
  for (size_t c = 0; c < found.classes.size(); ++c)
    CHECK(found.classes[c].probability == Approx(expected.classes[c].probability).margin(1e-5));
  check_same(found.received, expected.received);
  REQUIRE(found.attention.size() == expected.attention.size());
  for (size_t l = 0; l < found.attention.size(); ++l)
    check_same(found.attention[l].weights, expected.attention[l].weights);
}

}  // namespace

TEST_CASE("A model of the BERT family classifies and attends on a GPU as it does on the CPU",
          "[session][gpu]") {
  const TempFolder folder;
  const std::string tiny = write_tiny(folder, "distilbert_tiny");
  AnalysisOptions options, heads;
  options.every_layer = true;
  heads.whole_maps = 2;  // queries and keys are recorded, weights computed when they are asked for
  const auto expected = open_tiny(tiny, cpu::device());
  for (const Device& device : gpus()) {
    CAPTURE(device.description);
    const auto found = open_tiny(tiny, device);
    for (const AnalysisOptions& o : {options, heads})
      check_same(found->analyse("w7 w8 w9 w40 w7", o), expected->analyse("w7 w8 w9 w40 w7", o));
  }
}

TEST_CASE("A masked language model fills masks on a GPU as it does on the CPU", "[session][gpu]") {
  const TempFolder folder;
  const std::string tiny = write_tiny(folder, "bert_tiny");
  const auto expected = open_tiny(tiny, cpu::device())->fill_mask("w7 [MASK] w9 [MASK]", 5);
  for (const Device& device : gpus()) {
    const auto found = open_tiny(tiny, device)->fill_mask("w7 [MASK] w9 [MASK]", 5);
    REQUIRE(found.masks.size() == 2);
    for (size_t m = 0; m < 2; ++m)
      for (size_t i = 0; i < 5; ++i) {
        CHECK(found.masks[m].candidates[i].id == expected.masks[m].candidates[i].id);
        CHECK(found.masks[m].candidates[i].probability ==
              Approx(expected.masks[m].candidates[i].probability).epsilon(1e-4));
      }
  }
}

TEST_CASE("8-bit matrices are refused where there are no kernels for them", "[session][gpu]") {
  const TempFolder folder;
  const std::string tiny = write_tiny(folder, "distilbert_tiny");
  const std::string message = message_of([&] { open_tiny(tiny, played_gpu(), Precision::kInt8); });
  INFO(message);
  CHECK(contains(message, "8-bit"));
  CHECK(contains(message, "--device cpu"));
}

TEST_CASE("Heed's own classifiers say on a GPU what they say on the CPU", "[session][gpu]") {
  const std::string shipped = source_path("assets/models/emotions");
  if (!std::filesystem::exists(shipped + "/config.json")) {
    WARN("not run: " + shipped + " is not there");
    return;
  }
  auto open = [&](const Device& device) {
    return make_model_impl("m", read_model_folder(shipped), shipped, device);
  };
  const std::string text = "I am so happy that you came, and afraid that you will go.";
  const Analysis expected = open(cpu::device())->analyse(text, {});
  for (const Device& device : gpus()) check_same(open(device)->analyse(text, {}), expected);
}

TEST_CASE("A device that is not there is named, with the command that asked for it", "[session][gpu]") {
  const std::string shipped = source_path("assets/models/emotions");
  CHECK(contains(message_of([&] { Model::open(shipped, 0, Precision::kAsStored, "tpu"); }),
                 "[model] the device \"tpu\" is unknown"));
  if (open_gpu("").problem.empty()) return;
  const std::string message = message_of([&] { evaluate(shipped, {"x"}, "csv", {}, "cuda"); });
  CHECK(contains(message, "[evaluate] the device \"cuda\" is not available: "));
  CHECK(contains(message, "--device cpu"));
}

#endif
