// The last step of a tokenizer.json: special tokens around the pieces of one text or of two, and type ids.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/text/pipeline/encoding.h"
#include "engine/text/pipeline/part.h"

namespace heed {

// The pieces of one text on their way.
struct TextPieces {
  std::string_view text;
  std::vector<Piece> pieces;
};

class PostProcessor {
 public:
  virtual ~PostProcessor() = default;
  // How many special tokens it adds.
  virtual int64_t added(bool is_pair) const = 0;
  // One text or two become the pieces of the encoding.
  virtual std::vector<Piece> apply(std::vector<TextPieces> texts, bool add_special_tokens) const = 0;
};

// BertProcessing, RobertaProcessing, TemplateProcessing, ByteLevel (offsets without the white space around a
// piece) and Sequence of ByteLevel and one other. Another type is an Error that lists these.
std::unique_ptr<PostProcessor> read_post_processor(const Part& part);
// The texts one after the other.
std::unique_ptr<PostProcessor> make_plain_post_processor();
// [CLS] A [SEP], and [CLS] A [SEP] B [SEP] with type ids 0 and 1.
// Special tokens, given as pieces without a place, before and behind each text; none where they are not
// there.
std::unique_ptr<PostProcessor> make_bert_post_processor(const Piece& cls, const Piece& sep);
std::unique_ptr<PostProcessor> make_end_post_processor(const std::optional<Piece>& bos,
                                                       const std::optional<Piece>& eos);

}  // namespace heed
