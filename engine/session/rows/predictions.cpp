#include "engine/session/rows/predictions.h"

#include <algorithm>
#include <optional>

#include "engine/base/thread_pool.h"
#include "engine/kernels/cpu/cpu_device.h"
#include "engine/session/error.h"
#include "engine/session/models/inside/model_impl.h"
#include "engine/tasks/evaluate.h"

namespace heed::session {
namespace {

constexpr int64_t kSlice = 512;  // what a thread takes at a time: memory stays between its batches

}  // namespace

Predictions::Answer Predictions::answer(size_t text, size_t C) const {
  const double* p = probabilities.data() + text * C;
  const auto best = static_cast<size_t>(std::max_element(p, p + C) - p);
  double second = 0;
  for (size_t c = 0; c < C; ++c)
    if (c != best) second = std::max(second, p[c]);
  return {static_cast<int>(best), p[best], p[best] - second};
}

struct Predictor::Impl {
  Impl(const ModelImpl& model, int threads)
      : parts(model.parts()),
        pool(threads),
        on_cpu(!model.device().separate),
        device(on_cpu ? cpu::device() : model.device()) {
    device.state = model.device().state;
    check(parts.network->output() == Output::kTexts, "[", model.name(),
          "] names no class of a text: many rows at once are for classifiers.");
  }

  EncodedText cut(EncodedText encoded) const {
    parts.text->cut(encoded, static_cast<size_t>(std::min(parts.network->max_tokens(), parts.max_tokens)));
    return encoded;
  }

  EncodedText encode(const std::string& text, size_t at, Predictions& all) const {
    EncodedText encoded = parts.text->encode(text);
    const auto whole = std::max(static_cast<int64_t>(encoded.ids.size()), encoded.total);
    const bool any = std::any_of(encoded.tokens.begin(), encoded.tokens.end(),
                                 [](const TextToken& token) { return token.start < token.end; });
    encoded = cut(std::move(encoded));
    if (!any) {  // what stands around a text is none of it
      encoded.tokens = {};
      return encoded;
    }
    all.tokens[at] = static_cast<int64_t>(encoded.ids.size());
    all.unknown[at] = std::count(encoded.ids.begin(), encoded.ids.end(), parts.text->unknown());
    all.left_out[at] = whole - all.tokens[at];
    all.pairs[at] = warning_of_pair(parts, encoded, "").has_value();
    encoded.tokens = {};
    return encoded;
  }

  // Answers texts [first, last).
  void answer(std::span<const std::string> texts, int64_t first, int64_t last, Predictions& all) const {
    std::vector<EncodedText> encoded;
    for (int64_t i = first; i < last; ++i)
      encoded.push_back(encode(texts[static_cast<size_t>(i)], static_cast<size_t>(i), all));
    const std::vector<double> p = heed::predict(*parts.network, device, encoded);
    std::copy(p.begin(), p.end(),
              all.probabilities.begin() + first * static_cast<int64_t>(parts.labels.size()));
  }

  std::vector<float> vectors(std::span<const std::string> texts) const {
    std::vector<EncodedText> encoded;
    for (const std::string& text : texts) encoded.push_back(cut(parts.text->encode(text)));
    return text_vectors(*parts.network, device, encoded);
  }

  // Slices of fixed size, those of a chunk side by side: which texts share a batch does not depend on the
  // number of threads. Returns how many were read.
  int64_t for_slices(int64_t count, const std::function<bool(int64_t)>& go_on,
                     const std::function<void(int64_t first, int64_t last)>& read) const {
    const int64_t chunk = kSlice * (on_cpu ? pool.size() : 1);
    int64_t done = 0;
    for (; done < count && go_on(done); done = std::min(count, done + chunk)) {
      const int64_t first = done, last = std::min(count, done + chunk);
      if (!on_cpu) {
        read(first, last);
        continue;
      }
      parallel_for(&pool, last - first, kSlice, [&](int64_t from, int64_t to) {
        for (int64_t at = from; at < to; at += kSlice) read(first + at, first + std::min(at + kSlice, to));
      });
    }
    return done;
  }

  const TextNetwork& parts;
  mutable ThreadPool pool;
  bool on_cpu;
  Device device;
};

Predictor::Predictor(const std::string& model, const std::string& device, int threads)
    : own_(std::make_unique<Model>(Model::open(model, 1, Precision::kAsStored, device))),
      impl_(std::make_unique<Impl>(*own_->impl_, threads)) {}
Predictor::Predictor(const Model& model, int threads)
    : impl_(std::make_unique<Impl>(*model.impl_, threads)) {}
Predictor::~Predictor() = default;

const std::vector<std::string>& Predictor::labels() const {
  return impl_->parts.labels;
}

bool Predictor::gives_values() const {
  return impl_->parts.network->answers() == AnswerKind::kValues;
}

const TextNetwork& Predictor::network() const {
  return impl_->parts;
}

Predictions Predictor::predict(std::span<const std::string> texts,
                               const std::function<bool(int64_t)>& go_on) const {
  const auto count = static_cast<int64_t>(texts.size());
  Predictions all;
  all.probabilities.resize(texts.size() * labels().size());
  for (auto* numbers : {&all.tokens, &all.unknown, &all.left_out, &all.pairs}) numbers->resize(texts.size());
  const int64_t done = impl_->for_slices(
      count, go_on, [&](int64_t first, int64_t last) { impl_->answer(texts, first, last, all); });
  all.probabilities.resize(static_cast<size_t>(done) * labels().size());
  for (auto* numbers : {&all.tokens, &all.unknown, &all.left_out, &all.pairs})
    numbers->resize(static_cast<size_t>(done));
  all.warnings = impl_->parts.warnings;
  if (const auto pairs = std::count(all.pairs.begin(), all.pairs.end(), 1); pairs > 0)
    all.warnings.push_back(
        (done == 1 ? "the text holds"
                   : std::to_string(pairs) + " of " + std::to_string(done) + " texts hold") +
        std::string(" the piece that stands between two texts. Heed does not read pairs yet: every token got "
                    "segment 0, as of one text."));
  return all;
}

std::vector<float> Predictor::vectors(std::span<const std::string> texts,
                                      const std::function<bool(int64_t)>& go_on) const {
  const auto count = static_cast<int64_t>(texts.size());
  std::vector<std::vector<float>> slices(static_cast<size_t>((count + kSlice - 1) / kSlice));
  impl_->for_slices(count, go_on, [&](int64_t first, int64_t last) {
    slices[static_cast<size_t>(first / kSlice)] =
        impl_->vectors(texts.subspan(static_cast<size_t>(first), static_cast<size_t>(last - first)));
  });
  std::vector<float> all;
  for (const std::vector<float>& slice : slices) all.insert(all.end(), slice.begin(), slice.end());
  return all;
}

}  // namespace heed::session
