#include "engine/explain/step_edits.h"

#include <algorithm>

#include "engine/explain/edited_map.h"

namespace heed::explain {
namespace {

// Weights [H, 1, S] of step t, as the edits that concern them leave them.
Tensor edited(const AttentionPoint& point, const std::vector<Edit>& edits, int64_t t, const Tensor& given) {
  Map map;
  map.H = point.heads, map.T = 1, map.S = given.count() / point.heads;
  map.weights = given.to(DType::kFloat64).values<double>();
  EditedMap row(point, std::move(map), t);
  for (const Edit& edit : edits) row.apply(edit);
  const std::vector<double> weights = row.weights();
  return Tensor::of<double>(given.shape(), weights).to(given.dtype());
}

}  // namespace

StepEdits::StepEdits(const std::vector<AttentionPoint>& points, const std::vector<std::string>& edits) {
  for (const AttentionPoint& point : points)
    if (point.kind == "cross") cross_.push_back(point);
  for (const std::string& text : edits) {
    const Edit edit = parse_edit(text);
    if (!edit.of_maps() || edit.needs_other())
      fail<UsageError>("[edit] ", text,
                       ": what a text looks at while it is written can be changed, such as 0.0.3.only=5, and "
                       "words by typing others.");
    const bool there = edit.layer == kAll ||
                       std::any_of(cross_.begin(), cross_.end(),
                                   [&](const AttentionPoint& point) { return point.layer == edit.layer; });
    if (!there)
      fail<UsageError>("[edit] ", text, ": ", cross_.size(),
                       cross_.size() == 1 ? " layer looks" : " layers look", " at the source, from 0.");
    edits_.push_back(edit);
  }
}

void StepEdits::add_to(Trace& trace, int64_t t) const {
  for (const AttentionPoint& point : cross_) {
    std::vector<Edit> own;
    for (const Edit& edit : edits_)
      if ((edit.layer == kAll || edit.layer == point.layer) && (edit.query == kAll || edit.query == t))
        own.push_back(edit);
    if (own.empty()) continue;
    trace.edit(point.name, [point, own, t](const Tensor& weights) { return edited(point, own, t, weights); });
  }
}

struct EditedDecoder::Written : Decoding {
  std::unique_ptr<Decoding> written;
  int64_t length = 0;

  std::unique_ptr<Decoding> copy(const Context& ctx) const override {
    auto made = std::make_unique<Written>();
    made->written = written->copy(ctx);
    made->length = length;
    return made;
  }
};

std::unique_ptr<SequenceDecoder::Decoding> EditedDecoder::read(Context& ctx,
                                                               const std::vector<int32_t>& source) const {
  auto made = std::make_unique<Written>();
  made->written = network_.read(ctx, source);
  return made;
}

Tensor EditedDecoder::next(Context& ctx, Decoding& decoding, int32_t id) const {
  auto& so_far = dynamic_cast<Written&>(decoding);
  const int64_t t = so_far.length++;
  if (edits_.empty()) return network_.next(ctx, *so_far.written, id);
  Trace own;
  Trace* const outer = ctx.trace;
  Trace& trace = outer ? *outer : own;
  edits_.add_to(trace, t);
  ctx.trace = &trace;
  Tensor scores = network_.next(ctx, *so_far.written, id);
  trace.let_be();
  ctx.trace = outer;
  return scores;
}

}  // namespace heed::explain
