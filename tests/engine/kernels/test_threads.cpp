// Every kernel gives the same bits with one, two and three threads, and the same numbers, but for rounding,
// on every instruction set.
#include <map>
#include <tuple>

#include "tests/engine/catch.h"
#include "tests/engine/kernels/instruction_sets.h"

using namespace heed;
using namespace heed::test;

namespace {

constexpr int64_t kManyRows = 1700, kColumns = 40;  // more elements than three threads' smallest shares

// Random numbers, made once: each instruction set and number of threads is given the same.
Tensor numbers(const Shape& shape, uint64_t seed, DType type) {
  static std::map<std::tuple<std::string, uint64_t, DType>, Tensor> made;
  Tensor& one = made[{shape.str(), seed, type}];
  if (!one.defined()) one = random_tensor(shape, seed, type);
  return one.clone();
}

// Results of a family's kernels, all from the same seeded numbers, into memory that begins as NaN.
struct Results {
  const Device& device;
  DType type;
  std::vector<Tensor> all;

  Tensor in(const Shape& shape, uint64_t seed) const { return numbers(shape, seed, type); }
  Tensor out(const Shape& shape) {
    all.push_back(poisoned(shape, type));
    return all.back();
  }
  Tensor added(const Shape& shape) {
    all.push_back(numbers(shape, 50, type));
    return all.back();
  }
};

void elementwise(Results& r) {
  const ElementwiseKernels& k = r.device.kernels->elementwise;
  const Shape shape{kManyRows, kColumns};
  const Tensor a = r.in(shape, 1), b = r.in(shape, 2);
  k.add(r.device, a, b, r.out(shape));
  k.accumulate(r.device, a, r.out(shape), false);
  k.accumulate(r.device, a, r.added(shape), true);
  k.multiply(r.device, a, b, r.added(shape), true);
  for (Activation f : {Activation::kNone, Activation::kRelu, Activation::kGelu, Activation::kGeluTanh,
                       Activation::kTanh, Activation::kSilu}) {
    k.activate(r.device, f, a, r.out(shape));
    k.activate_backward(r.device, f, a, b, r.added(shape), true);
    k.activate_backward(r.device, f, a, b, r.out(shape), false);
  }
  for (bool rows : {false, true}) {
    k.dropout(r.device, {7, 3, 1}, 0.3, rows, a, r.out(shape), false);
    k.dropout(r.device, {7, 3, 1}, 0.3, rows, a, r.added(shape), true);
  }
}

void products(Results& r) {
  const MatmulKernels& k = r.device.kernels->matmul;
  const Tensor x = r.in({kManyRows, kColumns}, 3), W = r.in({77, kColumns}, 4), b = r.in({77}, 5);
  const Tensor dy = r.in({kManyRows, 77}, 6);
  k.linear(r.device, x, W, {}, b, Activation::kRelu, r.out({kManyRows, 77}));
  k.linear_dx(r.device, dy, W, r.out({kManyRows, kColumns}), false);
  k.linear_dW(r.device, dy, x, r.out({77, kColumns}), false);
  k.linear_db(r.device, dy, r.out({77}), false);
  // A short text and many outputs: the threads share out columns.
  const Tensor few = r.in({5, kColumns}, 31), wide = r.in({3001, kColumns}, 32), bias = r.in({3001}, 33);
  const Tensor packed = k.pack(r.device, wide, heap());
  k.linear(r.device, few, wide, packed, bias, Activation::kRelu, r.out({5, 3001}));
  // A large weight that is not laid out, for few rows.
  const Tensor words = r.in({1031, 1021}, 34), state = r.in({3, 1021}, 35), word_bias = r.in({1031}, 36);
  k.linear(r.device, state, words, {}, word_bias, Activation::kNone, r.out({3, 1031}));
  const Tensor laid_out = k.pack(r.device, words, heap());
  k.linear(r.device, state, words, laid_out, word_bias, Activation::kNone, r.out({3, 1031}));
}

void rows(Results& r) {
  const Kernels& k = *r.device.kernels;
  const Shape shape{kManyRows, kColumns};
  const Tensor x = r.in(shape, 7), dy = r.in(shape, 8), gamma = r.in({kColumns}, 9),
               beta = r.in({kColumns}, 10);
  k.softmax.softmax(r.device, x, r.out(shape));
  const Tensor y = r.out(shape), stats = r.out({kManyRows, 2});
  k.norm.layer_norm(r.device, x, gamma, beta, 1e-5, y, stats);
  k.norm.layer_norm_dx(r.device, x, gamma, stats, dy, r.out(shape), false);
  const Tensor dgamma = r.out({kColumns}), dbeta = r.out({kColumns});
  k.norm.layer_norm_dgamma(r.device, x, stats, dy, dgamma, dbeta, false);
  Tensor labels({kManyRows}, DType::kInt32);
  for (int32_t n = 0; n < kManyRows; ++n) labels.data<int32_t>()[n] = static_cast<int32_t>(n % kColumns);
  const Tensor loss = r.out({1}), dlogits = r.out(shape);
  k.softmax.cross_entropy(r.device, x, labels, {}, 0.1, loss, dlogits);
}

void lookups(Results& r) {
  const Kernels& k = *r.device.kernels;
  const Spans spans = Spans::packed({700, 0, 1000});
  const Tensor x = r.in({kManyRows, kColumns}, 11);
  Tensor ids({kManyRows}, DType::kInt32);
  for (int32_t n = 0; n < kManyRows; ++n) ids.data<int32_t>()[n] = n * 7 % 500;
  k.gather.gather(r.device, x, ids, r.out({kManyRows, kColumns}));
  k.gather.scatter_add(r.device, x, ids, r.out({500, kColumns}));
  k.gather.bag_sum(r.device, x, ids, spans, true, r.out({3, kColumns}));
  k.gather.bag_scatter_add(r.device, x, ids, spans, true, r.out({500, kColumns}));
  k.gather.unfold(r.device, x, spans, 3, r.out({kManyRows, 3 * kColumns}));
  k.gather.unfold_dx(r.device, r.in({kManyRows, 3 * kColumns}, 12), spans, 3, r.out({kManyRows, kColumns}),
                     false);
  k.gather.concat(r.device, x, x, r.out({kManyRows, 2 * kColumns}));
  k.gather.slice_columns(r.device, x, 3, r.out({kManyRows, 5}), false);
  k.reduce.span_mean(r.device, x, spans, true, r.out({3, kColumns}));
  k.reduce.span_mean_dx(r.device, x, spans, true, r.out({kManyRows, kColumns}), false);
  const Tensor argmax({3, kColumns}, DType::kInt32);
  k.reduce.span_max(r.device, x, spans, r.out({3, kColumns}), argmax);
  k.reduce.span_max_dx(r.device, r.in({3, kColumns}, 13), argmax, r.out({kManyRows, kColumns}), false);
  set_element(r.out({1}), 0, k.reduce.sum_of_squares(r.device, x));
}

void attention(Results& r, const Spans& queries, int64_t query_rows) {
  const AttentionKernels& k = r.device.kernels->attention;
  const Spans keys = Spans::packed({20, 1, 33, 0, 7});
  const AttentionPlan plan{queries, keys, 4, 0.4, false};
  const Tensor q = r.in({query_rows, 32}, 14), key = r.in({61, 32}, 15), v = r.in({61, 24}, 16);
  int64_t T = 0;
  for (int32_t length : queries.length) T += length;
  const Tensor weights = r.out({plan.weight_offsets().back()}), dweights = r.out(weights.shape());
  k.weights(r.device, plan, q, key, weights);
  k.apply(r.device, plan, weights, v, r.out({T, 24}));
  k.apply_backward(r.device, plan, weights, v, r.in({T, 24}, 17), dweights, r.out({61, 24}), false);
  const Tensor dq = r.out({query_rows, 32}), dk = r.out({61, 32});
  k.weights_backward(r.device, plan, q, key, weights, dweights, dq, false, dk, false);
}

void recurrent(Results& r) {
  const RecurrentKernels& k = r.device.kernels->recurrent;
  const Spans sentences = Spans::packed({20, 1, 33, 0, 7});
  constexpr int64_t N = 61, H = 53;
  for (Cell cell : {Cell::kRnn, Cell::kGru, Cell::kLstm})
    for (bool reverse : {false, true}) {
      const RecurrentPlan plan{cell, sentences, reverse, H, 2};
      const int64_t G = gates_of(cell) * H;
      const Tensor W = r.in({G, H}, 20), b = r.in({G}, 21), gates = r.in({N, G}, 22);
      for (int64_t i = 0; i < W.count(); ++i) set_element(W, i, element(W, i) / 8);  // far from saturation
      const Tensor states = r.added({N, H + 3});
      const Tensor memory = cell == Cell::kRnn ? Tensor{} : r.added({N, cell == Cell::kGru ? G : H});
      k.forward(r.device, plan, W, {}, b, gates, states, memory);
      k.backward(r.device, plan, W, states, r.in({N, H + 3}, 23), gates, memory, r.out({N, H}));
      r.all.push_back(gates);
    }
}

void optimizer(Results& r) {
  const OptimizerKernels& k = r.device.kernels->optimizer;
  UpdateStep step;
  step.rate = 1e-2f;
  step.decay = 1e-3f;
  step.ema_keep = 0.9f;
  std::vector<int32_t> some, first;
  for (int32_t row = 0; row < kManyRows; row += 3) some.push_back(row), first.push_back(row % 2);
  const Shape shape{kManyRows, kColumns};
  r.type = DType::kFloat32;  // weights are
  const Tensor gradient = r.in(shape, 18), weight = r.added(shape), average = r.added(shape);
  const Tensor m = Tensor::zeros(shape, r.type), v = Tensor::zeros(shape, r.type), v_max = v.clone();
  const UpdateState state{weight, m, v, v_max, average};
  const auto touched = static_cast<int64_t>(some.size());
  for (UpdateRule rule : {UpdateRule::kAdam, UpdateRule::kAdamMax, UpdateRule::kSgd, UpdateRule::kMomentum,
                          UpdateRule::kNesterov}) {
    step.rule = rule;
    k.update(r.device, step, 0.5f, gradient, state);
    k.catch_up(r.device, {step, step}, some, first, state);
    k.update_rows(r.device, step, 1, some, r.in({touched, kColumns}, 19), state);
  }
}

std::vector<Tensor> everything(const Device& device, DType type) {
  Results r{device, type, {}};
  elementwise(r);
  products(r);
  rows(r);
  lookups(r);
  attention(r, Spans::packed({20, 1, 33, 0, 7}), 61);
  attention(r, Spans::shared_row(5), 1);
  recurrent(r);
  optimizer(r);
  return r.all;
}

}  // namespace

TEST_CASE("results do not depend on the number of threads", "[kernels][threads]") {
  for_kernels([](const Device& device, DType type) {
    const std::vector<Tensor> alone = everything(device, type);
    for (int threads : {1, 2, 3}) {
      ThreadPool pool(threads);
      Device shared = device;
      shared.threads = &pool;
      const std::vector<Tensor> together = everything(shared, type);
      for (size_t i = 0; i < alone.size(); ++i) {
        CAPTURE(threads, i, alone[i].shape().str());
        CHECK(identical(alone[i], together[i]));
      }
    }
  });
}

TEST_CASE("every instruction set agrees with the plainest in float64", "[kernels]") {
  const std::vector<Tensor> reference = everything(device_with("baseline"), DType::kFloat64);
  for_kernels([&](const Device& device, DType type) {
    const std::vector<Tensor> results = everything(device, type);
    for (size_t i = 0; i < results.size(); ++i) {
      CAPTURE(i, results[i].shape().str());
      CHECK(relative_difference(results[i], reference[i]) <= tolerance(results[i].dtype(), 100));
    }
  });
}
