#include "engine/tasks/pair_figures.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/autograd/ops.h"
#include "engine/models/beam_search.h"
#include "engine/tasks/translation_figures.h"
#include "engine/tensor/pool.h"

namespace heed {
namespace {

constexpr size_t kWrittenToChoose = 200, kWrittenToJudge = 2000;  // pairs of the validation and the test part
constexpr size_t kShown = 5;                                      // of them
constexpr size_t kPairsAtOnce = 64;

void append(std::vector<int32_t>& all, const std::vector<int32_t>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

}  // namespace

StepBatch pairs_batch(const std::vector<const PairIds*>& pairs, int32_t end) {
  std::vector<int32_t> read, written, labels, read_lengths, written_lengths;
  for (const PairIds* pair : pairs) {
    append(read, pair->source);
    written.push_back(end);
    written.insert(written.end(), pair->target.begin(), pair->target.end() - 1);
    append(labels, pair->target);
    read_lengths.push_back(static_cast<int32_t>(pair->source.size()));
    written_lengths.push_back(static_cast<int32_t>(pair->target.size()));
  }
  StepBatch made;
  made.batch.ids = Tensor::list(read);
  made.batch.sentences = Spans::packed(read_lengths);
  made.batch.target_ids = Tensor::list(written);
  made.batch.targets = Spans::packed(written_lengths);
  made.labels = Tensor::list(labels);
  return made;
}

nlohmann::json told_figures(const Network& network, const Device& device, const std::vector<AskedPair>& all,
                            int32_t end) {
  Pool memory(*device.memory);
  double loss = 0;
  int64_t asked = 0, correct = 0;
  for (size_t first = 0; first < all.size(); first += kPairsAtOnce) {
    std::vector<const PairIds*> pairs;
    for (size_t n = first; n < std::min(first + kPairsAtOnce, all.size()); ++n) pairs.push_back(all[n].ids);
    const StepBatch made = pairs_batch(pairs, end);
    Context ctx;
    ctx.device = &device;
    ctx.memory = &memory;
    const Variable logits = network.forward(ctx, made.batch);
    const auto count = made.labels.count();
    loss += static_cast<double>(ctx.host(cross_entropy(ctx, logits, made.labels).value()).data<float>()[0]) *
            static_cast<double>(count);
    asked += count;
    const Tensor scores = ctx.host(logits.value());
    const float* row = scores.data<float>();
    for (const int32_t label : made.labels.values<int32_t>()) {
      correct += std::max_element(row, row + scores.size(1)) - row == label ? 1 : 0;
      row += scores.size(1);
    }
  }
  const double mean = loss / static_cast<double>(asked);
  return {{"loss", mean},
          {"accuracy", static_cast<double>(correct) / static_cast<double>(asked)},
          {"perplexity", std::exp(mean)},
          {"n", all.size()},
          {"tokens", asked}};
}

nlohmann::json written_figures(const SequenceNetwork& network, const Device& device,
                               const std::vector<AskedPair>& pairs, const PieceEncoder& pieces, int32_t end,
                               Writing how) {
  const bool judges = how == Writing::kToJudge;
  const size_t count = std::min(pairs.size(), judges ? kWrittenToJudge : kWrittenToChoose);
  BeamOptions beam;
  beam.width = judges ? 4 : 1;
  Pool memory(*device.memory);
  std::vector<Translated> all;
  nlohmann::json shown = nlohmann::json::array();
  int64_t exact = 0;
  for (size_t i = 0; i < count; ++i) {
    const size_t n = i * pairs.size() / count;  // files are often sorted
    Context ctx;
    ctx.device = &device;
    ctx.memory = &memory;
    std::vector<Hypothesis> best = beam_search(network, ctx, pairs[n].ids->source, end, end, beam);
    std::vector<int> ids(best[0].ids.begin(), best[0].ids.end());
    if (!ids.empty() && ids.back() == end) ids.pop_back();
    const TextPair& pair = *pairs[n].pair;
    all.push_back({pieces.text_of(ids), pair.target});
    exact += all.back().text == pair.target ? 1 : 0;
    if (i % (count / std::min(kShown, count)) == 0)
      shown.push_back({{"source", pair.source}, {"target", all.back().text}, {"reference", pair.target}});
  }
  const Bleu score = bleu(all);
  return {{"written", count},
          {"beam", beam.width},
          {"exact_match", static_cast<double>(exact) / static_cast<double>(count)},
          {"bleu", score.score},
          {"bleu_signature", Bleu::kSignature},
          {"length_ratio", score.length_ratio},
          {"chrf", chrf(all)},
          {"chrf_signature", kChrfSignature},
          {"samples", shown}};
}

}  // namespace heed
