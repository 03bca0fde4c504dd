#include "engine/session/writing/look_back.h"

#include "engine/session/writing/inside/causal.h"

namespace heed::session {

LookedBack look_back(const Model& model, const std::string& text, int layer, int head,
                     const std::vector<std::string>& edits) {
  const ModelImpl& impl = *model.impl_;
  const CausalNetwork& network = causal_of(impl);
  const std::vector<int32_t> ids = ids_of(impl, text);
  const auto T = static_cast<int64_t>(ids.size());
  const std::vector<AttentionPoint> points = network.attention();
  LookedBack found;
  found.layers = static_cast<int64_t>(points.size());
  check(layer >= 0 && layer < found.layers, "[", impl.name(), "] there is no layer ", layer, ": it has ",
        found.layers, ", from 0.");
  const AttentionPoint& point = points[static_cast<size_t>(layer)];
  found.heads = point.heads;
  check(head >= Heads::kMean && head < found.heads, "[", impl.name(), "] there is no head ", head,
        ": each layer has ", found.heads, ", numbered from 0.");
  for (const int32_t id : ids) found.tokens.push_back(impl.parts().text->token_of(id));
  Trace trace;
  trace.watch(point.name);
  edits_of(network, edits).add_to(trace, 0, T);
  Context ctx = impl.context();
  ctx.trace = &trace;
  network.states(ctx, one_text(ids));
  const float* maps = trace.find(point.name)->data<float>();
  found.weights.assign(static_cast<size_t>(T * T), 0);
  const int64_t first = head == Heads::kMean ? 0 : head, count = head == Heads::kMean ? found.heads : 1;
  for (int64_t h = first; h < first + count; ++h)
    for (int64_t i = 0; i < T * T; ++i)
      found.weights[static_cast<size_t>(i)] += maps[h * T * T + i] / static_cast<float>(count);
  return found;
}

}  // namespace heed::session
