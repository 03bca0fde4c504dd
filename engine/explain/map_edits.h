// What if a text had looked elsewhere, for networks that write: edits of attention maps, made while a text is
// read, and at the very step that writes a token, so that what follows is written by what came of it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/explain/edit.h"
#include "engine/models/sequence_network.h"

namespace heed::explain {

class MapEdits {
 public:
  MapEdits() = default;
  // Edits these maps, layers by their own numbers; query t is the token that is read or written t-th.
  // UsageError for edits of other things than maps, for those that need another text, and for a layer that is
  // not there.
  MapEdits(std::vector<AttentionPoint> maps, const std::vector<std::string>& edits);

  bool empty() const { return edits_.empty(); }
  // Edits a pass that makes `rows` rows of each map, from row `first` on. Error, when the network comes to
  // it, for a head or a key that is not there, or that a query cannot see.
  void add_to(Trace& trace, int64_t first, int64_t rows) const;

 private:
  std::vector<AttentionPoint> maps_;
  std::vector<Edit> edits_;
};

// Those of `points` that are of this kind: "self", or "cross", which look at the source.
std::vector<AttentionPoint> maps_of_kind(const std::vector<AttentionPoint>& points, const char* kind);

// A network that writes under edits of what looks at the source.
class EditedDecoder final : public SequenceDecoder {
 public:
  EditedDecoder(const SequenceDecoder& network, const MapEdits& edits) : network_(network), edits_(edits) {}

  std::unique_ptr<Decoding> read(Context&, const std::vector<int32_t>& source) const override;
  // Whoever listens to the network already listens on.
  Tensor next(Context&, Decoding&, int32_t id) const override;
  int64_t max_written() const override { return network_.max_written(); }

 private:
  struct Written;
  const SequenceDecoder& network_;
  const MapEdits& edits_;
};

}  // namespace heed::explain
