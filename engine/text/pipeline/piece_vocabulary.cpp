#include "engine/text/pipeline/piece_vocabulary.h"

#include <algorithm>
#include <utility>

#include "engine/base/error.h"
#include "engine/text/json_messages.h"

namespace heed {

PieceVocabulary::PieceVocabulary(TokenIds&& ids, const std::string& file) {
  const int64_t most = static_cast<int64_t>(ids.size()) * 4 + 65536;
  int64_t end = 0;
  for (const auto& [piece, id] : ids) {
    if (id < 0 || id >= most)
      fail("[", file, "] the token ", in_quotes(piece), " has the id ", id, ": with ", ids.size(),
           " tokens, expected a whole number from 0 to ", most - 1, ".");
    end = std::max(end, id + 1);
  }
  pieces_.resize(static_cast<size_t>(end));
  is_there_.resize(static_cast<size_t>(end));
  for (auto& [piece, id] : ids) {
    const auto place = static_cast<size_t>(id);
    if (is_there_[place])
      fail("[", file, "] the tokens ", in_quotes(pieces_[place]), " and ", in_quotes(piece),
           " have the same id ", id, ".");
    is_there_[place] = true;
    if (!piece.empty()) trie_.insert(piece, static_cast<int32_t>(id));
    pieces_[place] = std::move(piece);
  }
}

}  // namespace heed
