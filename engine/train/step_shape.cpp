#include "engine/train/step_shape.h"

#include <algorithm>

#include "engine/autograd/ops.h"

namespace heed {
namespace {

constexpr int64_t kLengthStep = 16;  // lengths of the longest sentence are rounded up to multiples of it

int64_t rounded_up(int64_t n, int64_t step) {
  return (n + step - 1) / step * step;
}

// A number of at least n, of few: 1, 1½, 2, 3, 4, 6, 8, 12, … times `rows`, which is even.
int64_t one_of_few(int64_t n, int64_t rows) {
  int64_t most = rows;
  while (most / 2 * 3 < n) most *= 2;
  return most < n ? most / 2 * 3 : most;
}

// The same, nearer: no more than a quarter above n, or 7.
int64_t one_of_some(int64_t n) {
  int64_t step = 8;
  while (8 * step <= n) step *= 2;
  return rounded_up(n, step);
}

// "12 sentences of up to 32, 192 rows, 768 pieces, 288 phrases"
std::string shape_name(size_t B, int64_t T, const TextBatch& batch) {
  std::string name = std::to_string(B) + " sentences of up to " + std::to_string(T);
  auto add = [&](const Tensor& ids, const char* what) {
    name += ", " + std::to_string(ids.count()) + " " + what;
  };
  add(batch.ids, "rows");
  if (batch.bags.B() > 0) add(batch.pieces, "pieces");
  if (batch.phrase_bags.B() > 0) add(batch.phrases, "phrases");
  return name;
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

// Rows behind the last bag, which are fillers', get bags with what is missing to one of few totals: ids of
// the batch once more, since no row of a table is to collect from all fillers. What is in no bag is left out.
void fill_bags(Tensor& ids, Spans& bags, int64_t rows) {
  if (bags.B() == 0) return;
  std::vector<int32_t> all;
  for (size_t n = 0; n < bags.B(); ++n) {
    const int32_t* first = ids.data<int32_t>() + bags.begin[n];
    all.insert(all.end(), first, first + bags.length[n]);
  }
  const auto given = static_cast<int64_t>(all.size()), fillers = rows - static_cast<int64_t>(bags.B());
  const int64_t total = one_of_few(given, rows), missing = total - given;
  all.resize(static_cast<size_t>(total), 0);
  if (given > 0)
    for (size_t i = static_cast<size_t>(given); i < all.size(); ++i)
      all[i] = all[i - static_cast<size_t>(given)];
  std::vector<int32_t> lengths = bags.length;
  for (int64_t i = 0; i < fillers; ++i)
    lengths.push_back(static_cast<int32_t>(missing * (i + 1) / fillers - missing * i / fillers));
  bags = Spans::packed(lengths);
  ids = Tensor::of<int32_t>({total}, all);
}

// The words that are asked for, among so many rows, and others behind them up to one of few numbers: not one
// of them again and again, since no row is to collect the gradients of all fillers.
Tensor ask_for_more(const Tensor& asked, int64_t rows) {
  std::vector<int32_t> all = asked.values<int32_t>();
  const int64_t step = std::max<int64_t>(8, rows / 64), count = rounded_up(asked.count(), step);
  for (int64_t i = asked.count(); i < count; ++i) all.push_back(static_cast<int32_t>(i % rows));
  return Tensor::of<int32_t>({count}, all);
}

}  // namespace

ShapedBatch shaped(TextBatch batch, int64_t most, bool of_words) {
  ShapedBatch result{std::move(batch), "", false};
  const TextBatch& given = result.batch;
  const bool bags = given.bags.B() > 0 || given.phrase_bags.B() > 0;
  const size_t B = given.sentences.B();
  const int64_t N = given.ids.count(), longest = given.sentences.longest();
  if (longest == 0) return result;
  result.uniform = N == static_cast<int64_t>(B) * std::max(longest, most);
  if (result.uniform && !bags) {
    result.shape = shape_name(B, longest, given) + ", all of one length";
    return result;
  }
  // The first filler is as long as any sentence may be, so that the longest is the same in all batches of the
  // shape; the others bring the rows to a multiple of two such lengths.
  const int64_t T = std::max(longest, std::min(rounded_up(longest, kLengthStep), most));
  const int64_t rows = rounded_up(N + T, 2 * T), rest = rows - N - T;
  std::vector<int64_t> fillers{T, std::min(rest, T), rest - std::min(rest, T)};
  if (of_words) fillers.resize(one_of_some(B + fillers.size()) - B, 0);
  append(result.batch, fillers);
  fill_bags(result.batch.pieces, result.batch.bags, rows);
  fill_bags(result.batch.phrases, result.batch.phrase_bags, rows);
  result.shape = shape_name(of_words ? given.sentences.B() : B, T, given);
  if (result.uniform) result.shape += ", all of one length";
  return result;
}

bool shape_step(StepBatch& step, int64_t most, Output output) {
  Tensor& asked = step.rows.defined() ? step.rows : step.batch.places;
  const bool of_places = asked.defined(), of_words = of_places || output == Output::kNext;
  if (output != Output::kTexts && !of_words) return false;
  ShapedBatch made = shaped(step.batch, most, of_words);
  step.batch = std::move(made.batch);
  step.shape = std::move(made.shape);
  if (!of_words || step.shape.empty()) return made.uniform;
  if (of_places) asked = ask_for_more(asked, step.batch.ids.count());
  const int64_t words = of_places ? asked.count() : step.batch.ids.count();
  std::vector<int32_t> labels = step.labels.values<int32_t>();
  labels.resize(static_cast<size_t>(words), kNoLabel);
  step.labels = Tensor::of<int32_t>({words}, labels);
  step.shape += ", " + std::to_string(words) + " words";
  return made.uniform;
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
