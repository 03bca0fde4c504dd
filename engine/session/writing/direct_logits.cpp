#include "engine/session/writing/direct_logits.h"

#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "engine/base/order.h"
#include "engine/explain/residual_stream.h"
#include "engine/session/writing/candidates.h"
#include "engine/session/writing/inside/causal.h"

namespace heed::session {
namespace {

// Rows of what states are held against: [K, D].
explain::Matrix directions_of(const explain::Subject& subject, const std::vector<int>& ids) {
  const Parameters& parameters = subject.network.parameters();
  const std::string& name = subject.anatomy.scored_by;
  const std::vector<int32_t> rows(ids.begin(), ids.end());
  Context ctx;
  ctx.device = &subject.device;
  ctx.memory = &subject.memory;
  if (parameters.holds_table(name))
    return explain::matrix_of(ctx.host(embedding(ctx, parameters.find(name), Tensor::list(rows)).value()));
  const Variable all(ctx.upload(explain::weights_of(subject, parameters.find(name))));
  return explain::matrix_of(ctx.host(embedding(ctx, all, Tensor::list(rows)).value()));
}

// A term by its name: "layer.2.head.5", "layer.2.feed_forward", "word", …
void add(const explain::StreamTerm& term, const DirectAttribution& all, size_t k, DirectLogits& one) {
  const double value = term.values[k];
  const std::string layered = "layer.";
  if (term.name == "word") {
    one.word += value;
  } else if (term.name == "position") {
    one.position += value;
  } else if (term.token < 0) {
    one.constant += value;
  } else if (term.name.rfind(layered, 0) == 0) {
    const size_t dot = term.name.find('.', layered.size());
    const int64_t layer = std::atoi(term.name.c_str() + layered.size());
    const std::string part = term.name.substr(dot + 1);
    if (part == "feed_forward") {
      one.feed_forward[static_cast<size_t>(layer)] += value;
    } else {
      const int64_t head = std::atoi(part.c_str() + std::string("head.").size());
      const auto N = static_cast<int64_t>(all.tokens.size());
      one.heads[static_cast<size_t>((layer * all.heads + head) * N + term.token)] +=
          static_cast<float>(value);
    }
  }
}

double sum_of(const DirectLogits& one) {
  double sum = one.word + one.position + one.constant;
  for (const double part : one.feed_forward) sum += part;
  for (const float part : one.heads) sum += static_cast<double>(part);
  return sum;
}

}  // namespace

DirectAttribution direct_attribution(const Model& model, const std::string& text, int64_t top,
                                     const std::vector<std::string>& edited) {
  const ModelImpl& impl = *model.impl_;
  const CausalNetwork& network = causal_of(impl);
  const std::vector<int32_t> ids = ids_of(impl, text);
  const auto N = static_cast<int64_t>(ids.size());
  const explain::MapEdits edits = edits_of(network, edited);
  Context ctx = impl.context();
  const explain::Subject subject(network, *impl.parts().text, *ctx.device, *ctx.memory);
  check(!network.config().norms_added, "[", impl.name(),
        "] norms what each part adds, as Gemma 2 does: direct logits are not computed for such models.");
  TextBatch batch = one_text(ids);
  batch.places = Tensor::list<int32_t>({static_cast<int32_t>(N - 1)});
  const explain::Pass pass =
      explain::run(subject, batch, {explain::stream_points(subject), {}, {}, {}, {}, {}, [&](Trace& trace) {
                                      edits.add_to(trace, 0, N);
                                    }});
  const std::vector<double>& scores = pass.logits.values;
  const std::vector<double> p = softmax(scores, 1);
  const std::vector<int> likeliest = largest(p, top);

  DirectAttribution all;
  all.layers = static_cast<int64_t>(network.layers());
  all.heads = network.attention().front().heads;
  for (const int32_t id : ids) {
    const NextToken token = next_token(impl, id, 0);
    all.tokens.push_back(token.token);
    all.texts.push_back(token.text.empty() ? token.token : token.text);
  }
  explain::StreamWeights weights(subject);
  const std::vector<explain::StreamTerm> terms =
      explain::unroll(subject, pass, N, {{N - 1, directions_of(subject, likeliest)}}, weights);
  for (size_t k = 0; k < likeliest.size(); ++k) {
    const auto id = static_cast<size_t>(likeliest[k]);
    DirectLogits one;
    one.token = next_token(impl, likeliest[k], p[id]);
    one.score = scores[id];
    one.feed_forward.assign(static_cast<size_t>(all.layers), 0);
    one.heads.assign(static_cast<size_t>(all.layers * all.heads * N), 0);
    for (const explain::StreamTerm& term : terms) add(term, all, k, one);
    one.rest = one.score - sum_of(one);
    all.candidates.push_back(std::move(one));
  }
  return all;
}

std::vector<DirectPart> difference(const DirectAttribution& all, size_t one, size_t other) {
  const DirectLogits &a = all.candidates.at(one), &b = all.candidates.at(other);
  std::vector<DirectPart> parts{{"word", "", a.word - b.word},
                                {"position", "", a.position - b.position},
                                {"constant", "", a.constant - b.constant},
                                {"rest", "", a.rest - b.rest}};
  const size_t N = all.tokens.size();
  for (int64_t l = 0; l < all.layers; ++l) {
    const std::string layer = "layer " + std::to_string(l) + ", ";
    const auto at = static_cast<size_t>(l);
    parts.push_back({layer + "feed-forward", "", a.feed_forward[at] - b.feed_forward[at]});
    for (int64_t h = 0; h < all.heads; ++h) {
      const size_t first = static_cast<size_t>(l * all.heads + h) * N;
      DirectPart head{layer + "head " + std::to_string(h), "", 0};
      double most = -1;
      for (size_t s = 0; s < N; ++s) {
        const double value =
            static_cast<double>(a.heads[first + s]) - static_cast<double>(b.heads[first + s]);
        head.value += value;
        if (std::abs(value) <= most) continue;
        most = std::abs(value);
        head.from = all.texts[s];
      }
      parts.push_back(std::move(head));
    }
  }
  sort_stably(parts,
              [](const DirectPart& x, const DirectPart& y) { return std::abs(x.value) > std::abs(y.value); });
  return parts;
}

nlohmann::json to_json(const DirectAttribution& all) {
  nlohmann::json candidates = nlohmann::json::array();
  for (const DirectLogits& one : all.candidates) {
    nlohmann::json value = to_json(std::vector<NextToken>{one.token}).front();
    value["score"] = one.score;
    value["word"] = one.word;
    value["position"] = one.position;
    value["constant"] = one.constant;
    value["rest"] = one.rest;
    value["feed_forward"] = one.feed_forward;
    nlohmann::json layers = nlohmann::json::array();
    auto next = one.heads.begin();
    const auto N = static_cast<std::ptrdiff_t>(all.tokens.size());
    for (int64_t l = 0; l < all.layers; ++l) {
      nlohmann::json heads = nlohmann::json::array();
      for (int64_t h = 0; h < all.heads; ++h, next += N) heads.push_back(std::vector<float>(next, next + N));
      layers.push_back(std::move(heads));
    }
    value["heads"] = std::move(layers);
    candidates.push_back(std::move(value));
  }
  return {{"tokens", all.tokens}, {"texts", all.texts}, {"candidates", std::move(candidates)}};
}

}  // namespace heed::session
