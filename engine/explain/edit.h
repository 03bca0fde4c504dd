// What if: one change to a text or to what a network computes of it. Edits are values with a short form that
// can be typed, kept in a link, undone and redone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heed::explain {

// Layers, heads, queries and keys count from 0; kAll: every one.
inline constexpr int kAll = -1;

struct Edit {
  enum class Kind {
    // These edit attention maps. Rows of a mechanism that normalises still sum to 1: what is set stays, the
    // other
    // weights of the row share the rest in proportion.
    kWeight,    // L.H.Q.K=W    a weight
    kRow,       // L.H.Q=W,W,…  a query's whole row, as it is
    kEven,      // L.H.even, L.H.Q.even
    kOnly,      // L.H.Q.only=K a query looks at one key
    kPermuted,  // L.H.permuted=SEED  each row's weights in another order
    kOther,     // L.H.other    the map of another sentence of as many tokens
    kOff,       // L.H.off      the head says nothing; L.*.off: the layer
    // These edit words.
    kReplace,  // token.N=WORD
    kHide,     // token.N.hide    its place stays: [MASK] or the unknown word stands there
    kRemove,   // token.N.remove
    // This one edits states: activation patching.
    kState,  // state.L.N.other  the state behind layer L of token N is that of another sentence there
  };
  Kind kind = Kind::kWeight;
  int layer = kAll, head = kAll, query = kAll, key = 0;
  int token = 0;
  double weight = 0;
  std::vector<double> row;
  uint64_t seed = 0;
  std::string word;

  bool of_words() const { return kind == Kind::kReplace || kind == Kind::kHide || kind == Kind::kRemove; }
  bool of_maps() const { return !of_words() && kind != Kind::kState; }
  bool needs_other() const { return kind == Kind::kOther || kind == Kind::kState; }
  bool operator==(const Edit&) const = default;
};

// Error for an index that is neither kAll nor less than `count`.
void expect_index(const char* what, int index, int64_t count);

// UsageError for what is none: it shows the forms. "*" stands for every layer, head or query.
Edit parse_edit(const std::string& text);
std::string text_of(const Edit& edit);

}  // namespace heed::explain
