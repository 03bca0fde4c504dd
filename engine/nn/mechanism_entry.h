// What there is to say about an attention mechanism: once, in the file that computes it. Command line, page,
// studio and models read it here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>

namespace heed {
class Parameters;
}

namespace heed::nn {

class Mechanism;
struct MechanismOptions;

// One step of the computation, in the order in which the steps are made.
struct MechanismStep {
  const char* point;           // of the trace, below the mechanism's own name: "scores"
  const char* title;           // "Scores"
  const char* letter;          // as in the formula: "e"
  const char* formula;         // "e = q·k"; of "scaled" it follows from the traits
  const char *rows, *columns;  // what they are: "query", "key", "width", "one"
  // How one number of it came about, from numbers that are there:
  //   @product   e = q · k, term by term       @scale     over √K and the temperature
  //   @bilinear  e = q · W k                   @mask      seen or hidden
  //   @tanh      e = v · tanh(q + k)           @softmax   e^x ∕ Σ
  //   @drawn     drawn or not, how probable    @sum       Σ α v
  // or words with numbers in them: "α = max(0, {seen} − {(threshold)}) = {weights}". {NAME} is the number in
  // the same row (and column) of another step, in parentheses {(NAME)} if it is negative; {seen} the score as
  // the weights' rule takes it, {s} the key's place, {sigma} half the window. "": no more to say.
  const char* arithmetic;
};

// A few values that are there before the program begins: an entry costs a program nothing that does not name
// it.
template <class T, size_t kMost>
class Few {
 public:
  using value_type = T;

  constexpr Few(std::initializer_list<T> values) {
    for (const T& value : values) values_[size_++] = value;
  }
  constexpr const T* begin() const { return values_; }
  constexpr const T* end() const { return values_ + size_; }
  constexpr size_t size() const { return size_; }

 private:
  T values_[kMost] = {};
  size_t size_ = 0;
};

struct MechanismTraits {
  bool root = false;      // scores are divided by √K
  bool projects = false;  // W_q and W_k make queries and keys of the vectors; models do that themselves
  bool projects_values = false;  // and W_v the values
  bool several_heads = false;    // side by side, W_o behind them
  bool one_row = false;          // query s meets key s alone: equal lengths, one row of weights for all
  bool windowed = false;         // sees the keys up to D from a centre
  bool sampled = false;          // draws a key
  bool normalised = true;        // rows that see a key sum to 1
  bool beside_softmax = false;   // shown beside the softmax of the same scores
  bool side_by_side = true;      // one of the lab's
  int64_t least_window = 0;
};

using MakeMechanism = std::unique_ptr<Mechanism> (*)(Parameters&, const std::string& name,
                                                     const MechanismOptions&);

struct MechanismEntry {
  const char* name;         // "scaled-dot"
  const char* title;        // "Scaled dot-product"
  const char* formula;      // "α = softmax(q·k / √K)"
  const char* explanation;  // one sentence: when it is used
  const char* cost;         // one sentence
  const char* source;       // "Vaswani et al. 2017"
  // What it listens to beside mask and temperature: "width", "heads", "seed", "window", "draw".
  Few<const char*, 5> settings;
  MechanismTraits traits;
  Few<MechanismStep, 10> steps;
  MakeMechanism make;
};

// All that this program is made of: engine/contents/everything.cpp, or what a smaller program links instead.
std::span<const MechanismEntry* const> mechanism_table();
const MechanismEntry* find_mechanism(const std::string& name);  // null: not in the table

}  // namespace heed::nn
