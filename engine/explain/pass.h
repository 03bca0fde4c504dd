// One pass of a batch through the network, and back: what every explanation is made of.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/autograd/context.h"
#include "engine/explain/matrix.h"
#include "engine/explain/subject.h"

namespace heed::explain {

// By point.
using Patches = std::map<std::string, Trace::Patch>;

struct Asked {
  std::vector<std::string> watch;  // points whose values are wanted
  Patches patches;
  // Points by which Σ directions ⊙ logits is differentiated; their values are wanted too. Sentences of a
  // batch know nothing of each other, so that each may have a direction of its own.
  std::vector<std::string> by;
  std::function<Matrix(const Matrix& logits)> directions;  // [B, C] of [B, C]; none: the logits of each class
  std::vector<int64_t> classes = {};                       // without directions: whose logits; none: all
  std::vector<std::string> held = {};      // watched points that the way back takes as constants
  std::function<void(Trace&)> edits = {};  // what else is changed on the way (explain/map_edits.h)
  // The tokens that each text is without (explain/subject_edits.h); empty: the texts are whole.
  std::vector<std::vector<int>> left_out = {};
};

struct Pass {
  Matrix logits;                                      // [B, C]
  std::map<std::string, std::vector<Tensor>> values;  // by point, in the order of the pass
  std::map<std::string, Tensor, std::less<>> gradients;
  // Without directions: [classes asked · rows, columns] by point, of one class's logits after the other's.
  std::map<std::string, Matrix> slopes;

  // Error where the network has no such point.
  const Tensor& value(const std::string& point, int nth = 0) const;
  // Like the value; zeros where the directions do not depend on it.
  Matrix gradient(const std::string& point) const;
};

// `classes`, or where none are named every one of C.
std::vector<int64_t> named_or_all(const std::vector<int64_t>& classes, int64_t C);

Pass run(const Subject& subject, const TextBatch& batch, const Asked& asked = {});

// Weights of products of which only the device's own layout is there, laid out as they were stored as well:
// gradients go through those. (int8 are then what they stand for; rows of tables are looked up as before.)
void expect_weights(const Subject& subject);
// The values of one, on the host: laid out for this once where only the device's own layout is there.
Tensor weights_of(const Subject& subject, const Variable& parameter);

// `B` times the same text.
TextBatch copies(const EncodedText& text, int64_t B);
// Which texts share a pass, as indices, in their order: `most` tokens, or one text.
inline constexpr int64_t kMostTokens = 1 << 13;
std::vector<std::vector<int>> batches_of(const Subject& subject, const std::vector<EncodedText>& texts,
                                         int64_t most = kMostTokens);
// The part of one text of a batch: views of the values of [N, ·] and of maps. No logits, no gradients.
Pass part_of(const Pass& pass, const Anatomy& anatomy, const Spans& texts, size_t text);
// How many texts of this many tokens a batch takes.
int64_t most_at_once(int64_t tokens);

// Logits [texts, C] of texts that differ, batch by batch. `left_out` as Asked has it.
Matrix logits_of(const Subject& subject, const std::vector<EncodedText>& texts,
                 const std::vector<std::vector<int>>& left_out = {});

// Makes the values of these points of one sentence what they are in `pass`, in a batch of B copies: nothing
// flows back through them.
void hold(Patches& patches, const Pass& pass, const std::vector<std::string>& points, int64_t B);

}  // namespace heed::explain
