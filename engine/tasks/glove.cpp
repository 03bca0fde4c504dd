#include "engine/tasks/glove.h"

#include <algorithm>
#include <cmath>

#include "engine/base/file.h"
#include "engine/base/portable_math.h"
#include "engine/base/random.h"
#include "engine/format/json.h"
#include "engine/format/safetensors.h"

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

void Glove::save(const std::string& file, const std::string& run) const {
  const Shape shape{V_, stride_};
  const nlohmann::json state{{"run", run}, {"epoch", epoch_}, {"loss", loss()}};
  write_file_atomically(file,
                        write_safetensors({{"words", Tensor::of<float>(shape, words_)},
                                           {"contexts", Tensor::of<float>(shape, contexts_)}},
                                          {{"state", dump_json(state, file)}}),
                        Durable::kNo);
}

void Glove::resume(const std::string& file, const std::string& run) {
  const SafeTensors saved = read_safetensors_file(file);
  const auto text = saved.metadata.find("state");
  check(
      text != saved.metadata.end() && saved.tensors.count("words") > 0 && saved.tensors.count("contexts") > 0,
      "[", file, "] is no checkpoint of word vectors.");
  const nlohmann::json state = parse_json_object(text->second, file);
  check(require<std::string>(state, "run", file) == run, "[", file,
        "] is the checkpoint of another run: its recipe or its data differ. Start without --resume.");
  const Tensor &words = saved.tensors.at("words"), &contexts = saved.tensors.at("contexts");
  check(words.shape() == Shape{V_, stride_} && contexts.shape() == words.shape(), "[", file, "] holds ",
        words.shape(), " numbers: expected [", V_, ", ", stride_, "].");
  words_ = words.values<float>();
  contexts_ = contexts.values<float>();
  // The order of an epoch follows from those before it.
  const int done = require<int>(state, "epoch", file);
  for (epoch_ = 1; epoch_ < done; ++epoch_) shuffle();
  epoch_ = done;
  next_ = done > 0 ? terms() : 0;
}

}  // namespace heed
