#include "engine/train/step_shape.h"

#include <algorithm>

namespace heed {
namespace {

constexpr int64_t kLengthStep = 16;  // lengths of the longest sentence are rounded up to multiples of it

int64_t rounded_up(int64_t n, int64_t step) {
  return (n + step - 1) / step * step;
}

std::string shape_name(size_t B, int64_t T, int64_t N) {
  return std::to_string(B) + " sentences of up to " + std::to_string(T) + ", " + std::to_string(N) + " rows";
}

// Behind N rows come fillers of these lengths, as sentences of id 0.
void append(TextBatch& batch, const std::vector<int64_t>& lengths) {
  std::vector<int32_t> ids = batch.ids.values<int32_t>();
  for (int64_t length : lengths) {
    batch.sentences.begin.push_back(static_cast<int32_t>(ids.size()));
    batch.sentences.length.push_back(static_cast<int32_t>(length));
    ids.resize(ids.size() + static_cast<size_t>(length), 0);
  }
  batch.ids = Tensor::of<int32_t>({static_cast<int64_t>(ids.size())}, ids);
}

}  // namespace

ShapedBatch shaped(TextBatch batch, int64_t most) {
  ShapedBatch result{std::move(batch), "", false};
  const TextBatch& given = result.batch;
  // Pieces and phrases of words come in any number.
  if (given.bags.B() > 0 || given.phrase_bags.B() > 0) return result;
  const size_t B = given.sentences.B();
  const int64_t N = given.ids.count(), longest = given.sentences.longest();
  if (longest == 0) return result;
  result.uniform = N == static_cast<int64_t>(B) * std::max(longest, most);
  if (result.uniform) {
    result.shape = shape_name(B, longest, N) + ", all of one length";
    return result;
  }
  // The first filler is as long as any sentence may be, so that the longest is the same in all batches of the
  // shape; the others bring the rows to a multiple of two such lengths.
  const int64_t T = std::max(longest, std::min(rounded_up(longest, kLengthStep), most));
  const int64_t rows = rounded_up(N + T, 2 * T), rest = rows - N - T;
  append(result.batch, {T, std::min(rest, T), rest - std::min(rest, T)});
  result.shape = shape_name(B, T, rows);
  return result;
}

Variable first_rows(Context& ctx, const Variable& x, int64_t count) {
  check(x.shape().rank() == 2 && count >= 0 && count <= x.size(0), "[first_rows] ", count, " of ", x.shape(),
        ".");
  return ctx.result("first_rows", x.value().rows(0, count), {x}, [&ctx, x, count](const Tensor& dy) {
    contribute(ctx, x, [&](const Tensor& dx, bool add) {
      if (!add) ctx.kernels().elementwise.fill(*ctx.device, 0, dx);
      ctx.kernels().elementwise.accumulate(*ctx.device, dy, dx.rows(0, count), true);
    });
  });
}

}  // namespace heed
