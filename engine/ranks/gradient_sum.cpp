#include "engine/ranks/gradient_sum.h"

#include <algorithm>
#include <cstring>

#include "engine/kernels/kernels.h"

namespace heed {
namespace {

// Large enough for messages to cost nothing, small enough to be full long before the way back ends.
constexpr size_t kBucket = size_t{2} << 20;  // bytes
constexpr int kFigures = 1;                  // tags: of figures, then of weights, then of buckets
constexpr int kWeights = 2;

std::string bytes_of(const std::vector<int32_t>& rows) {
  return {reinterpret_cast<const char*>(rows.data()), rows.size() * sizeof(int32_t)};
}

// Each row that some rank has, ascending.
std::vector<int32_t> joined(const std::vector<std::string>& of_ranks) {
  std::vector<int32_t> rows;
  for (const std::string& bytes : of_ranks) {
    if (bytes.empty()) continue;
    const size_t before = rows.size();
    rows.resize(before + bytes.size() / sizeof(int32_t));
    std::memcpy(rows.data() + before, bytes.data(), bytes.size());
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

// Those of `some` among `all`, which holds zeros. The host's memory: elsewhere gradients of tables are whole.
void place_rows(const SparseRows& some, const SparseRows& all) {
  const auto D = static_cast<size_t>(all.values.size(1));
  auto at = all.rows.begin();
  for (size_t i = 0; i < some.rows.size(); ++i) {
    at = std::lower_bound(at, all.rows.end(), some.rows[i]);
    const auto place = static_cast<size_t>(at - all.rows.begin());
    std::copy_n(some.values.data<float>() + i * D, D, all.values.data<float>() + place * D);
  }
}

}  // namespace

GradientSum::GradientSum(const Parameters& parameters, const Device& device, Ranks& ranks)
    : device_(device), ranks_(ranks) {
  for (const Variable& weight : parameters.all())
    if (weight.requires_grad()) weights_.push_back(weight);
}

void GradientSum::begin(Sum& sum, int tag) {
  if (device_.separate) {
    Allocator& memory = device_.staging ? *device_.staging : heap();
    if (!sum.on_host.defined()) sum.on_host = Tensor(sum.numbers.shape(), DType::kFloat32, memory);
    device_.to_host(device_, sum.on_host.raw(), sum.numbers.raw(), sum.numbers.bytes());
  }
  const Tensor& seen = device_.separate ? sum.on_host : sum.numbers;
  sum.sum.emplace(ranks_, tag, std::span(seen.data<float>(), static_cast<size_t>(seen.count())));
}

void GradientSum::end(Sum& sum) {
  sum.sum->done(true);
  sum.sum.reset();
  if (device_.separate) device_.from_host(device_, sum.numbers.raw(), sum.on_host.raw(), sum.numbers.bytes());
}

void GradientSum::begin(size_t bucket) {
  Filling& filling = buckets_[bucket];
  if (filling.sum) return;
  for (const Variable& weight : filling.weights)
    if (!weight.grad().defined()) device_.kernels->elementwise.fill(device_, 0, weight.node().gradient_home);
  begin(filling, kWeights + static_cast<int>(weights_.size() + bucket));
}

void GradientSum::watch(Tape& tape) {
  for (Filling& bucket : buckets_) bucket.missing = bucket.weights.size();
  tape.when_whole([this](const Variable& weight) { is_whole(weight); });
}

void GradientSum::is_whole(const Variable& weight) {
  const auto found = bucket_of_.find(&weight.node());
  if (found == bucket_of_.end()) return;
  if (--buckets_[found->second].missing == 0) begin(found->second);
  for (Filling& bucket : buckets_)
    if (bucket.sum) bucket.sum->done(false);
}

void GradientSum::finish(std::vector<float>& figures) {
  for (size_t b = 0; b < buckets_.size(); ++b) begin(b);
  const Kinds kinds = kinds_of_all(figures);
  for (Filling& bucket : buckets_) end(bucket);
  add_whole(kinds.whole);
  add_rows(kinds.by_rows);
  if (!homes_) make_buckets(kinds.whole);
}

// A weight that no rank has reached has no gradient, as if one process had done the step.
GradientSum::Kinds GradientSum::kinds_of_all(std::vector<float>& figures) {
  const size_t own = figures.size();
  for (const Variable& weight : weights_) {
    figures.push_back(weight.grad().defined() ? 1 : 0);
    figures.push_back(weight.node().sparse_grad.defined() ? 1 : 0);
  }
  OrderedSum(ranks_, kFigures, figures).done(true);
  Kinds kinds;
  for (size_t i = 0; i < weights_.size(); ++i) {
    Node& node = weights_[i].node();
    const bool whole = figures[own + 2 * i] > 0, by_rows = figures[own + 2 * i + 1] > 0;
    check(!whole || !by_rows, "[ranks] the gradient of ", node.name,
          " is whole on one rank and of some rows on another: train this network in one process.");
    if (by_rows) kinds.by_rows.push_back(weights_[i]);
    if (node.gradient_home.defined())
      node.grad = whole ? node.gradient_home : Tensor{};
    else if (whole)
      kinds.whole.push_back(weights_[i]);
  }
  figures.resize(own);
  return kinds;
}

Tensor GradientSum::zeros(const Shape& shape) const {
  Tensor made(shape, DType::kFloat32, *device_.memory);
  device_.kernels->elementwise.fill(device_, 0, made);
  return made;
}

void GradientSum::add_whole(const std::vector<Variable>& weights) {
  std::vector<Sum> sums(weights.size());
  for (size_t i = 0; i < weights.size(); ++i) {
    Node& node = weights[i].node();
    if (!node.grad.defined()) node.grad = zeros(weights[i].shape());
    sums[i].numbers = node.grad;
    begin(sums[i], kWeights + static_cast<int>(i));
  }
  for (Sum& sum : sums) end(sum);
}

void GradientSum::add_rows(const std::vector<Variable>& tables) {
  std::vector<Sum> sums(tables.size());
  for (size_t i = 0; i < tables.size(); ++i) {
    SparseRows& own = tables[i].node().sparse_grad;
    SparseRows all{joined(ranks_.of_all(bytes_of(own.rows))), {}};
    all.values = zeros({static_cast<int64_t>(all.rows.size()), tables[i].size(1)});
    place_rows(own, all);
    own = all;
    sums[i].numbers = all.values;
    begin(sums[i], kWeights + static_cast<int>(i));
  }
  for (Sum& sum : sums) end(sum);
}

void GradientSum::make_buckets(const std::vector<Variable>& weights) {
  homes_.emplace(weights, device_, kBucket);
  for (const GradientBucket& bucket : homes_->buckets()) {
    for (const Variable& weight : bucket.weights) bucket_of_[&weight.node()] = buckets_.size();
    Filling& filling = buckets_.emplace_back();
    filling.numbers = bucket.numbers;
    filling.weights = bucket.weights;
  }
}

}  // namespace heed
