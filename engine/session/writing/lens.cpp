#include "engine/session/writing/lens.h"

#include <nlohmann/json.hpp>

#include "engine/format/json.h"
#include "engine/session/writing/candidates.h"
#include "engine/session/writing/inside/causal.h"

namespace heed::session {
namespace {

std::string point_of(int layer) {
  return layer < 0 ? "embeddings" : "decoder." + std::to_string(layer);
}

}  // namespace

std::vector<LensLayer> lens(const Model& model, const std::string& text, int64_t place, int64_t top,
                            const std::vector<std::string>& edits) {
  const ModelImpl& impl = *model.impl_;
  const CausalNetwork& network = causal_of(impl);
  const std::vector<int32_t> ids = ids_of(impl, text);
  const auto T = static_cast<int64_t>(ids.size());
  check(place >= -1 && place < T, "[", impl.name(), "] there is no token ", place, ": the text has ", T, ".");
  const int64_t at = place < 0 ? T - 1 : place;

  const auto layers = static_cast<int>(network.layers());
  Trace trace;
  for (int layer = -1; layer < layers; ++layer) trace.watch(point_of(layer));
  edits_of(network, edits).add_to(trace, 0, T);
  Context ctx = impl.context();
  ctx.trace = &trace;
  network.states(ctx, one_text(ids));
  ctx.trace = nullptr;

  std::vector<std::vector<double>> said;
  for (int layer = -1; layer < layers; ++layer) {
    const Tensor row = trace.find(point_of(layer))->rows(at, 1);
    const Tensor scores = ctx.host(network.scores(ctx, Variable(row)).value());
    const auto* first = scores.data<float>();
    said.push_back(softmax(std::vector<double>(first, first + scores.count()), 1));
  }
  const auto token = [&](int id, const std::vector<double>& p) {
    return next_token(impl, id, p[static_cast<size_t>(id)]);
  };
  const int whole = largest(said.back(), 1).front();
  std::vector<LensLayer> all;
  for (size_t n = 0; n < said.size(); ++n) {
    LensLayer one{static_cast<int>(n) - 1, {}, token(whole, said[n])};
    for (const int id : largest(said[n], top)) one.candidates.push_back(token(id, said[n]));
    all.push_back(std::move(one));
  }
  return all;
}

nlohmann::json to_json(const std::vector<LensLayer>& layers) {
  nlohmann::json all = nlohmann::json::array();
  for (const LensLayer& one : layers)
    all.push_back(JsonObject()
                      .add("layer", one.layer)
                      .add("candidates", to_json(one.candidates))
                      .add("said", to_json(std::vector<NextToken>{one.said}).front())
                      .take());
  return all;
}

}  // namespace heed::session
