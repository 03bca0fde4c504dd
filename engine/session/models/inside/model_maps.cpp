// The attention of one forward pass: all of it, or what it can be computed from.
#include "engine/kernels/cpu/cpu_device.h"
#include "engine/session/models/inside/model_impl.h"
#include "engine/session/models/inside/recorded_heads.h"
#include "engine/session/models/readers.h"

namespace heed::session {

namespace {

bool from_products(const std::vector<AttentionPoint>& points) {
  for (const AttentionPoint& point : points)
    if (!point.from_products) return false;
  return !points.empty();
}

}  // namespace

void ModelImpl::watch(Trace& trace, int64_t tokens, const AnalysisOptions& options) const {
  if (!options.attention) return;
  const std::vector<AttentionPoint> points = parts_.network->attention();
  const bool long_text = model_readers().heads && tokens > options.whole_maps && from_products(points);
  for (const AttentionPoint& point : points) {
    if (long_text) {
      trace.watch(point.beside("q"));
      trace.watch(point.beside("k"));
    } else if (options.every_layer || point.name == points.back().name) {
      trace.watch(point.name);
    }
  }
}

void ModelImpl::read_maps(const Trace& trace, Analysis& analysis, const AnalysisOptions& options) const {
  const auto N = static_cast<int64_t>(analysis.tokens.size());
  for (const AttentionPoint& point : parts_.network->attention()) {
    const int64_t T = point.kind == "pooling" ? 1 : N;
    AttentionMap map{point.name, point.kind, point.layer, point.heads, T, N, point.normalised, {}};
    if (const Tensor* weights = trace.find(point.name)) map.weights = weights->values<float>();
    analysis.attention.push_back(std::move(map));
  }
  const auto heads = model_readers().heads;
  if (heads && N > options.whole_maps && from_products(parts_.network->attention()))
    heads(*this, trace, analysis, options.top);
  else
    summarise_attention(analysis, options.top);
}

void ModelImpl::keep_heads(const Trace& trace, Analysis& analysis, int top) const {
  std::vector<RecordedHeads::Layer> layers;
  const std::vector<AttentionPoint> points = parts_.network->attention();
  for (const AttentionPoint& point : points)
    // NOLINTNEXTLINE(performance-inefficient-vector-operation): there are few, and the page downloads this
    layers.push_back(
        {*trace.find(point.beside("q")), *trace.find(point.beside("k")), point.reach, point.causal});
  Device device = cpu::device();
  if (!device_.separate) device.state = device_.state;
  const auto heads = std::make_shared<RecordedHeads>(device, points.front().heads, std::move(layers));
  summarise_heads(*heads, analysis, top);
  analysis.heads = heads;
}

}  // namespace heed::session
