// What if a text that is written had looked elsewhere: edits of the attention to the source, made at the very
// step that writes a token, so that what follows is written by what came of it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/explain/edit.h"
#include "engine/models/sequence_network.h"

namespace heed::explain {

class StepEdits {
 public:
  StepEdits() = default;
  // `points`: a network's; those that look at the source are edited, layers by their own numbers, query t
  // being the token that is written t-th. UsageError for edits of other things than maps, for those that need
  // another text, and for a layer that is not there.
  StepEdits(const std::vector<AttentionPoint>& points, const std::vector<std::string>& edits);

  bool empty() const { return edits_.empty(); }
  // Of the step that writes token t. Error, when the network comes to it, for a head or a key that is not
  // there.
  void add_to(Trace& trace, int64_t t) const;

 private:
  std::vector<AttentionPoint> cross_;
  std::vector<Edit> edits_;
};

// A network that writes under such edits.
class EditedDecoder final : public SequenceDecoder {
 public:
  EditedDecoder(const SequenceDecoder& network, const StepEdits& edits) : network_(network), edits_(edits) {}

  std::unique_ptr<Decoding> read(Context&, const std::vector<int32_t>& source) const override;
  // Whoever listens to the network already listens on.
  Tensor next(Context&, Decoding&, int32_t id) const override;
  int64_t max_written() const override { return network_.max_written(); }

 private:
  struct Written;
  const SequenceDecoder& network_;
  const StepEdits& edits_;
};

}  // namespace heed::explain
