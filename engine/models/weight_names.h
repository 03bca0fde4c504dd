// The two names of a weight: Heed's own, and that of the Hugging Face library, whose files hold it under that
// name and sometimes in another layout.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/format/quantise.h"
#include "engine/tensor/tensor.h"

namespace heed {

// A rule holds for a layer's weight and bias alike: "encoder.#.attention.query" is
// "encoder.0.attention.query.weight" and
// ".bias" and those of all other layers. What ends otherwise is written out.
struct WeightRule {
  const char* ours;
  const char* theirs;       // "*" before it stands for the family's prefix, which files may leave out
  bool transposed = false;  // theirs is [in, out]
  int part = 0, parts = 1;  // ours is one of as many equal runs of theirs' rows: query, key and value in one
  double added = 0;         // ours is theirs and as much more: of norms that multiply by 1 + w
  bool by_head = false;     // such runs lie head by head: q, k, v of the first, q, k, v of the next …
};

struct WeightRules {
  std::string prefix;  // "bert."
  // Where several are of one weight of ours, the first that a file has is read, and the first is written.
  std::vector<WeightRule> rules;
  // Theirs that repeat another weight, as the last product's repeat the table of words: not read, not
  // written.
  std::vector<std::string> repeated = {};
  // Second names that the library writes too; read where those of `rules` are not there.
  std::vector<WeightRule> second = {};
  // How the names of heads begin that pretraining leaves in files of other heads.
  std::vector<std::string> pretraining = {};
};

// Where one of our weights lies in a file.
struct StoredWeight {
  std::string name;
  const WeightRule* rule = nullptr;
  int64_t heads = 1;  // blocks of rows, each with a run of every part

  bool as_it_is() const { return !rule->transposed && rule->parts == 1 && rule->added == 0; }
  // The shape that it has there, of ours.
  Shape theirs(const Shape& ours) const;
  // The tensor `stored` under `name`, in our layout.
  Tensor ours(const Tensor& stored) const;
  // The same of 8 bits, with a scale per row of ours; none where the scales are others.
  std::optional<Quantised> ours(const Quantised& stored) const;
};

// Finds our weights among the tensors that a file holds. "gamma" and "beta" of old files are weight and bias.
// `heads` is for rules that go by head.
std::map<std::string, StoredWeight> find_weights(const WeightRules& rules,
                                                 const std::vector<std::string>& stored, int64_t heads = 1);
bool is_repeated(const WeightRules& rules, const std::string& stored);
// All of ours that a stored tensor may be, or a part of.
std::vector<std::string> our_names(const WeightRules& rules, const std::string& stored);
// Whether a stored matrix is [in, out]: as int8 it has a scale per column.
bool is_transposed(const WeightRules& rules, const std::string& stored);

// Where our weight would lie in a file that holds `stored`: under the library's name, with its prefix unless
// the file leaves it out; under ours where no rule knows it.
StoredWeight library_place(const WeightRules& rules, const std::string& ours,
                           const std::vector<std::string>& stored);

// Our weights as the library stores them; without the prefix where the network is `bare`, an encoder with
// nothing on top. Error for one that no rule knows.
std::map<std::string, Tensor> stored_weights(const WeightRules& rules,
                                             const std::map<std::string, Tensor>& ours, bool bare,
                                             int64_t heads = 1);

}  // namespace heed
