// Models of real size against PyTorch, on every target: those that tests/fixtures/encoders/make_real.py wrote
// to the folder HEED_ENCODERS. `./dev bench bert` makes them; without them nothing is compared.
#include <filesystem>

#include "engine/base/file.h"
#include "engine/format/json.h"
#include "engine/format/weight_files.h"
#include "engine/models/bert.h"
#include "engine/tensor/recycler.h"
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/fixtures.h"

using namespace heed;
using namespace heed::test;

namespace {

Bert open(const std::string& folder, const Device& device) {
  const std::string file = folder + "/config.json";
  const nlohmann::json config = parse_json(read_file(file), file);
  const BertFamily& family = config.at("model_type") == "bert" ? bert_family() : distilbert_family();
  Bert bert(read_bert_config(family, config, file), std::nullopt);
  load_library_weights(bert, family.layout, WeightFiles::open(folder), device, false, folder);
  return bert;
}

void compare(const Bert& bert, const Device& device, const SafeTensors& reference, int32_t S) {
  Trace trace;
  trace.watch(".attention.weights");
  Recycler memory;
  Context ctx;
  ctx.device = &device;
  ctx.memory = &memory;
  ctx.trace = &trace;
  const std::string length = std::to_string(S);
  TextBatch batch;
  batch.ids = reference.tensors.at("ids." + length);
  batch.sentences = Spans::packed({S});
  batch.places = Tensor::of<int32_t>({1}, {S / 2});  // the mask stands in the middle
  const Tensor logits = bert.forward(ctx, batch).value();
  CHECK(absolute_difference(logits.reshaped({logits.count()}), reference.tensors.at("logits." + length)) <=
        1e-4);
  for (int64_t l = 0; l < bert.config().layers; ++l) {
    const std::string layer = std::to_string(l);
    const Tensor& want = reference.tensors.at("attention." + length + "." + layer);
    const Tensor* got = trace.find("encoder." + layer + ".attention.weights");
    CHECK(absolute_difference(*got, want.reshaped({want.count()})) <= 1e-5);
  }
}

}  // namespace

TEST_CASE("PyTorch: BERT-base and DistilBERT of real size", "[oracle][models][bert][real]") {
  const std::string folder = environment_or("HEED_ENCODERS", "");
  if (folder.empty()) {
    WARN("skipped: HEED_ENCODERS names no folder of tests/fixtures/encoders/make_real.py");
    return;
  }
  const Device device = cpu::device();
  for (const char* name : {"bert-base", "bert-base-mlm", "distilbert"}) {
    CAPTURE(name);
    const std::string model = folder + "/" + name;
    const Bert bert = open(model, device);
    const SafeTensors reference = read_safetensors_file(model + "/reference.safetensors");
    for (const int32_t S : {16, 128}) compare(bert, device, reference, S);
  }
}
