#include "engine/ranks/gradient_sum.h"

#include <algorithm>
#include <cstring>

#include "engine/kernels/kernels.h"

namespace heed {
namespace {

// Large enough for messages to cost nothing, small enough to be full long before the way back ends.
constexpr int64_t kBucket = int64_t{1} << 19;  // numbers
constexpr int64_t kAlignment = 64;             // numbers: where a gradient in a bucket begins
constexpr int kFirstTag = 1;                   // of weights' rows, then of buckets

template <class T>
std::string bytes_of(const std::vector<T>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T)};
}

template <class T>
std::vector<T> numbers_in(std::string_view bytes) {
  std::vector<T> numbers(bytes.size() / sizeof(T));
  if (!bytes.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

void sort_out(std::vector<int32_t>& rows) {
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
}

}  // namespace

GradientSum::GradientSum(const Parameters& parameters, const Device& device, Ranks* ranks)
    : device_(device), ranks_(ranks) {
  for (const Variable& weight : parameters.all()) {
    if (!weight.requires_grad()) continue;
    index_[&weight.node()] = weights_.size();
    weights_.push_back({weight, {}, -1});
  }
}

void GradientSum::begin(int parts, Allocator& memory) {
  parts_ = parts;
  memory_ = &memory;
  for (Weight& weight : weights_) weight.added = -1;
  for (Bucket& bucket : buckets_) bucket.missing = bucket.weights.size();
}

void GradientSum::add(Weight& weight, int part) {
  if (weight.added == part) return;
  weight.added = part;
  Node& node = weight.variable.node();
  PartGradient own{std::exchange(node.grad, {}), std::exchange(node.sparse_grad, {})};
  weight.sum.push({part, 1, std::move(own)}, [&](PartGradient& a, const PartGradient& b) {
    add_gradient(device_, *memory_, weight.variable.shape(), a, b);
  });
}

void GradientSum::add(int part) {
  for (Weight& weight : weights_) add(weight, part);
}

void GradientSum::watch(Tape& tape, int part) {
  if (ranks_) tape.when_whole([this, part](const Variable& weight) { is_whole(weight, part); });
}

void GradientSum::is_whole(const Variable& weight, int part) {
  const auto known = index_.find(&weight.node());
  if (known == index_.end()) return;
  const auto found = bucket_of_.find(known->second);
  if (found == bucket_of_.end()) return;
  add(weights_[known->second], part);
  if (--buckets_[found->second].missing == 0) begin(found->second);
  for (Bucket& bucket : buckets_)
    if (bucket.sum) bucket.sum->done(false);
}

void GradientSum::begin(Sum& sum, int tag) {
  if (device_.separate) {
    Allocator& memory = device_.staging ? *device_.staging : heap();
    if (!sum.on_host.defined() || sum.on_host.shape() != sum.numbers.shape())
      sum.on_host = Tensor(sum.numbers.shape(), DType::kFloat32, memory);
    device_.to_host(device_, sum.on_host.raw(), sum.numbers.raw(), sum.numbers.bytes());
  }
  const Tensor& seen = device_.separate ? sum.on_host : sum.numbers;
  sum.sum.emplace(*ranks_, tag, parts_, seen.data<float>(), static_cast<size_t>(seen.size(1)));
}

void GradientSum::end(Sum& sum) {
  sum.sum->done(true);
  sum.sum.reset();
  if (device_.separate)
    device_.from_host(device_, sum.numbers.raw(), sum.on_host.raw(), sum.numbers.rows(0, 1).bytes());
}

void GradientSum::begin(size_t b) {
  Bucket& bucket = buckets_[b];
  if (bucket.sum) return;
  const auto blocks = static_cast<int64_t>(weights_[bucket.weights.front()].sum.blocks().size());
  const Shape shape{std::max<int64_t>(1, blocks), bucket.count};
  if (!bucket.numbers.defined() || bucket.numbers.shape() != shape) {
    bucket.numbers = Tensor(shape, DType::kFloat32, *device_.memory);
    device_.kernels->elementwise.fill(device_, 0, bucket.numbers);
  }
  for (size_t i = 0; i < bucket.weights.size(); ++i) {
    Weight& weight = weights_[bucket.weights[i]];
    const Shape& of = weight.variable.shape();
    for (int64_t row = 0; row < blocks; ++row) {
      const Tensor place =
          bucket.numbers.rows(row, 1).reshaped({bucket.count}).rows(bucket.begins[i], of.count());
      write_gradient(device_, weight.sum.blocks()[static_cast<size_t>(row)].sum, place.reshaped(of));
    }
  }
  begin(bucket, kFirstTag + static_cast<int>(weights_.size() + b));
}

std::vector<double> GradientSum::finish(std::vector<double> figures) {
  if (!ranks_) return give_own(), figures;
  for (size_t b = 0; b < buckets_.size(); ++b) begin(b);
  const Kinds kinds = exchange(figures);
  give_whole(kinds);
  for (size_t weight : kinds.by_rows) add_rows(weight, kFirstTag + static_cast<int>(weight));
  for (Weight& weight : weights_) weight.sum = {};
  return figures;
}

void GradientSum::give_own() {
  for (Weight& weight : weights_) {
    weight.sum.join_all([&](PartGradient& a, const PartGradient& b) {
      add_gradient(device_, *memory_, weight.variable.shape(), a, b);
    });
    PartGradient& sum = weight.sum.blocks().front().sum;
    weight.variable.node().grad = std::move(sum.whole);
    weight.variable.node().sparse_grad = std::move(sum.rows);
    weight.sum = {};
  }
}

// A weight that no part has reached has no gradient; one that some part has whole is whole.
GradientSum::Kinds GradientSum::exchange(std::vector<double>& figures) {
  constexpr char kWhole = 1, kRows = 2;
  std::string marks(weights_.size(), 0);
  for (size_t i = 0; i < weights_.size(); ++i)
    for (const auto& block : weights_[i].sum.blocks())
      marks[i] = static_cast<char>(marks[i] | (block.sum.whole.defined() ? kWhole : 0) |
                                   (block.sum.rows.defined() ? kRows : 0));
  std::vector<double> all;
  for (const std::string& told : ranks_->of_all(marks + bytes_of(figures))) {
    for (size_t i = 0; i < marks.size(); ++i) marks[i] = static_cast<char>(marks[i] | told[i]);
    const std::vector<double> theirs = numbers_in<double>(std::string_view(told).substr(marks.size()));
    all.insert(all.end(), theirs.begin(), theirs.end());
  }
  figures = std::move(all);
  Kinds kinds;
  for (size_t i = 0; i < marks.size(); ++i) {
    if (marks[i] & kWhole) kinds.whole.push_back(i);
    if (marks[i] == kRows) kinds.by_rows.push_back(i);
  }
  return kinds;
}

void GradientSum::give_whole(const Kinds& kinds) {
  const size_t known = buckets_.size();
  std::vector<size_t> fresh;
  for (size_t weight : kinds.whole)
    if (bucket_of_.count(weight) == 0) fresh.push_back(weight);
  make_buckets(fresh);
  for (size_t b = known; b < buckets_.size(); ++b) begin(b);
  for (Bucket& bucket : buckets_) {
    end(bucket);
    const Tensor sum = bucket.numbers.rows(0, 1).reshaped({bucket.count});
    for (size_t i = 0; i < bucket.weights.size(); ++i) {
      const Variable& weight = weights_[bucket.weights[i]].variable;
      if (std::binary_search(kinds.whole.begin(), kinds.whole.end(), bucket.weights[i]))
        weight.node().grad = sum.rows(bucket.begins[i], weight.shape().count()).reshaped(weight.shape());
    }
  }
}

void GradientSum::add_rows(size_t at, int tag) {
  Weight& weight = weights_[at];
  std::vector<int32_t> own;
  for (const auto& block : weight.sum.blocks())
    own.insert(own.end(), block.sum.rows.rows.begin(), block.sum.rows.rows.end());
  sort_out(own);
  SparseRows all;
  for (const std::string& theirs : ranks_->of_all(bytes_of(own))) {
    const std::vector<int32_t> rows = numbers_in<int32_t>(theirs);
    all.rows.insert(all.rows.end(), rows.begin(), rows.end());
  }
  sort_out(all.rows);
  const auto R = static_cast<int64_t>(all.rows.size());
  const int64_t D = weight.variable.size(1),
                blocks = std::max<int64_t>(1, static_cast<int64_t>(weight.sum.blocks().size()));
  Sum sum;
  sum.numbers = Tensor({blocks, R * D}, DType::kFloat32, *device_.memory);
  device_.kernels->elementwise.fill(device_, 0, sum.numbers);
  for (size_t b = 0; b < weight.sum.blocks().size(); ++b) {
    all.values = sum.numbers.rows(static_cast<int64_t>(b), 1).reshaped({R, D});
    if (weight.sum.blocks()[b].sum.rows.defined()) place_rows(weight.sum.blocks()[b].sum.rows, all);
  }
  begin(sum, tag);
  end(sum);
  all.values = sum.numbers.rows(0, 1).reshaped({R, D});
  weight.variable.node().sparse_grad = std::move(all);
}

// The last weights first, as ways back fill them.
void GradientSum::make_buckets(const std::vector<size_t>& weights) {
  for (auto weight = weights.rbegin(); weight != weights.rend(); ++weight) {
    const int64_t count = weights_[*weight].variable.shape().count();
    const bool opens = weight == weights.rbegin() || buckets_.back().count + count > kBucket;
    Bucket& bucket = opens ? buckets_.emplace_back() : buckets_.back();
    bucket_of_[*weight] = buckets_.size() - 1;
    bucket.weights.push_back(*weight);
    bucket.begins.push_back(bucket.count);
    bucket.count += (count + kAlignment - 1) / kAlignment * kAlignment;
  }
}

}  // namespace heed
