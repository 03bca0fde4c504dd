#include "engine/ranks/step_parts.h"

#include <cstring>
#include <numeric>
#include <optional>

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
  part.shared.emplace();
  part.shared->part.texts = texts.first;
  part.shared->part.tokens = tokens.first;
  part.shared->part.own_squares = squares_of(batch.sentences);
  return part;
}

}  // namespace

std::vector<StepBatch> parts_of(const StepBatch& whole, Output output, int ranks) {
  const Spans& texts = whole.batch.sentences;
  const auto N = std::accumulate(texts.length.begin(), texts.length.end(), int64_t{0});
  std::vector<StepBatch> parts;
  int64_t end = 0, squares = 0;
  for (int64_t r = 0, tokens = 0; r < ranks; ++r) {
    const int64_t first = end, wanted = N * (r + 1) / ranks;
    // A text belongs to the part in which its middle lies.
    for (; end < static_cast<int64_t>(texts.B()); ++end) {
      const int64_t T = texts.length[static_cast<size_t>(end)];
      if (r + 1 < ranks && tokens + T / 2 >= wanted) break;
      tokens += T;
    }
    parts.push_back(part_of(whole, output, {first, end}));
    parts.back().shared->part.squares = squares;
    squares += parts.back().shared->part.own_squares;
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

// What a part is made of, in the order of its bytes.
template <class Part, class Do>
void each_list(Part& part, Do act) {
  for (auto* ids : {&part.batch.ids, &part.batch.types, &part.batch.places, &part.batch.pieces,
                    &part.batch.phrases, &part.rows, &part.labels})
    act(*ids);
  for (auto* spans : {&part.batch.sentences, &part.batch.bags, &part.batch.phrase_bags}) act(*spans);
}

}  // namespace

std::string write_part(const StepBatch& part) {
  Written written;
  each_list(part, [&](const auto& list) { written.add(list); });
  const SharedBatch& s = *part.shared;
  const int64_t before[] = {s.part.texts, s.part.tokens, s.part.squares, s.part.own_squares};
  const double weights[] = {s.share, s.weight};
  written.add(before, 4);
  written.add(weights, 2);
  return written.bytes;
}

StepBatch read_part(const std::string& bytes) {
  StepBatch part;
  Read read{bytes.data()};
  each_list(part, [&](auto& list) { read.take(list); });
  const std::vector<int64_t> before = *read.list<int64_t>();
  const std::vector<double> weights = *read.list<double>();
  part.shared = SharedBatch{{before[0], before[1], before[2], before[3]}, weights[0], weights[1]};
  return part;
}

}  // namespace heed
