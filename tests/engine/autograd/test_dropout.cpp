// Dropout: its gradient, its rate, and a mask that depends on nothing but its key.
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/message.h"

using namespace heed;
using namespace heed::test;

namespace {

struct Masked {
  Tensor y, dx;
};

// Forward and backward of dropout on ones: y and dx are then both the mask times 1 / (1 - rate).
Masked mask_of(const Shape& shape, double rate, bool rows, DropoutKey key, ThreadPool* threads = nullptr) {
  Bench bench;
  bench.device.threads = threads;
  bench.ctx.training = true;
  bench.ctx.dropout = key;
  const Variable x(filled(shape, DType::kFloat32, 1), true);
  const Variable y = dropout(bench.ctx, rate, x, rows);
  bench.tape.backward(weighted_sum(bench.ctx, y, filled(shape, DType::kFloat32, 1)));
  return {y.value(), x.grad()};
}

double kept(const Tensor& y) {
  int64_t n = 0;
  for (int64_t i = 0; i < y.count(); ++i) n += element(y, i) != 0;
  return double(n) / double(y.count());
}

}  // namespace

TEST_CASE("gradient: dropout of elements and of rows", "[gradient][dropout]") {
  for (bool rows : {false, true})
    for (Shape shape : {Shape{7, 5}, Shape{1, 1}, Shape{0, 3}})
      check_gradients(
          [rows](Context& ctx, auto& v) {
            ctx.training = true;
            ctx.dropout = {11, 4, 2};
            const Variable once = dropout(ctx, 0.4, v[0], rows);
            return add(ctx, dropout(ctx, 0.3, once, rows), v[0]);
          },
          {random_tensor(shape, 1)});
}

TEST_CASE("dropout: forward and backward use one mask, at the rate asked for", "[dropout]") {
  for (double rate : {0.1, 0.5, 0.9}) {
    const Masked m = mask_of({400, 100}, rate, false, {1, 2, 3});
    CHECK(identical(m.y, m.dx));
    CHECK(kept(m.y) == Approx(1 - rate).margin(0.01));  // four standard deviations
    for (int64_t i = 0; i < m.y.count(); ++i)
      if (element(m.y, i) != 0) REQUIRE(element(m.y, i) == Approx(1 / (1 - rate)));
  }
}

TEST_CASE("dropout: whole rows stay or go", "[dropout]") {
  const Masked m = mask_of({5000, 3}, 0.3, true, {1, 2, 3});
  for (int64_t n = 0; n < 5000; ++n)
    if (element(m.y, 3 * n) != element(m.y, 3 * n + 1) || element(m.y, 3 * n) != element(m.y, 3 * n + 2))
      FAIL("row " << n << " was cut");
  CHECK(kept(m.y) == Approx(0.7).margin(0.026));
}

TEST_CASE("dropout: another seed, step or tensor is another mask", "[dropout]") {
  const Shape shape{40, 30};
  const Tensor y = mask_of(shape, 0.5, false, {1, 2, 3}).y;
  CHECK(identical(y, mask_of(shape, 0.5, false, {1, 2, 3}).y));
  for (DropoutKey key : {DropoutKey{2, 2, 3}, DropoutKey{1, 3, 3}, DropoutKey{1, 2, 4}}) {
    const Tensor other = mask_of(shape, 0.5, false, key).y;
    int64_t same = 0;
    for (int64_t i = 0; i < y.count(); ++i) same += element(y, i) == element(other, i);
    CHECK(double(same) / double(y.count()) == Approx(0.5).margin(0.06));
  }
}

TEST_CASE("dropout: the mask does not depend on the threads", "[dropout]") {
  const Shape shape{900, 80};  // more than three threads' smallest shares
  const Masked alone = mask_of(shape, 0.4, false, {5, 6, 7});
  for (int threads : {2, 3}) {
    ThreadPool pool(threads);
    const Masked together = mask_of(shape, 0.4, false, {5, 6, 7}, &pool);
    CHECK(identical(alone.y, together.y));
    CHECK(identical(alone.dx, together.dx));
  }
}

TEST_CASE("dropout: a part of a batch has the mask of the whole", "[dropout]") {
  const auto masked = [](const Shape& shape, const BatchPart* part, int kind) {
    Bench bench(false);
    bench.ctx.training = true;
    bench.ctx.dropout = {1, 2, 3};
    bench.ctx.part = part;
    const Variable x(filled(shape, DType::kFloat32, 1));
    return (kind == 2 ? dropout_of_texts(bench.ctx, 0.5, x) : dropout(bench.ctx, 0.5, x, kind == 1)).value();
  };
  // Behind texts of 3, 1 and 5 tokens one of 6: the weights of 2 heads stand behind 2 · (9 + 1 + 25) others.
  const BatchPart part{3, 9, 35, 36};
  for (int kind : {0, 1}) {
    const Tensor whole = masked({15, 4}, nullptr, kind);
    CHECK(identical(masked({6, 4}, &part, kind), whole.rows(9, 6)));
  }
  CHECK(identical(masked({1, 4}, &part, 2), masked({4, 4}, nullptr, 2).rows(3, 1)));
  CHECK(identical(masked({72}, &part, 0), masked({142}, nullptr, 0).rows(70, 72)));
}

TEST_CASE("dropout: layers of one pass differ, two passes of one step do not", "[dropout]") {
  Bench bench(false);
  bench.ctx.training = true;
  const Variable x(filled({30, 30}, DType::kFloat32, 1));
  bench.ctx.dropout = {1, 1, 0};
  const Variable a = dropout(bench.ctx, 0.5, x), b = dropout(bench.ctx, 0.5, x);
  CHECK_FALSE(identical(a.value(), b.value()));
  bench.ctx.dropout = {1, 1, 0};
  CHECK(identical(a.value(), dropout(bench.ctx, 0.5, x).value()));
}

TEST_CASE("dropout: nothing happens outside of training or at rate 0", "[dropout]") {
  Bench bench;
  const Variable x(random_tensor({3, 3}, 1), true);
  CHECK(dropout(bench.ctx, 0.5, x).value().raw() == x.value().raw());
  bench.ctx.training = true;
  CHECK(dropout(bench.ctx, 0, x).value().raw() == x.value().raw());
  CHECK(bench.tape.size() == 0);
  CHECK(bench.ctx.dropout.tensor == 0);
  for (double rate : {-0.1, 1.0, std::nan("")})
    CHECK(contains(message_of([&] { dropout(bench.ctx, rate, x); }), "[dropout] the rate is "));
}
