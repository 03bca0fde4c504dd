#include "engine/tasks/glove.h"

#include <algorithm>
#include <cmath>

#include "engine/base/portable_math.h"
#include "engine/base/random.h"
#include "engine/format/json.h"

namespace heed {

Glove::Glove(const std::vector<Cooccurrence>& counts, int32_t V, const GloveOptions& options)
    : V_(V), options_(options), stride_(2 * (options.width + 1)) {
  check(options.width >= 1 && options.width <= 4096, "[glove] the width is ", options.width,
        ": expected 1 to 4096.");
  check(options.x_max > 0 && options.rate > 0 && options.alpha >= 0, "[glove] x_max is ", options.x_max,
        ", the rate ", options.rate, ", alpha ", options.alpha, ": expected more than 0.");
  check(!counts.empty(), "[glove] no two words stand near each other: there is nothing to learn from.");
  Random random(options.seed);
  for (std::vector<float>* table : {&words_, &contexts_}) {
    table->resize(static_cast<size_t>(V * stride_));
    for (int32_t i = 0; i < V; ++i)
      for (int64_t d = 0; d < stride_; ++d)  // as the authors' program begins: ±1/2D, and squares at 1
        row(*table, i)[d] =
            d <= options.width ? random.uniform(-0.5f, 0.5f) / static_cast<float>(options.width) : 1.0f;
  }
  terms_.reserve(counts.size());
  for (const Cooccurrence& count : counts) {
    const double x = static_cast<double>(count.count);
    const double f = x < options.x_max ? std::pow(x / options.x_max, options.alpha) : 1;
    terms_.push_back({count.word, count.context, static_cast<float>(f), static_cast<float>(portable_log(x))});
  }
  shuffle();
}

void Glove::shuffle() {
  Random random(mix64(options_.seed + 1) ^ static_cast<uint64_t>(epoch_));
  random.shuffle(terms_);
}

namespace {

// In eight sums, which is a vector's work; always the same order.
float dot_product(const float* a, const float* b, int64_t count) {
  float sums[8] = {};
  int64_t d = 0;
  for (; d + 8 <= count; d += 8)
    for (int64_t i = 0; i < 8; ++i) sums[i] += a[d + i] * b[d + i];
  for (; d < count; ++d) sums[0] += a[d] * b[d];
  return ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
}

}  // namespace

// One term: the bias is the number behind the vector, so that AdaGrad runs over both at once.
double Glove::update(const Term& term) {
  const int64_t D = options_.width;
  float* __restrict w = row(words_, term.word);
  float* __restrict c = row(contexts_, term.context);
  const float difference = dot_product(w, c, D) + w[D] + c[D] - term.log;
  // The factor 2 of the square is in the rate, as in the authors' program.
  const float g = term.weight * difference, rate = static_cast<float>(options_.rate);
  float* __restrict w_squares = w + D + 1;
  float* __restrict c_squares = c + D + 1;
  for (int64_t d = 0; d < D; ++d) {
    const float dw = g * c[d], dc = g * w[d];
    w[d] -= rate * dw / std::sqrt(w_squares[d]);
    c[d] -= rate * dc / std::sqrt(c_squares[d]);
    w_squares[d] += dw * dw;
    c_squares[d] += dc * dc;
  }
  w[D] -= rate * g / std::sqrt(w_squares[D]);
  c[D] -= rate * g / std::sqrt(c_squares[D]);
  w_squares[D] += g * g;
  c_squares[D] += g * g;
  return 0.5 * static_cast<double>(g) * static_cast<double>(difference);
}

bool Glove::step(int64_t most) {
  if (epoch_ == options_.epochs) return false;
  if (next_ == terms()) {
    next_ = seen_ = 0;
    loss_ = 0;
    shuffle();
  }
  const int64_t end = std::min(terms(), next_ + most);
  for (; next_ < end; ++next_, ++seen_) loss_ += update(terms_[static_cast<size_t>(next_)]);
  check(std::isfinite(loss_), "[glove] the loss is not a number after ", next_, " terms of epoch ",
        epoch_ + 1, ": try a smaller learning rate.");
  if (next_ == terms()) ++epoch_;
  return epoch_ < options_.epochs;
}

std::vector<float> Glove::vectors() const {
  std::vector<float> sums;
  sums.reserve(static_cast<size_t>(V_ * options_.width));
  for (int32_t i = 0; i < V_; ++i)
    for (int64_t d = 0; d < options_.width; ++d)
      sums.push_back(words_[static_cast<size_t>(i * stride_ + d)] +
                     contexts_[static_cast<size_t>(i * stride_ + d)]);
  return sums;
}

Position Glove::position() const {
  const auto steps = [](int64_t count) { return (count + kTermsPerStep - 1) / kTermsPerStep; };
  Position here;
  here.epoch = epoch_;
  here.epochs = options_.epochs;
  here.step = steps(next_);
  here.epoch_steps = steps(terms());
  here.loss = loss();
  const double part = next_ == terms() ? 0 : static_cast<double>(next_) / static_cast<double>(terms());
  here.tokens = options_.tokens * (epoch_ + part);
  here.ended = epoch_ == options_.epochs;
  return here;
}

Checkpoint Glove::save() {
  const Shape shape{V_, stride_};
  return {{{"words", Tensor::of<float>(shape, words_)}, {"contexts", Tensor::of<float>(shape, contexts_)}},
          {{"epoch", epoch_}, {"next", next_}, {"seen", seen_}, {"loss_sum", loss_}}};
}

void Glove::resume(const Checkpoint& checkpoint, const std::string& file) {
  const auto table = [&](const char* name) {
    const auto found = checkpoint.tensors.find(name);
    check(found != checkpoint.tensors.end() && found->second.shape() == Shape{V_, stride_}, "[", file,
          "] holds no ", name, " of [", V_, ", ", stride_,
          "] numbers: it is no checkpoint of these word vectors.");
    return found->second.values<float>();
  };
  words_ = table("words");
  contexts_ = table("contexts");
  const int done = require<int>(checkpoint.state, "epoch", file);
  next_ = require<int64_t>(checkpoint.state, "next", file);
  seen_ = require<int64_t>(checkpoint.state, "seen", file);
  loss_ = require<double>(checkpoint.state, "loss_sum", file);
  check(done >= 0 && next_ >= 0 && next_ <= terms(), "[", file, "] is at term ", next_, " of ", terms(), ".");
  // The order of an epoch follows from those before it; after an epoch's last term the next one has no order
  // yet.
  const int last = next_ == terms() ? done - 1 : done;
  for (epoch_ = 1; epoch_ <= last; ++epoch_) shuffle();
  epoch_ = done;
}

}  // namespace heed
