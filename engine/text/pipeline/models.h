// The third step of a tokenizer.json: a word to pieces of the vocabulary.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/pipeline/part.h"
#include "engine/text/pipeline/piece_vocabulary.h"

namespace heed {

struct ModelPiece {
  int32_t id = 0;
  size_t first = 0, last = 0;  // bytes of the word, [first, last)
  bool known = true;           // false: `id` is the unknown piece's
};

class PieceModel {
 public:
  explicit PieceModel(PieceVocabulary vocabulary) : vocabulary_(std::move(vocabulary)) {}
  virtual ~PieceModel() = default;

  virtual const char* kind() const = 0;  // "WordPiece", as a tokenizer.json has it

  // Appends the pieces of a word of UTF-8 that is not empty, in text order.
  virtual void cut(std::string_view word, std::vector<ModelPiece>& pieces) const = 0;
  const PieceVocabulary& vocabulary() const { return vocabulary_; }

 private:
  PieceVocabulary vocabulary_;
};

// WordPiece (Schuster and Nakajima 2012; as in BERT): the longest piece from the left, again and again; a
// word that this does not exhaust, or of more than `max_characters`, is the unknown piece. Linear in the
// text.
struct WordPieceOptions {
  std::string unknown = "[UNK]";
  std::string prefix = "##";  // of pieces inside a word
  size_t max_characters = 100;
};
// Error "[file] …" when the unknown piece is not in the vocabulary.
std::unique_ptr<PieceModel> make_word_piece(PieceVocabulary vocabulary, const WordPieceOptions& options,
                                            const std::string& file);

// Reads the "model" of a tokenizer.json. WordLevel: whole words. BPE (Sennrich et al. 2016): the pair that
// was merged first in training, again and again, from a priority queue. Unigram (Kudo 2018): the cut with the
// highest sum of scores, by Viterbi. `ids` are what cut_vocabulary() took out of the file, if it did. A file
// without "type" is read as the library reads it: by its keys.
std::unique_ptr<PieceModel> read_model(const Part& part, std::optional<TokenIds> ids,
                                       const std::string& file);

std::unique_ptr<PieceModel> read_bpe(const Part& part, PieceVocabulary vocabulary);
std::unique_ptr<PieceModel> read_unigram(const Part& part, const std::string& file);

// "<0x0A>": the pieces that stand for single bytes where a character is not in the vocabulary. None unless
// every byte of `text` has its piece.
std::optional<std::vector<int32_t>> byte_pieces(const PieceVocabulary& vocabulary, std::string_view text);

}  // namespace heed
