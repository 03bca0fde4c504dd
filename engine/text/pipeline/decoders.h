// Back from ids: the pieces' texts to one text.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/text/pipeline/part.h"

namespace heed {

class Decoder {
 public:
  virtual ~Decoder() = default;
  // Pieces to pieces; what is left at the end is joined without anything between.
  virtual std::vector<std::string> apply(std::vector<std::string> pieces) const = 0;
};

// WordPiece, ByteLevel, BPEDecoder, Metaspace, Replace, Fuse, Strip, ByteFallback and Sequence. Another type
// is an Error that lists these.
std::unique_ptr<Decoder> read_decoder(const Part& part);
std::unique_ptr<Decoder> make_word_piece_decoder();
// Takes the blank before punctuation and contractions out of a text: "it 's ." becomes "it's.".
std::string without_blanks_before_marks(std::string text);
// A blank between any two.
std::unique_ptr<Decoder> make_plain_decoder();

}  // namespace heed
