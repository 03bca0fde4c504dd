#include "engine/autograd/ops.h"
#include "engine/base/distinct.h"

namespace heed {
namespace {

void check_ids(const char* op, const Variable& table, const Tensor& ids) {
  check(table.shape().rank() == 2 && ids.dtype() == DType::kInt32, "[", op, "] table is ", table.shape(),
        ", ids are ", name_of(ids.dtype()), ": expected [V, D] and I32.");
  const int32_t* id = ids.data<int32_t>();
  for (int64_t n = 0; n < ids.count(); ++n)
    check(id[n] >= 0 && id[n] < table.size(0), "[", op, "] id ", id[n], " at position ", n,
          ": the table has ", table.size(0), " rows.");
}

// The rows that were looked at, each once, and for every id its place among them.
std::pair<std::vector<int32_t>, Tensor> touched(const Context& ctx, const Tensor& ids, int64_t V) {
  const int32_t* id = ids.data<int32_t>();
  const Distinct distinct({id, static_cast<size_t>(ids.count())}, V);
  Tensor slots = ctx.make(ids.shape(), DType::kInt32);
  int32_t* slot = slots.data<int32_t>();
  for (int64_t n = 0; n < ids.count(); ++n) slot[n] = distinct.place(id[n]);
  return {distinct.values(), slots};
}

// The gradient of the rows of `table` that ids name: write(slots, drows) adds to rows slots[n] of drows. Only
// a parameter's may stay rows; what computed the table goes on with the whole.
void contribute_table(const Context& ctx, const Variable& table, const Tensor& ids,
                      const std::function<void(const Tensor& slots, const Tensor& drows)>& write) {
  const Tensor& W = table.value();
  if (ctx.device->whole_tables || table.node().computed)
    return contribute(ctx, table, [&](const Tensor& dx, bool add) {
      const Tensor drows = add ? ctx.make(W.shape(), W.dtype()) : dx;
      write(ctx.upload(ids), drows);
      if (add) ctx.kernels().elementwise.accumulate(*ctx.device, drows, dx, true);
    });
  auto [rows, slots] = touched(ctx, ids, table.size(0));
  Tensor values = ctx.make({static_cast<int64_t>(rows.size()), table.size(1)}, W.dtype());
  write(slots, values);
  contribute_rows(ctx, table, {std::move(rows), values});
}

void announce(const Variable& table, const Tensor& ids) {
  if (table.node().before_rows_are_read)
    table.node().before_rows_are_read({ids.data<int32_t>(), static_cast<size_t>(ids.count())});
}

}  // namespace

Variable embedding(Context& ctx, const Variable& table, const Tensor& ids) {
  check_ids("embedding", table, ids);
  announce(table, ids);
  Tensor y = ctx.make({ids.count(), table.size(1)}, table.dtype());
  const Tensor& matrix = table.value().defined() ? table.value() : table.node().packed;
  ctx.kernels().gather.gather(*ctx.device, matrix, ctx.upload(ids), y);
  return ctx.result("embedding", y, {table}, [&ctx, table, ids](const Tensor& dy) {
    contribute_table(ctx, table, ids, [&](const Tensor& slots, const Tensor& drows) {
      ctx.kernels().gather.scatter_add(*ctx.device, dy, slots, drows);
    });
  });
}

Variable embedding_bag(Context& ctx, const Variable& table, const Tensor& ids, const Spans& bags, bool mean) {
  check_ids("embedding_bag", table, ids);
  check(bags.rows() <= ids.count(), "[embedding_bag] the bags reach id ", bags.rows(), " of ", ids.count(),
        ".");
  announce(table, ids);
  Tensor y = ctx.make({static_cast<int64_t>(bags.B()), table.size(1)}, table.dtype());
  ctx.kernels().gather.bag_sum(*ctx.device, table.value(), ctx.upload(ids), bags, mean, y);
  return ctx.result("embedding_bag", y, {table}, [&ctx, table, ids, bags, mean](const Tensor& dy) {
    contribute_table(ctx, table, ids, [&](const Tensor& slots, const Tensor& drows) {
      ctx.kernels().gather.bag_scatter_add(*ctx.device, dy, slots, bags, mean, drows);
    });
  });
}

Variable unfold(Context& ctx, const Variable& x, const Spans& spans, int width) {
  check(width >= 1 && width % 2 == 1, "[unfold] the width is ", width, ": expected an odd number.");
  check(x.shape().rank() == 2 && spans.rows() <= x.size(0), "[unfold] x is ", x.shape(),
        ", the sentences need ", spans.rows(), " rows.");
  Tensor y = ctx.make({x.size(0), x.size(1) * width}, x.dtype());
  ctx.kernels().gather.unfold(*ctx.device, x.value(), spans, width, y);
  return ctx.result("unfold", y, {x}, [&ctx, x, spans, width](const Tensor& dy) {
    contribute(ctx, x, [&](const Tensor& dx, bool add) {
      ctx.kernels().gather.unfold_dx(*ctx.device, dy, spans, width, dx, add);
    });
  });
}

Variable concat(Context& ctx, const Variable& a, const Variable& b) {
  check(a.shape().rank() == 2 && b.shape().rank() == 2 && a.size(0) == b.size(0), "[concat] a is ", a.shape(),
        ", b is ", b.shape(), ": expected the same number of rows.");
  Tensor y = ctx.make({a.size(0), a.size(1) + b.size(1)}, a.dtype());
  ctx.kernels().gather.concat(*ctx.device, a.value(), b.value(), y);
  return ctx.result("concat", y, {a, b}, [&ctx, a, b](const Tensor& dy) {
    auto part = [&](const Variable& x, int64_t first) {
      contribute(ctx, x, [&](const Tensor& dx, bool add) {
        ctx.kernels().gather.slice_columns(*ctx.device, dy, first, dx, add);
      });
    };
    part(a, 0);
    part(b, a.size(1));
  });
}

Variable columns_to_rows(Context& ctx, const Variable& x, const Spans& spans) {
  check(x.shape().rank() == 2 && spans.rows() <= x.size(0), "[columns_to_rows] x is ", x.shape(),
        ", the sentences need ", spans.rows(), " rows.");
  const int64_t K = x.size(1), T = spans.longest(), B = static_cast<int64_t>(spans.B());
  // Where each number of y is taken from; the last row of the table behind x is what stands for nothing.
  std::vector<int32_t> from(static_cast<size_t>(B * K * T), static_cast<int32_t>(x.value().count()));
  for (int64_t b = 0; b < B; ++b)
    for (int64_t k = 0; k < K; ++k)
      for (int64_t t = 0; t < spans.length[static_cast<size_t>(b)]; ++t)
        from[static_cast<size_t>((b * K + k) * T + t)] =
            static_cast<int32_t>((spans.begin[static_cast<size_t>(b)] + t) * K + k);
  const Tensor places = ctx.upload(Tensor::of<int32_t>({B * K * T}, from));
  const int64_t count = x.value().count();
  const Tensor table = ctx.filled({count + 1, 1}, x.dtype(), -1e30);
  const GatherKernels& gather = ctx.kernels().gather;
  ctx.kernels().elementwise.accumulate(*ctx.device, x.value(), table.rows(0, count), false);
  const Tensor y = ctx.make({B * K, T}, x.dtype());
  gather.gather(*ctx.device, table, places, y.reshaped({B * K * T, 1}));
  return ctx.result("columns_to_rows", y, {x}, [&ctx, &gather, x, places, count](const Tensor& dy) {
    const Tensor dtable = ctx.make({count + 1, 1}, x.dtype());
    gather.scatter_add(*ctx.device, dy.reshaped({dy.count(), 1}), places, dtable);
    contribute(ctx, x, [&](const Tensor& dx, bool add) {
      ctx.kernels().elementwise.accumulate(*ctx.device, dtable.rows(0, count), dx, add);
    });
  });
}

Variable pad(Context& ctx, const Variable& x, const Spans& spans) {
  check(x.shape().rank() == 2 && spans.rows() <= x.size(0), "[pad] x is ", x.shape(), ", the sentences need ",
        spans.rows(), " rows.");
  const int64_t T = spans.longest(), B = static_cast<int64_t>(spans.B());
  std::vector<int32_t> place(static_cast<size_t>(x.size(0)));
  for (size_t b = 0; b < spans.B(); ++b)
    for (int64_t t = 0; t < spans.length[b]; ++t)
      place[static_cast<size_t>(spans.begin[b] + t)] = static_cast<int32_t>(static_cast<int64_t>(b) * T + t);
  const Tensor slots = ctx.upload(Tensor::of<int32_t>({x.size(0)}, place));
  Tensor y = ctx.make({B * T, x.size(1)}, x.dtype());
  ctx.kernels().gather.scatter_add(*ctx.device, x.value(), slots, y);
  return ctx.result("pad", y, {x}, [&ctx, x, slots](const Tensor& dy) {
    Tensor picked = ctx.make(x.shape(), x.dtype());
    ctx.kernels().gather.gather(*ctx.device, dy, slots, picked);
    contribute(ctx, x, [&](const Tensor& dx, bool add) {
      ctx.kernels().elementwise.accumulate(*ctx.device, picked, dx, add);
    });
  });
}

Variable repeat_heads(Context& ctx, const Variable& x, int64_t K, int64_t times) {
  check(x.shape().rank() == 2 && K > 0 && x.size(1) % K == 0 && times > 0, "[repeat_heads] x is ", x.shape(),
        ": expected [N, G·", K, "].");
  if (times == 1) return x;
  const int64_t heads = x.size(0) * x.size(1) / K;
  std::vector<int32_t> ids;
  ids.reserve(static_cast<size_t>(heads * times));
  for (int32_t head = 0; head < heads; ++head) ids.insert(ids.end(), static_cast<size_t>(times), head);
  const Tensor from = ctx.upload(Tensor::list(ids)), y = ctx.make({heads * times, K}, x.dtype());
  ctx.kernels().gather.gather(*ctx.device, x.value().reshaped({heads, K}), from, y);
  return ctx.result(
      "repeat_heads", y.reshaped({x.size(0), x.size(1) * times}), {x},
      [&ctx, x, from, heads, K, times](const Tensor& dy) {
        const Tensor sums = ctx.make({heads, K}, dy.dtype());
        ctx.kernels().gather.scatter_add(*ctx.device, dy.reshaped({heads * times, K}), from, sums);
        contribute(ctx, x, [&](const Tensor& dx, bool add) {
          ctx.kernels().elementwise.accumulate(*ctx.device, sums.reshaped(x.shape()), dx, add);
        });
      });
}

}  // namespace heed
