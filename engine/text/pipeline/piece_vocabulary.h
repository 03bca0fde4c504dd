// Pieces and their ids. Ids may have gaps: added tokens often stand far behind the model's own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/pipeline/trie.h"
#include "engine/text/vocabulary_json.h"

namespace heed {

class PieceVocabulary {
 public:
  PieceVocabulary() = default;
  // Where one piece has two ids, the later stays. Error "[file] …" for an id that is negative, is there
  // twice, or is far beyond the number of pieces.
  PieceVocabulary(TokenIds&& ids, const std::string& file);

  std::optional<int32_t> find(std::string_view piece) const { return trie_.find(piece); }
  const std::string* piece(int64_t id) const {  // null when there is none
    return id >= 0 && id < static_cast<int64_t>(pieces_.size()) && is_there_[static_cast<size_t>(id)]
               ? &pieces_[static_cast<size_t>(id)]
               : nullptr;
  }
  int32_t end_id() const { return static_cast<int32_t>(pieces_.size()); }  // all ids are below
  const Trie& trie() const { return trie_; }

 private:
  std::vector<std::string> pieces_;  // [end_id]
  std::vector<bool> is_there_;       // [end_id]
  Trie trie_;
};

}  // namespace heed
