// What the files beside a tokenizer say of it: tokenizer_config.json, special_tokens_map.json and
// added_tokens.json, as the Hugging Face library (transformers 5) reads them.
//
// | key                                                    | effect                                       |
// | ------------------------------------------------------ | -------------------------------------------- |
// | tokenizer_class                                        | beside a vocab.txt: error unless WordPiece   |
// | do_lower_case, strip_accents, tokenize_chinese_chars   | the BERT normalizer                          |
// | bos_token, …, mask_token, additional_special_tokens,   | special tokens, added where the vocabulary   |
// |   extra_special_tokens, model_specific_special_tokens  |   lacks them; cls, sep and unk of vocab.txt  |
// | added_tokens_decoder, added_tokens.json                | added tokens and how they are looked for     |
// | add_prefix_space                                       | the first word of a text                     |
// | add_bos_token, add_eos_token                           | what stands around a text                    |
// | split_special_tokens                                   | special tokens in a text are cut like words  |
// | clean_up_tokenization_spaces                           | decoding, but for BPE                        |
// | do_basic_tokenize, never_split, truncation_side,       | not done; a warning says so | |
// fix_mistral_regex                                    |                                              |
//
// Other keys change no token of a text that is read alone and whole: model_max_length and padding_side wait
// for a caller that asks for cuts or pads, legacy is in the tokenizer.json already.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/text/pipeline/added_tokens.h"

namespace heed {

struct TokenizerSettings {
  std::string kind;  // tokenizer_class without "Fast": "BertTokenizer"; empty where it is not said
  std::optional<bool> lowercase, strip_accents, handle_chinese_chars;  // as BertNormalizerOptions has them
  std::optional<bool> add_prefix_space, add_bos, add_eos;
  std::map<std::string, AddedToken> named;  // by role: "cls_token"; their ids are not known
  std::vector<AddedToken> special;          // further ones; likewise
  std::vector<AddedToken> described;        // of added_tokens_decoder, whose flags count
  std::vector<AddedToken> added;            // of added_tokens.json
  bool splits_special_tokens = false;
  bool clean_up = false;
  bool basic = true;         // do_basic_tokenize
  bool never_split = false;  // whether there are words of this kind
  std::vector<std::string> warnings;
};

// `read` gives the file of that name beside the tokenizer, none where there is no such file; `place` is the
// folder in messages. Error for a file that is broken and for a value of another kind.
using ReadBeside = std::function<std::optional<std::string>(const char* name)>;
TokenizerSettings read_tokenizer_settings(const std::string& place, const ReadBeside& read);

// The tokens of a tokenizer's own file with those of the settings: a token that is there already takes flags,
// a new one the id that the vocabulary or the settings give it, or else the next.
void add_tokens(const TokenizerSettings& settings, const PieceVocabulary& vocabulary,
                std::vector<AddedToken>& tokens);

}  // namespace heed
