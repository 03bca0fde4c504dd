// Training speed of a BERT classifier on given batches, and of the matrix products in it alone. Standard
// input: one JSON object {"model": FOLDER, "threads": n, "batches": [[[label, id, id, …], …], …]}. Standard
// output: one with `losses` of the first batch before and after a step without dropout; `processor` and
// `wall`, seconds of a step; `gflop`, the products in it; `peak`, the process's largest memory in bytes; and
// the rate of the layers' products alone, {"processor", "wall"} in GFLOP/s, made by the engine (`heed`) and,
// on one thread, by `eigen`.
#include <chrono>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "engine/base/file.h"
#include "engine/format/json.h"
#include "engine/kernels/cpu/cpu_device.h"
#include "engine/models/bert.h"
#include "engine/optim/optimizer.h"
#include "engine/tensor/pool.h"
#include "tests/bench/labelled_batch.h"
#include "tests/bench/products.h"

namespace {

using namespace heed;
using namespace heed::bench;
using nlohmann::json;

constexpr double kRate = 1e-5, kWeightDecay = 0.01;

struct Seconds {
  double processor = 0, wall = 0;
};

Seconds now() {
  const auto wall = std::chrono::steady_clock::now().time_since_epoch();
  return {processor_seconds(), std::chrono::duration<double>(wall).count()};
}

template <class Run>
Seconds seconds(const Run& run) {
  const Seconds begun = now();
  run();
  const Seconds ended = now();
  return {ended.processor - begun.processor, ended.wall - begun.wall};
}

Bert open(const std::string& folder) {
  const std::string file = folder + "/config.json";
  Bert bert(read_bert_config(bert_family(), parse_json(read_file(file), file), file), 1);
  load_for_training(bert, bert_family().layout, WeightFiles::open(folder), false, 1, folder);
  return bert;
}

OptimizerOptions adamw() {
  OptimizerOptions options;
  options.name = "adamw";
  options.weight_decay = kWeightDecay;
  return options;
}

class Training {
 public:
  Training(const std::string& folder, const Device& device)
      : device_(device), model_(open(folder)), optimizer_(model_.parameters(), device, adamw()) {}

  double step(const LabelledBatch& batch, bool drops) {
    Tape tape;
    Context ctx;
    ctx.device = &device_;
    ctx.memory = &memory_;
    ctx.tape = &tape;
    ctx.training = drops;
    ctx.dropout = {1, step_++, 0};
    const Variable loss = cross_entropy(ctx, model_.forward(ctx, batch.text), batch.labels);
    const auto value = static_cast<double>(loss.value().data<float>()[0]);
    tape.backward(loss);
    optimizer_.step(kRate);
    model_.parameters().clear_grads();
    return value;
  }

  // Rows of tables that no batch looked at are moved too: what was put off is a part of the steps.
  void epoch(const std::vector<LabelledBatch>& batches) {
    for (const LabelledBatch& batch : batches) step(batch, true);
    optimizer_.catch_up();
  }

  const BertConfig& config() const { return model_.config(); }

 private:
  const Device& device_;
  Bert model_;
  Optimizer optimizer_;
  Pool memory_;
  uint32_t step_ = 0;
};

// Forwards, and twice that on the way back: of the layers, and of attention's scores and mixtures.
double gflop_of(const BertConfig& c, const Spans& texts) {
  double multiply_adds = 0;
  for (const int32_t S : texts.length)
    multiply_adds += static_cast<double>(S * (4 * c.D * c.D + 2 * c.D * c.feed_forward) + 2 * c.D * S * S);
  return 3 * 2e-9 * multiply_adds * static_cast<double>(c.layers);
}

// One encoder layer's products of N tokens, each as often as the layer makes it.
class LayerProducts {
 public:
  LayerProducts(const BertConfig& c, int64_t N)
      : layers_{{4, N, c.D, c.D}, {1, N, c.D, c.feed_forward}, {1, N, c.feed_forward, c.D}} {}

  json rate(const Multiplier& by) const {
    double gflop = 0;
    Seconds spent;
    for (const Layer& layer : layers_) {
      layer.run(by);  // memory is touched
      Seconds best{1e9, 1e9};
      for (int turn = 0; turn < 3; ++turn) {
        const Seconds took = seconds([&] { layer.run(by); });
        best = {std::min(best.processor, took.processor), std::min(best.wall, took.wall)};
      }
      gflop += layer.count * layer.gflop();
      spent.processor += layer.count * best.processor;
      spent.wall += layer.count * best.wall;
    }
    return {{"processor", gflop / spent.processor}, {"wall", gflop / spent.wall}};
  }

 private:
  struct Layer {
    Layer(int times, int64_t N, int64_t I, int64_t O)
        : count(times), x(numbers(N, I)), W(numbers(O, I)), y(numbers(N, O)) {}
    double gflop() const { return 3 * 2e-9 * static_cast<double>(x.count() * y.size(1)); }
    void run(const Multiplier& by) const {
      by.forward(x, W, {}, y);
      by.dx(y, W, x);
      by.dW(y, x, W);
    }
    int count;
    Tensor x, W, y;
  };
  std::vector<Layer> layers_;
};

// The system's figure.
double peak_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("VmHWM:", 0) == 0) return std::stod(line.substr(6)) * 1024;
  return 0;
}

}  // namespace

int main() {
  const json given = json::parse(std::cin);
  ThreadPool threads(given["threads"]);
  const Device device = cpu::device(&threads);
  std::vector<LabelledBatch> batches;
  double gflop = 0, tokens = 0;
  for (const json& batch : given["batches"]) batches.push_back(read_batch(batch));
  const auto count = static_cast<double>(batches.size());
  json result;
  Training training(given["model"], device);
  for (int step = 0; step < 2; ++step) result["losses"].push_back(training.step(batches[0], false));
  const Seconds took = seconds([&] { training.epoch(batches); });
  for (const LabelledBatch& batch : batches) {
    gflop += gflop_of(training.config(), batch.text.sentences) / count;
    tokens += static_cast<double>(batch.text.ids.count()) / count;
  }
  result["processor"] = took.processor / count;
  result["wall"] = took.wall / count;
  result["gflop"] = gflop;
  result["peak"] = peak_bytes();
  const LayerProducts products(training.config(), static_cast<int64_t>(tokens));
  result["heed"] = products.rate(engine(device));
  if (threads.size() == 1) result["eigen"] = products.rate(eigen());
  result["device"] = device.description;
  std::cout << result << "\n";
}
