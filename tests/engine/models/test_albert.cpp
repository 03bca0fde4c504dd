// ALBERT with its shared layers against PyTorch: every state, every attention weight, logits, loss, gradients
// summed over the layers' uses; and its weights back under their names.
#include "engine/base/file.h"
#include "engine/format/json.h"
#include "engine/models/architecture.h"
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/message.h"
#include "tests/engine/tensor/oracle.h"

using namespace heed;
using namespace heed::test;

namespace {

nlohmann::json albert_config() {
  return parse_json(read_file(fixture_path("albert_tiny_config.json")), "albert_tiny");
}

struct Albert {
  const Architecture& architecture = architecture_of(albert_config(), "albert_tiny");
  std::unique_ptr<Network> network =
      architecture.make(albert_config(), "albert_tiny", {}, std::nullopt, DType::kFloat32);

  // By our names, those that the network has.
  std::map<std::string, Tensor> ours(const std::map<std::string, Tensor>& tensors,
                                     const std::string& prefix) const {
    std::vector<std::string> names;
    for (const auto& [name, tensor] : tensors)
      if (name.rfind(prefix, 0) == 0) names.push_back(name.substr(prefix.size()));
    std::map<std::string, Tensor> found;
    for (const auto& [name, place] : find_weights(architecture.library->layout().names, names))
      for (const Variable& parameter : network->parameters().all())
        if (parameter.node().name == name) found[name] = tensors.at(prefix + place.name);
    return found;
  }
};

// Rows of [B, T, D] or [B, T] that are no padding, and the places of labels among them.
struct Unpadded {
  TextBatch batch;
  std::vector<int64_t> rows;
  Tensor labels;

  explicit Unpadded(const Oracle& io) {
    const int64_t B = io["in.input_ids"].size(0), T = io["in.input_ids"].size(1);
    const Tensor ids = io.ids("in.input_ids"), types = io.ids("in.token_type_ids"),
                 mask = io.ids("in.attention_mask"), wanted = io.ids("in.labels");
    std::vector<int32_t> kept, kept_types, places, asked, lengths(static_cast<size_t>(B), 0);
    for (int64_t i = 0; i < B * T; ++i) {
      if (mask.data<int32_t>()[i] == 0) continue;
      if (wanted.data<int32_t>()[i] >= 0) {
        places.push_back(static_cast<int32_t>(kept.size()));
        asked.push_back(wanted.data<int32_t>()[i]);
      }
      rows.push_back(i);
      kept.push_back(ids.data<int32_t>()[i]);
      kept_types.push_back(types.data<int32_t>()[i]);
      ++lengths[static_cast<size_t>(i / T)];
    }
    const auto N = static_cast<int64_t>(kept.size()), M = static_cast<int64_t>(places.size());
    batch.ids = Tensor::of<int32_t>({N}, kept);
    batch.types = Tensor::of<int32_t>({N}, kept_types);
    batch.sentences = Spans::packed(lengths);
    batch.places = Tensor::of<int32_t>({M}, places);
    labels = Tensor::of<int32_t>({M}, asked);
  }

  Tensor of(const Tensor& padded) const {
    const int64_t D = padded.shape().columns();
    Tensor kept({static_cast<int64_t>(rows.size()), D}, DType::kFloat32);
    for (size_t r = 0; r < rows.size(); ++r)
      std::memcpy(kept.data<float>() + static_cast<int64_t>(r) * D, padded.data<float>() + rows[r] * D,
                  static_cast<size_t>(D) * sizeof(float));
    return kept;
  }
};

}  // namespace

TEST_CASE("PyTorch: ALBERT, one layer's weights used three times", "[oracle][models][albert]") {
  const Oracle io("albert_tiny_io");
  const Albert albert;
  const auto stored = Oracle("albert_tiny_model").tensors();
  albert.network->parameters().load(albert.ours(stored, ""), "albert_tiny");
  const Unpadded data(io);
  Bench bench(false);
  bench.trace.watch("");
  bench.ctx.trace = &bench.trace;
  TextBatch everywhere = data.batch;
  everywhere.places = {};
  const Tensor logits = albert.network->forward(bench.ctx, everywhere).value();
  CHECK(absolute_difference(logits, data.of(io["out.mlm_logits"])) <= 1e-4);
  CHECK(relative_difference(*bench.trace.find("embeddings"), data.of(io["out.embeddings"])) <= kForward);
  REQUIRE(albert.network->attention().size() == 3);
  for (const std::string layer : {"0", "1", "2"}) {
    CAPTURE(layer);
    CHECK(relative_difference(*bench.trace.find("encoder." + layer), data.of(io["out.hidden." + layer])) <=
          kForward);
    const Tensor* got = bench.trace.find("encoder." + layer + ".attention.weights");
    REQUIRE(got);
    const Tensor& want = io["out.attention." + layer];  // [B, H, T, T]; the first text has no padding
    for (int64_t i = 0; i < want.count() / 2; ++i)
      REQUIRE(got->data<float>()[i] == Approx(want.data<float>()[i]).margin(1e-5));
  }

  Bench training;
  const Variable loss =
      cross_entropy(training.ctx, albert.network->forward(training.ctx, data.batch), data.labels);
  CHECK(relative_difference(loss.value(), io["out.loss"].reshaped({1})) <= kForward);
  training.tape.backward(loss);
  const auto gradients = albert.ours(io.tensors(), "grad.");
  CHECK(gradients.size() == albert.network->parameters().all().size());
  for (const auto& [name, want] : gradients) {
    CAPTURE(name);
    const Tensor got = dense_gradient(albert.network->parameters().find(name));
    if (name.find(".key.bias") != std::string::npos)
      CHECK(absolute_difference(got, want) <= 1e-6);
    else
      CHECK(relative_difference(got, want) <= kGradient);
  }
}

TEST_CASE("ALBERT's weights go back under the names that they came with", "[models][albert]") {
  const Albert albert;
  auto stored = Oracle("albert_tiny_model").tensors();
  const auto back =
      stored_weights(albert.architecture.library->layout().names, albert.ours(stored, ""), false);
  stored.erase("albert.pooler.weight");  // a masked language model has none
  stored.erase("albert.pooler.bias");
  REQUIRE(back.size() == stored.size());
  for (const auto& [name, tensor] : stored) CHECK(identical(back.at(name), tensor));
}

TEST_CASE("ALBERT's groups of several layers are refused", "[models][albert]") {
  nlohmann::json config = albert_config();
  config["inner_group_num"] = 2;
  CHECK(contains(
      message_of([&] { architecture_of(config, "c").make(config, "c", {}, std::nullopt, DType::kFloat32); }),
      "inner_group_num"));
}
