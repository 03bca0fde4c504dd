// Entities: runs of words whose labels say that they belong together. "B-NAME" begins one, "I-NAME" goes on
// with it; a label without a mark is one for all words of an entity, and "O" is outside.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <tuple>
#include <vector>

namespace heed {

struct Entity {
  size_t begin = 0, end = 0;  // words, [begin, end)
  std::string kind;

  bool operator<(const Entity& other) const {
    return std::tie(begin, end, kind) < std::tie(other.begin, other.end, other.kind);
  }
};

// `labels` are indices into `names`, of words [begin, end), a sentence. In the order of the words.
std::vector<Entity> entities(const std::vector<int>& labels, size_t begin, size_t end,
                             const std::vector<std::string>& names);

// {"entity_precision", "entity_recall", "entity_f1"}: an entity counts where its words and its kind are right
// (as conlleval has it). Words of all sentences one after the other, `lengths` of each sentence.
nlohmann::json entity_figures(const std::vector<int>& truth, const std::vector<int>& predicted,
                              const std::vector<size_t>& lengths, const std::vector<std::string>& names);

}  // namespace heed
