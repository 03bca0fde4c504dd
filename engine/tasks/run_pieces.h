// The word pieces that a new network reads: a tokenizer that a recipe names, or one learned from its texts.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/data/text_encoder.h"
#include "engine/tasks/recipe.h"

namespace heed {

enum class PieceKind {
  kWordPieces,  // of words (word_piece.h)
  kBytePairs,   // of bytes (byte_pairs.h)
};

struct RunPieces {
  std::map<std::string, std::string> files;  // tokenizer.json and what stands beside it
  std::shared_ptr<const TextToIds> text;
};

// "text.pieces" of the recipe, a folder or a tokenizer.json; without it text.max_size pieces (8,000 unless
// given) of `kind` are learned from `corpus`, word pieces in lower case where text.preprocess says so. What
// was learned is kept at `path`, if that is not empty, and not learned again.
RunPieces run_pieces(const Recipe& recipe, PieceKind kind, const std::vector<std::string>& corpus,
                     const std::string& path, const WorkProgress& progress = nullptr);
// The same of byte pairs and texts that are there.
RunPieces byte_pairs_of_texts(const Recipe& recipe, const std::vector<std::string>& texts);
// Reads a tokenizer's files by name; `place` is what an Error calls them.
RunPieces pieces_in(std::map<std::string, std::string> files, const std::string& place);

}  // namespace heed
