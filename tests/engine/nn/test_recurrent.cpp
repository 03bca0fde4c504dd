// Recurrent layers against PyTorch's, on full and on ragged batches, and against differences.
#include "engine/nn/recurrent.h"

#include "engine/nn/pooling.h"
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/message.h"
#include "tests/engine/tensor/oracle.h"

using namespace heed;
using namespace heed::test;

namespace {

constexpr int64_t kTexts = 3, kSteps = 7;

// The first lengths[b] rows of each sentence of x [B, T, D], one after the other.
Tensor ragged(const Tensor& x, const std::vector<int32_t>& lengths) {
  const int64_t D = x.size(2), N = Spans::packed(lengths).rows();
  Tensor y({N, D}, x.dtype());
  int64_t n = 0;
  for (int64_t b = 0; b < kTexts; ++b)
    for (int64_t t = 0; t < lengths[static_cast<size_t>(b)]; ++t, ++n)
      for (int64_t d = 0; d < D; ++d) set_element(y, n * D + d, element(x, (b * kSteps + t) * D + d));
  return y;
}

std::vector<int32_t> lengths_of(const Oracle& oracle, bool packed) {
  if (!packed) return std::vector<int32_t>(kTexts, kSteps);
  return oracle.ids("lengths").values<int32_t>();
}

// h_n [layers · directions, B, H] of the last layer as last_states gives it, [B, directions · H].
Tensor last_of(const Tensor& h_n, int64_t directions) {
  const int64_t H = h_n.size(2), first = h_n.size(0) - directions;
  Tensor y({kTexts, directions * H}, h_n.dtype());
  for (int64_t b = 0; b < kTexts; ++b)
    for (int64_t d = 0; d < directions; ++d)
      for (int64_t j = 0; j < H; ++j)
        set_element(y, (b * directions + d) * H + j, element(h_n, ((first + d) * kTexts + b) * H + j));
  return y;
}

struct Case {
  const char* file;
  Cell cell;
  int64_t layers;
  bool bidirectional;
};

constexpr Case kCases[] = {{"rnn", Cell::kRnn, 1, false},    {"gru", Cell::kGru, 1, false},
                           {"lstm", Cell::kLstm, 1, false},  {"rnn_bi2", Cell::kRnn, 2, true},
                           {"gru_bi2", Cell::kGru, 2, true}, {"lstm_bi2", Cell::kLstm, 2, true}};

}  // namespace

TEST_CASE("PyTorch: recurrent layers, states and all gradients, padded and packed", "[oracle][nn]") {
  for (const Case& c : kCases)
    for (bool packed : {false, true}) {
      CAPTURE(c.file, packed);
      const Oracle oracle(c.file);
      const std::string run = packed ? "packed." : "";
      const std::vector<int32_t> lengths = lengths_of(oracle, packed);
      const Spans sentences = Spans::packed(lengths);
      Parameters parameters(uint64_t{1});
      const nn::Recurrent layer(parameters, "r", {c.cell, 6, 5, c.layers, c.bidirectional}, 0);
      std::map<std::string, Tensor> weights;
      for (const Variable& p : parameters.all()) weights[p.node().name] = oracle[p.node().name.substr(2)];
      parameters.load(weights, c.file);

      Bench bench;
      const Variable x(ragged(oracle["x"], lengths), true);
      const Variable h = layer(bench.ctx, x, sentences);
      CHECK(relative_difference(h.value(), ragged(oracle[run + "output"], lengths)) <= kForward);
      const Tensor last = last_states(bench.ctx, Variable(h.value()), sentences, 5).value();
      CHECK(relative_difference(last, last_of(oracle[run + "h_n"], c.bidirectional ? 2 : 1)) <= kForward);
      bench.tape.backward(weighted_sum(bench.ctx, h, ragged(oracle["grad_output"], lengths)));
      CHECK(relative_difference(x.grad(), ragged(oracle[run + "grad.x"], lengths)) <= kGradient);
      for (const Variable& p : parameters.all()) {
        CAPTURE(p.node().name);
        CHECK(relative_difference(p.grad(), oracle[run + "grad." + p.node().name.substr(2)]) <= kGradient);
      }
    }
}

TEST_CASE("gradient: recurrent cells over sentences of any length, in one direction and both", "[gradient]") {
  const Spans sentences = Spans::packed({2, 0, 4, 1});
  constexpr int64_t I = 3, H = 5;
  for (Cell cell : {Cell::kRnn, Cell::kGru, Cell::kLstm})
    for (size_t directions : {size_t{1}, size_t{2}}) {
      CAPTURE(static_cast<int>(cell), directions);
      const int64_t G = gates_of(cell) * H;
      std::vector<Tensor> inputs{random_tensor({7, I}, 1)};
      for (size_t d = 0; d < directions; ++d)
        for (const Shape& shape : {Shape{G, I}, Shape{G, H}, Shape{G}, Shape{G}})
          inputs.push_back(random_tensor(shape, inputs.size() + 1));
      check_gradients(
          [&](Context& ctx, const std::vector<Variable>& v) {
            std::vector<RecurrentWeights> weights;
            for (size_t d = 0; d < directions; ++d)
              weights.push_back({v[4 * d + 1], v[4 * d + 2], v[4 * d + 3], v[4 * d + 4]});
            return recurrent(ctx, cell, v[0], sentences, weights);
          },
          inputs);
    }
}

TEST_CASE("A sentence's states do not depend on the sentences beside it", "[nn]") {
  for (Cell cell : {Cell::kRnn, Cell::kGru, Cell::kLstm}) {
    Parameters parameters(uint64_t{4});
    const nn::Recurrent layer(parameters, "r", {cell, 9, 21, 2, true}, 0);
    const std::vector<int32_t> lengths{3, 17, 0, 1, 5, 17, 9};
    const Spans sentences = Spans::packed(lengths);
    const Tensor x = random_tensor({sentences.rows(), 9}, 5, DType::kFloat32);
    Bench bench(false);
    const Tensor together = layer(bench.ctx, Variable(x), sentences).value();
    for (bool packed : {false, true}) {
      if (packed) parameters.pack(bench.device);
      for (size_t b = 0; b < lengths.size(); ++b) {
        const Tensor alone = layer(bench.ctx, Variable(x.rows(sentences.begin[b], lengths[b]).clone()),
                                   Spans::packed({lengths[b]}))
                                 .value();
        CHECK(identical(alone, together.rows(sentences.begin[b], lengths[b])));
      }
    }
  }
}

TEST_CASE("Stacked layers drop between them while training, and can be watched", "[nn]") {
  Parameters parameters(uint64_t{4});
  const nn::Recurrent layer(parameters, "gru", {Cell::kGru, 4, 6, 2, false}, 0.5);
  const Variable x(random_tensor({5, 4}, 2, DType::kFloat32));
  Bench bench(false);
  bench.ctx.trace = &bench.trace;
  bench.trace.watch(".states");
  const Tensor plain = layer(bench.ctx, x, Spans::packed({3, 2})).value();
  REQUIRE(bench.trace.records().size() == 2);
  CHECK(bench.trace.records()[0].name == "gru.l0.states");
  CHECK(identical(bench.trace.records()[1].value, plain));
  bench.ctx.training = true;
  CHECK_FALSE(identical(layer(bench.ctx, x, Spans::packed({3, 2})).value(), plain));
}

TEST_CASE("Weights and sentences that do not fit a recurrent layer are named", "[nn]") {
  Parameters parameters(uint64_t{1});
  const nn::Recurrent layer(parameters, "r", {Cell::kLstm, 4, 6, 1, false}, 0);
  Bench bench(false);
  const Variable x(random_tensor({5, 4}, 2, DType::kFloat32)),
      wide(random_tensor({5, 3}, 2, DType::kFloat32));
  CHECK(contains(message_of([&] { layer(bench.ctx, wide, Spans::packed({5})); }),
                 "[recurrent] weights are [24, 4] and [24, 6]: expected [24, 3]"));
  CHECK(contains(message_of([&] { layer(bench.ctx, x, Spans::packed({2})); }), "have 2 words, x has 5 rows"));
  CHECK(contains(message_of([&] {
                   layer(bench.ctx, x, Spans::padded(3, {2, 2}));
                 }),
                 "sentence 1 begins at row 3"));
}
