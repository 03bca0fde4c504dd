// Training speed of a recurrent classifier on given batches, one thread, and what the matrix products in it
// cost alone. Standard input: one JSON object {"cell", "hidden", "bidirectional", "head_hidden",
// "vocabulary", "classes", "batches": [[[label, id, id, …], …], …]}. Standard output: one with processor
// seconds per epoch of `training`, and of its products made by the engine (`heed`) and by `eigen`.
#include <algorithm>
#include <iostream>
#include <map>

#include "engine/kernels/cpu/cpu_device.h"
#include "engine/models/recurrent_classifier.h"
#include "engine/optim/optimizer.h"
#include "engine/tensor/arena.h"
#include "tests/bench/labelled_batch.h"
#include "tests/bench/products.h"

namespace {

using namespace heed;
using namespace heed::bench;
using nlohmann::json;

class Training {
 public:
  Training(const json& given, const Device& device)
      : device_(device),
        model_(config(given), {given["vocabulary"], 0, 0, given["classes"]}, 1),
        optimizer_(model_.parameters(), device, {}) {}

  // Processor seconds of one epoch.
  double epoch(const std::vector<LabelledBatch>& batches) {
    const double begun = processor_seconds();
    for (const LabelledBatch& batch : batches) {
      Tape tape;
      Context ctx;
      ctx.device = &device_;
      ctx.memory = &arena_;
      ctx.tape = &tape;
      ctx.training = true;
      ctx.dropout = {1, step_++, 0};
      tape.backward(cross_entropy(ctx, model_.forward(ctx, batch.text), batch.labels));
      optimizer_.step(1e-4);
      model_.parameters().clear_grads();
      arena_.reset();
    }
    return processor_seconds() - begun;
  }

 private:
  static RecurrentClassifier::Config config(const json& given) {
    json config{{"architecture", "recurrent-classifier"}, {"embedding", 100}};
    for (const char* key : {"cell", "hidden", "bidirectional", "head_hidden"}) config[key] = given[key];
    return RecurrentClassifier::Config::from(config, "bench");
  }

  const Device& device_;
  RecurrentClassifier model_;
  Optimizer optimizer_;
  Arena arena_;
  uint32_t step_ = 0;
};

struct Sizes {
  int64_t I, H, G, head, classes, directions;
};

// All products of a training step, in its order and at their true sizes.
class Products {
 public:
  Products(const Device& device, const Sizes& s, const Spans& sentences) : device_(device), s_(s) {
    for (int64_t t = 0; t < sentences.longest(); ++t)
      alive_.push_back(
          std::count_if(sentences.length.begin(), sentences.length.end(), [t](int32_t n) { return n > t; }));
    const int64_t N = sentences.rows(), B = alive_.front(), width = s.H * s.directions;
    x_ = numbers(N, s.I), gates_ = numbers(N, s.G), states_ = numbers(N, s.H);
    u_ = numbers(B, s.G), h_ = numbers(B, s.H), c_ = numbers(B, width);
    z_ = numbers(B, s.head), y_ = numbers(B, s.classes);
    W_ih_ = numbers(s.G, s.I), W_hh_ = numbers(s.G, s.H), W_back_ = numbers(s.H, s.G);
    W_head_ = numbers(s.head, width), W_out_ = numbers(s.classes, s.head);
  }

  void run(const Multiplier& by) const {
    for (int64_t d = 0; d < s_.directions; ++d) {
      by.forward(x_, W_ih_, {}, gates_);
      const Tensor packed = pack(by, W_hh_);
      for (size_t t = 1; t < alive_.size(); ++t)
        by.forward(h_.rows(0, alive_[t]), W_hh_, packed, u_.rows(0, alive_[t]));
    }
    by.forward(c_, W_head_, {}, z_);
    by.forward(z_, W_out_, {}, y_);
    by.dx(y_, W_out_, z_);
    by.dW(y_, z_, W_out_);
    by.dx(z_, W_head_, c_);
    by.dW(z_, c_, W_head_);
    for (int64_t d = 0; d < s_.directions; ++d) {
      const Tensor packed = pack(by, W_back_);
      for (size_t t = alive_.size() - 1; t > 0; --t)
        by.forward(u_.rows(0, alive_[t]), W_back_, packed, h_.rows(0, alive_[t]));
      by.dx(gates_, W_ih_, x_);
      by.dW(gates_, x_, W_ih_);
      by.dW(gates_, states_, W_hh_);
    }
  }

 private:
  Tensor pack(const Multiplier& by, const Tensor& W) const {
    return by.packs ? device_.kernels->matmul.pack(device_, W, *device_.memory) : Tensor{};
  }

  const Device& device_;
  Sizes s_;
  std::vector<int64_t> alive_;
  Tensor x_, gates_, states_, u_, h_, c_, z_, y_, W_ih_, W_hh_, W_back_, W_head_, W_out_;
};

double seconds(const std::vector<Products>& epoch, const Multiplier& by) {
  const double begun = processor_seconds();
  for (const Products& products : epoch) products.run(by);
  return processor_seconds() - begun;
}

}  // namespace

// Turn by turn, so that a machine that changes its speed changes it for all; the fastest turn counts.
int main() {
  constexpr int kTurns = 3;
  const json given = json::parse(std::cin);
  const Device device = cpu::device();
  std::vector<LabelledBatch> batches;
  for (const json& batch : given["batches"]) batches.push_back(read_batch(batch));
  const int64_t H = given["hidden"];
  const std::string cell = given["cell"];
  const int64_t G = H * gates_of(cell == "rnn" ? Cell::kRnn : cell == "gru" ? Cell::kGru : Cell::kLstm);
  const Sizes sizes{
      100, H, G, given["head_hidden"], given["classes"], given["bidirectional"].get<bool>() ? 2 : 1};
  std::vector<Products> products;
  for (const LabelledBatch& batch : batches) products.emplace_back(device, sizes, batch.text.sentences);
  Training training(given, device);
  training.epoch(batches);  // memory is touched
  std::map<std::string, double> fastest{{"training", 1e9}, {"heed", 1e9}, {"eigen", 1e9}};
  for (int turn = 0; turn < kTurns; ++turn) {
    fastest["training"] = std::min(fastest["training"], training.epoch(batches));
    for (const Multiplier& by : {engine(device), eigen()})
      fastest[by.name] = std::min(fastest[by.name], seconds(products, by));
  }
  json result(fastest);
  result["device"] = device.description;
  std::cout << result << "\n";
}
