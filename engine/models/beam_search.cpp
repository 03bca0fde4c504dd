#include "engine/models/beam_search.h"

#include <algorithm>
#include <cmath>

#include "engine/base/error.h"
#include "engine/base/order.h"
#include "engine/base/portable_math.h"

namespace heed {
namespace {

struct Living {
  std::unique_ptr<SequenceNetwork::Decoding> decoding;
  std::vector<int32_t> ids;
  double log_probability = 0;
  int node = -1;
};

struct Continuation {
  size_t from = 0;
  int32_t id = 0;
  double log_probability = 0;
};

bool better(const Hypothesis& a, const Hypothesis& b) {
  return a.score > b.score;
}

int grow(std::vector<BeamNode>& tree, const BeamNode& node) {
  tree.push_back(node);
  return static_cast<int>(tree.size()) - 1;
}

// The first `count` continuations of all that lives.
std::vector<Continuation> best_of(const SequenceDecoder& network, Context& ctx, std::vector<Living>& living,
                                  int32_t start, const WritingRules& rules, int64_t most, size_t count) {
  std::vector<Continuation> all;
  for (size_t n = 0; n < living.size(); ++n) {
    const int32_t last = living[n].ids.empty() ? start : living[n].ids.back();
    std::vector<double> more = log_probabilities(network.next(ctx, *living[n].decoding, last));
    std::vector<int32_t> text{start};
    text.insert(text.end(), living[n].ids.begin(), living[n].ids.end());
    rules.apply(more, text, 1, most);
    for (size_t id = 0; id < more.size(); ++id)
      if (!std::isinf(more[id]))
        all.push_back({n, static_cast<int32_t>(id), living[n].log_probability + more[id]});
  }
  count = std::min(count, all.size());
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), all.end(),
                    [](const Continuation& a, const Continuation& b) {
                      if (a.log_probability != b.log_probability)
                        return a.log_probability > b.log_probability;
                      return a.from != b.from ? a.from < b.from : a.id < b.id;
                    });
  all.resize(count);
  return all;
}

// What has to be written is written.
void begin_with(const SequenceDecoder& network, Context& ctx, const std::vector<int32_t>& forced,
                int32_t start, Living& living, std::vector<BeamNode>& tree) {
  for (const int32_t id : forced) {
    const int32_t last = living.ids.empty() ? start : living.ids.back();
    const std::vector<double> more = log_probabilities(network.next(ctx, *living.decoding, last));
    check(id >= 0 && static_cast<size_t>(id) < more.size(), "[beam search] ", id, " is no id: expected 0 to ",
          more.size() - 1, ".");
    living.log_probability += more[static_cast<size_t>(id)];
    living.ids.push_back(id);
    living.node = grow(tree, {living.node, id, living.log_probability, BeamNode::Fate::kLived});
  }
}

}  // namespace

double score_of(double log_probability, int64_t length, double penalty) {
  return log_probability / portable_pow((5 + static_cast<double>(length)) / 6, penalty);
}

std::vector<double> log_probabilities(const Tensor& scores) {
  std::vector<double> row;
  for (const float score : scores.values<float>()) row.push_back(static_cast<double>(score));
  const double most = *std::max_element(row.begin(), row.end());
  double total = 0;
  for (const double score : row) total += portable_exp(score - most);
  const double log_total = most + portable_log(total);
  check(std::isfinite(log_total),
        "[model] a score is no finite number: the model's weights are too large for "
        "its type, or damaged.");
  for (double& score : row) score -= log_total;
  return row;
}

std::vector<Hypothesis> beam_search(const SequenceDecoder& network, Context& ctx,
                                    const std::vector<int32_t>& source, int32_t start,
                                    const WritingRules& rules, const BeamOptions& options,
                                    std::vector<BeamNode>* whole_tree) {
  using Fate = BeamNode::Fate;
  const auto width = static_cast<size_t>(options.width);
  const int64_t most = std::min(options.most, network.max_written());
  std::vector<BeamNode> own;
  std::vector<BeamNode>& tree = whole_tree ? *whole_tree : own;
  std::vector<Living> living(1);
  living[0].decoding = network.read(ctx, source);
  check(static_cast<int64_t>(options.forced.size()) < most, "[beam search] ", options.forced.size(),
        " tokens to begin with: expected fewer than ", most, ".");
  begin_with(network, ctx, options.forced, start, living[0], tree);
  std::vector<Hypothesis> ended;
  const auto hypothesis = [&](std::vector<int32_t> ids, double log_probability, int node) {
    const auto length = static_cast<int64_t>(ids.size());
    return Hypothesis{std::move(ids), log_probability,
                      score_of(log_probability, length, options.length_penalty), node};
  };
  if (!options.forced.empty() && rules.is_end(options.forced.back())) {
    tree.back().fate = Fate::kEnded;
    return {hypothesis(options.forced, living[0].log_probability, living[0].node)};
  }
  // log p only falls, and no target is longer than `most`.
  const auto can_do_better = [&] {
    if (ended.size() < width) return true;
    return score_of(living.front().log_probability, most, options.length_penalty) > ended[width - 1].score;
  };
  for (int64_t length = 1 + static_cast<int64_t>(options.forced.size());
       length <= most && !living.empty() && can_do_better(); ++length) {
    std::vector<Living> next;
    size_t place = 0;
    for (const Continuation& c :
         best_of(network, ctx, living, start, rules, most, 2 * width)) {  // one end for each other
      const bool ends = rules.is_end(c.id) && place < width;
      const bool lives = !rules.is_end(c.id) && next.size() < width;
      ++place;
      const int node = grow(tree, {living[c.from].node, c.id, c.log_probability,
                                   ends    ? Fate::kEnded
                                   : lives ? Fate::kLived
                                           : Fate::kDropped});
      if (!ends && !lives) continue;
      std::vector<int32_t> ids = living[c.from].ids;
      ids.push_back(c.id);
      if (ends)
        ended.push_back(hypothesis(std::move(ids), c.log_probability, node));
      else
        next.push_back({living[c.from].decoding->copy(ctx), std::move(ids), c.log_probability, node});
    }
    living = std::move(next);
    sort_stably(ended, better);
  }
  if (ended.empty())
    for (const Living& one : living) ended.push_back(hypothesis(one.ids, one.log_probability, one.node));
  sort_stably(ended, better);
  if (ended.size() > width) ended.resize(width);
  return ended;
}

}  // namespace heed
