#include "engine/explain/map_edits.h"

#include <algorithm>
#include <utility>

#include "engine/explain/edited_map.h"

namespace heed::explain {
namespace {

// Rows of `from` numbers as rows of `to`: what differs goes in front of each, zeros or what is cut.
std::vector<double> shifted(const std::vector<double>& rows, int64_t from, int64_t to) {
  const int64_t count = static_cast<int64_t>(rows.size()) / from, kept = std::min(from, to);
  std::vector<double> all(static_cast<size_t>(count * to));
  for (int64_t n = 0; n < count; ++n)
    std::copy_n(rows.begin() + (n + 1) * from - kept, kept, all.begin() + (n + 1) * to - kept);
  return all;
}

// Weights [H, rows, keys] from row `first` on, as the edits that concern them leave them.
Tensor edited(const AttentionPoint& point, const std::vector<Edit>& edits, int64_t first, int64_t rows,
              const Tensor& given) {
  Map map;
  const int64_t keys = given.count() / (point.heads * rows);
  // When one token is written, its window holds the last keys alone.
  const bool windowed = point.reach >= 0 && point.causal && rows == 1;
  map.H = point.heads, map.T = rows, map.S = windowed ? first + 1 : keys;
  map.weights = shifted(given.to(DType::kFloat64).values<double>(), keys, map.S);
  EditedMap part(point, map, first);
  for (const Edit& edit : edits) part.apply(edit);
  return Tensor::of<double>(given.shape(), shifted(part.weights(), map.S, keys)).to(given.dtype());
}

}  // namespace

std::vector<AttentionPoint> maps_of_kind(const std::vector<AttentionPoint>& points, const char* kind) {
  std::vector<AttentionPoint> found;
  std::copy_if(points.begin(), points.end(), std::back_inserter(found),
               [&](const AttentionPoint& point) { return point.kind == kind; });
  return found;
}

MapEdits::MapEdits(std::vector<AttentionPoint> maps, const std::vector<std::string>& edits)
    : maps_(std::move(maps)) {
  for (const std::string& text : edits) {
    const Edit edit = parse_edit(text);
    if (!edit.of_maps() || edit.needs_other())
      fail<UsageError>("[edit] ", text,
                       ": what a text looks at while it is written can be changed, such as 0.0.3.only=5, and "
                       "words by typing others.");
    const bool there = edit.layer == kAll ||
                       std::any_of(maps_.begin(), maps_.end(),
                                   [&](const AttentionPoint& point) { return point.layer == edit.layer; });
    if (!there)
      fail<UsageError>("[edit] ", text, ": maps are of ", maps_.size(),
                       maps_.size() == 1 ? " layer" : " layers", ", from 0.");
    edits_.push_back(edit);
  }
}

void MapEdits::add_to(Trace& trace, int64_t first, int64_t rows) const {
  for (const AttentionPoint& point : maps_) {
    std::vector<Edit> own;
    for (const Edit& edit : edits_)
      if ((edit.layer == kAll || edit.layer == point.layer) &&
          (edit.query == kAll || (edit.query >= first && edit.query < first + rows)))
        own.push_back(edit);
    if (own.empty()) continue;
    auto value = [point, own, first, rows](const Tensor& weights) {
      return edited(point, own, first, rows, weights);
    };
    trace.edit(point.name, {value, {}});
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
  edits_.add_to(trace, t, 1);
  ctx.trace = &trace;
  Tensor scores = network_.next(ctx, *so_far.written, id);
  trace.let_be();
  ctx.trace = outer;
  return scores;
}

}  // namespace heed::explain
