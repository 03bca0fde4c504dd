// Where weights stand in a network, by their names, and what follows for rates and frozen layers.
#include "engine/optim/weight_layers.h"

#include "engine/kernels/cpu/cpu_device.h"
#include "engine/optim/optimizer.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"

using namespace heed;

namespace {

constexpr const char* kNames[] = {"embeddings.words.weight", "encoder.0.attention.query.weight",
                                  "encoder.1.feed_forward.in.bias", "encoder.2.attention_norm.weight",
                                  "classifier.weight"};

Parameters named_weights() {
  Parameters parameters(uint64_t{1});
  for (const char* name : kNames) parameters.add(name, {2, 3}, Init::kNormal);
  return parameters;
}

}  // namespace

TEST_CASE("The layer of a weight is read off its name", "[optim]") {
  CHECK(layer_of("embeddings.positions.weight") == kBelowLayers);
  CHECK(layer_of("embedding.weight") == kBelowLayers);
  CHECK(layer_of("encoder.0.attention.query.weight") == 0);
  CHECK(layer_of("encoder.11.feed_forward_norm.bias") == 11);
  for (const char* above : {"pooler.weight", "lm.bias", "classifier.weight", "encoder.weight",
                            "encoder..weight", "encoder.3", "encoder.-1.weight", "encoder.2b.weight", ""})
    CHECK_FALSE(layer_of(above).has_value());
  CHECK(count_layers(named_weights()) == 3);
  CHECK(count_layers(Parameters(uint64_t{1})) == 0);
}

TEST_CASE("Rates fall with each layer that stands above", "[optim]") {
  Parameters parameters = named_weights();
  parameters.find("encoder.1.feed_forward.in.bias").node().group.rate = 4;
  decay_rates(parameters, 0.5);
  std::vector<double> rates;
  for (const Variable& parameter : parameters.all()) rates.push_back(parameter.node().group.rate);
  CHECK(rates == std::vector<double>{0.125, 0.25, 2, 1, 1});
}

TEST_CASE("Frozen layers rest: no gradient, no moments, no decay", "[optim]") {
  Parameters parameters = named_weights();
  freeze_lowest(parameters, 1);
  std::vector<bool> learn;
  for (const Variable& parameter : parameters.all()) learn.push_back(parameter.requires_grad());
  CHECK(learn == std::vector<bool>{false, false, true, true, true});
  CHECK(heed::test::contains(heed::test::message_of([&] { freeze_lowest(parameters, 4); }),
                             "4 layers are to be frozen: the network has 3"));

  OptimizerOptions options;
  options.name = "adamw";
  options.weight_decay = 0.5;
  options.average = 0.9;
  const Device device = cpu::device();
  Optimizer optimizer(parameters, device, options);
  const std::vector<float> before = parameters.all()[0].value().values<float>();
  for (int step = 0; step < 2; ++step) {
    for (size_t i = 2; i < 5; ++i) parameters.all()[i].node().grad = parameters.all()[i].value().clone();
    optimizer.step(0.1);
  }
  optimizer.catch_up();
  CHECK(parameters.all()[0].value().values<float>() == before);
  CHECK(optimizer.averaged().at(kNames[0]).values<float>() == before);
  const auto state = optimizer.state();
  CHECK(state.count(std::string("m.") + kNames[1]) == 0);
  CHECK(state.count(std::string("m.") + kNames[2]) == 1);
}
