// A trained WordPiece vocabulary as tokenizer.json, the parts around it as the Hugging Face library's
// BertWordPieceTokenizer has them: BertNormalizer, BertPreTokenizer, [CLS] and [SEP] around a text.
#pragma once

#include <string>
#include <vector>

namespace heed {

// `pieces` by id, [PAD], [UNK], [CLS], [SEP] and [MASK] among them. `lower_case`: accents go with the case.
std::string write_word_piece_json(const std::vector<std::string>& pieces, bool lower_case);

}  // namespace heed
