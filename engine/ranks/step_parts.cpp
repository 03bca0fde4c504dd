#include "engine/ranks/step_parts.h"

#include <cstring>
#include <numeric>
#include <optional>

#include "engine/ranks/tree_sum.h"

namespace heed {
namespace {

using Numbers = std::vector<int32_t>;

Tensor tensor_of(const Numbers& numbers) {
  return Tensor::of<int32_t>({static_cast<int64_t>(numbers.size())}, numbers);
}

// From `first` on, before `end`.
struct Range {
  int64_t first = 0, end = 0;
  bool holds(int64_t n) const { return n >= first && n < end; }
};

Tensor cut(const Tensor& ids, Range range) {
  return tensor_of({ids.data<int32_t>() + range.first, ids.data<int32_t>() + range.end});
}

// Where the spans of a range lie among `count` rows.
Range rows_of(const Spans& spans, Range range, int64_t count) {
  const auto begin = [&](int64_t b) {
    return b < static_cast<int64_t>(spans.B()) ? int64_t{spans.begin[static_cast<size_t>(b)]} : count;
  };
  return {begin(range.first), begin(range.end)};
}

Spans cut(const Spans& spans, Range range, int64_t before) {
  Spans some;
  for (auto b = static_cast<size_t>(range.first); b < static_cast<size_t>(range.end); ++b) {
    some.begin.push_back(spans.begin[b] - static_cast<int32_t>(before));
    some.length.push_back(spans.length[b]);
  }
  return some;
}

void cut_bags(const Tensor& ids, const Spans& bags, Range tokens, Tensor& some, Spans& some_bags) {
  if (bags.B() == 0) return;
  const Range range = rows_of(bags, tokens, ids.count());
  some = cut(ids, range);
  some_bags = cut(bags, tokens, range.first);
}

// Those of the rows `among` that lie in a range, counted from its beginning, and their labels.
Tensor cut_places(const Tensor& among, const Tensor& labels, Range tokens, Tensor& some_labels) {
  Numbers places, theirs;
  for (int64_t i = 0; i < among.count(); ++i) {
    if (!tokens.holds(among.data<int32_t>()[i])) continue;
    places.push_back(among.data<int32_t>()[i] - static_cast<int32_t>(tokens.first));
    theirs.push_back(labels.data<int32_t>()[i]);
  }
  some_labels = tensor_of(theirs);
  return tensor_of(places);
}

int64_t squares_of(const Spans& texts) {
  int64_t sum = 0;
  for (int64_t T : texts.length) sum += T * T;
  return sum;
}

StepBatch part_of(const StepBatch& whole, Output output, Range texts) {
  const TextBatch& from = whole.batch;
  const int64_t N = from.ids.count();
  const Range tokens = rows_of(from.sentences, texts, N);
  StepBatch part;
  TextBatch& batch = part.batch;
  batch.ids = cut(from.ids, tokens);
  batch.sentences = cut(from.sentences, texts, tokens.first);
  cut_bags(from.pieces, from.bags, tokens, batch.pieces, batch.bags);
  cut_bags(from.phrases, from.phrase_bags, tokens, batch.phrases, batch.phrase_bags);
  if (from.types.defined()) batch.types = cut(from.types, tokens);
  if (from.places.defined())
    batch.places = cut_places(from.places, whole.labels, tokens, part.labels);
  else if (whole.rows.defined())
    part.rows = cut_places(whole.rows, whole.labels, tokens, part.labels);
  else if (output == Output::kTexts || output == Output::kSpans) {
    const int64_t each = whole.labels.count() / static_cast<int64_t>(from.sentences.B());
    part.labels = cut(whole.labels, {texts.first * each, texts.end * each});
  } else {
    part.labels = cut(whole.labels, tokens);
  }
  part.step = whole.step;
  part.rate = whole.rate;
  part.tokens = batch.ids.count();
  part.answers = part.labels.count();
  part.part = BatchPart{texts.first, tokens.first, 0, squares_of(batch.sentences)};
  return part;
}

}  // namespace

std::vector<StepBatch> parts_of(const StepBatch& whole, Output output, int count) {
  const Spans& texts = whole.batch.sentences;
  const auto N = std::accumulate(texts.length.begin(), texts.length.end(), int64_t{0});
  std::vector<StepBatch> parts;
  int64_t end = 0, squares = 0;
  for (int64_t r = 0, tokens = 0; r < count; ++r) {
    const int64_t first = end, wanted = N * (r + 1) / count;
    // A text belongs to the part in which its middle lies.
    for (; end < static_cast<int64_t>(texts.B()); ++end) {
      const int64_t T = texts.length[static_cast<size_t>(end)];
      if (r + 1 < count && tokens + T / 2 >= wanted) break;
      tokens += T;
    }
    parts.push_back(part_of(whole, output, {first, end}));
    parts.back().part->squares = squares;
    squares += parts.back().part->own_squares;
  }
  return parts;
}

namespace {

// Numbers one after the other, lists of them behind their lengths.
struct Written {
  std::string bytes;

  template <class T>
  void add(const T* numbers, int64_t count) {
    bytes.append(reinterpret_cast<const char*>(&count), sizeof count);
    if (count > 0)
      bytes.append(reinterpret_cast<const char*>(numbers), static_cast<size_t>(count) * sizeof(T));
  }
  void add(const Tensor& ids) {
    if (ids.defined())
      add(ids.data<int32_t>(), ids.count());
    else
      add<int32_t>(nullptr, -1);
  }
  void add(const Spans& spans) {
    for (const Numbers& numbers : {spans.begin, spans.length})
      add(numbers.data(), static_cast<int64_t>(numbers.size()));
  }
};

struct Read {
  const char* at;

  template <class T>
  std::optional<std::vector<T>> list() {
    int64_t count = 0;
    std::memcpy(&count, at, sizeof count);
    at += sizeof count;
    if (count < 0) return std::nullopt;
    std::vector<T> numbers(static_cast<size_t>(count));
    if (count > 0) std::memcpy(numbers.data(), at, numbers.size() * sizeof(T));
    at += numbers.size() * sizeof(T);
    return numbers;
  }
  void take(Tensor& ids) {
    if (const auto numbers = list<int32_t>()) ids = tensor_of(*numbers);
  }
  void take(Spans& spans) {
    spans.begin = *list<int32_t>();
    spans.length = *list<int32_t>();
  }
};

// What a batch is made of, in the order of its bytes.
template <class Batch, class Do>
void each_list(Batch& batch, Do act) {
  for (auto* ids : {&batch.batch.ids, &batch.batch.types, &batch.batch.places, &batch.batch.pieces,
                    &batch.batch.phrases, &batch.rows, &batch.labels})
    act(*ids);
  for (auto* spans : {&batch.batch.sentences, &batch.batch.bags, &batch.batch.phrase_bags}) act(*spans);
}

void write_batch(Written& written, const StepBatch& batch) {
  each_list(batch, [&](const auto& list) { written.add(list); });
  const BatchPart p = batch.part.value_or(BatchPart{});
  const int64_t numbers[] = {batch.step, batch.tokens, batch.answers, batch.part ? 1 : 0,
                             p.texts,    p.tokens,     p.squares,     p.own_squares};
  written.add(numbers, 8);
  written.add(&batch.share, 1);
}

StepBatch read_batch(Read& read) {
  StepBatch batch;
  each_list(batch, [&](auto& list) { read.take(list); });
  const std::vector<int64_t> numbers = *read.list<int64_t>();
  batch.step = numbers[0];
  batch.tokens = numbers[1];
  batch.answers = numbers[2];
  if (numbers[3] == 1) batch.part = BatchPart{numbers[4], numbers[5], numbers[6], numbers[7]};
  batch.share = read.list<double>()->front();
  return batch;
}

}  // namespace

std::string write_parts(const StepParts& parts) {
  Written written;
  std::vector<int64_t> counts{parts.count, parts.first};
  for (const auto& part : parts.own) counts.push_back(static_cast<int64_t>(part.size()));
  written.add(counts.data(), static_cast<int64_t>(counts.size()));
  for (const auto& part : parts.own)
    for (const StepBatch& batch : part) write_batch(written, batch);
  return written.bytes;
}

StepParts read_parts(const std::string& bytes) {
  Read read{bytes.data()};
  const std::vector<int64_t> counts = *read.list<int64_t>();
  StepParts parts{static_cast<int>(counts[0]), static_cast<int>(counts[1]), {}};
  for (size_t p = 2; p < counts.size(); ++p) {
    std::vector<StepBatch>& own = parts.own.emplace_back();
    for (int64_t i = 0; i < counts[p]; ++i) own.push_back(read_batch(read));
  }
  return parts;
}

StepParts share_out(StepParts all, Ranks& ranks) {
  const auto of = [&](int rank) {
    const PartRange range = parts_of_rank(all.count, ranks.size(), rank);
    StepParts some{all.count, range.first, {}};
    for (int p = range.first; p < range.end; ++p)
      some.own.push_back(std::move(all.own[static_cast<size_t>(p)]));
    return some;
  };
  for (int r = 1; r < ranks.size(); ++r) ranks.tell(r, write_parts(of(r)));
  return of(0);
}

StepParts receive_parts(Ranks& ranks) {
  return read_parts(ranks.hear(0));
}

}  // namespace heed
