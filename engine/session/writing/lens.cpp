#include "engine/session/writing/lens.h"

#include <nlohmann/json.hpp>

#include "engine/data/piece_encoder.h"
#include "engine/format/json.h"
#include "engine/models/causal_network.h"
#include "engine/session/models/inside/model_impl.h"
#include "engine/session/writing/candidates.h"

namespace heed::session {
namespace {

const CausalNetwork& causal_of(const ModelImpl& model) {
  const auto* network = dynamic_cast<const CausalNetwork*>(model.parts().network.get());
  check(network != nullptr, "[", model.name(), "] is a ", model.parts().kind,
        ": only a model that predicts the next token, such as GPT2LMHeadModel, says what comes next.");
  return *network;
}

std::string point_of(int layer) {
  return layer < 0 ? "embeddings" : "decoder." + std::to_string(layer);
}

}  // namespace

std::vector<LensLayer> lens(const Model& model, const std::string& text, int64_t place, int64_t top) {
  const ModelImpl& impl = *model.impl_;
  const CausalNetwork& network = causal_of(impl);
  const std::vector<int32_t> ids = impl.parts().text->encode(text).ids;
  const auto T = static_cast<int64_t>(ids.size());
  check(T > 0, "[", impl.name(), "] the text is empty: give it a word.");
  check(T <= impl.parts().max_tokens, "[", impl.name(), "] the text has ", T, " tokens, and the model takes ",
        impl.parts().max_tokens, ": shorten it.");
  check(place >= -1 && place < T, "[", impl.name(), "] there is no token ", place, ": the text has ", T, ".");
  const int64_t at = place < 0 ? T - 1 : place;

  TextBatch batch;
  batch.ids = Tensor::of<int32_t>({T}, ids);
  batch.sentences = Spans::packed({static_cast<int32_t>(T)});
  const auto layers = static_cast<int>(network.layers());
  Trace trace;
  for (int layer = -1; layer < layers; ++layer) trace.watch(point_of(layer));
  Context ctx = impl.context();
  ctx.trace = &trace;
  network.states(ctx, batch);
  ctx.trace = nullptr;

  std::vector<std::vector<double>> said;
  for (int layer = -1; layer < layers; ++layer) {
    const Tensor row = trace.find(point_of(layer))->rows(at, 1);
    const Tensor scores = ctx.host(network.scores(ctx, Variable(row)).value());
    const auto* first = scores.data<float>();
    said.push_back(softmax(std::vector<double>(first, first + scores.count()), 1));
  }
  const auto& pieces = dynamic_cast<const PieceEncoder&>(*impl.parts().text);
  const auto token = [&](int id, const std::vector<double>& p) {
    return NextToken{impl.parts().text->token_of(id), id, p[static_cast<size_t>(id)], pieces.text_of({id})};
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
