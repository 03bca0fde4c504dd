// A tokenizer as other makers' files describe it, in the steps that the Hugging Face library calls its
// pipeline:
//
//   text → added tokens cut out → normalizer → pre-tokenizer: words → model: pieces → post-processor → ids
//   ids → decoder → text
//
// What the Rust library (tokenizers 0.23) makes of a text decides; tests hold this against it. It differs
// where that is better for looking at a text: an unknown piece keeps its own text, a composed character
// stands for all its bytes, and Unicode is 15.0 throughout. Heed's own tokenizers are read by
// tokenizer_json.h, which is all that the page's first engine links: nothing it calls leads here, so the
// linker leaves this folder out of it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/pipeline/added_tokens.h"
#include "engine/text/pipeline/decoders.h"
#include "engine/text/pipeline/encoding.h"
#include "engine/text/pipeline/models.h"
#include "engine/text/pipeline/normalizers.h"
#include "engine/text/pipeline/post_processors.h"
#include "engine/text/pipeline/pre_tokenizers.h"
#include "engine/text/pipeline/settings.h"
#include "engine/text/pipeline/truncation.h"

namespace heed {

// The steps; those that may be null do nothing when they are.
struct PipelineParts {
  std::unique_ptr<Normalizer> normalizer;       // may be null
  std::unique_ptr<PreTokenizer> pre_tokenizer;  // may be null: the text is one word
  std::unique_ptr<PieceModel> model;
  std::unique_ptr<PostProcessor> post_processor;
  std::unique_ptr<Decoder> decoder;
  std::vector<AddedToken> added_tokens;
  std::optional<Truncation> truncation;
  bool splits_special_tokens = false;
  bool clean_up = false;                     // decoding takes the blank before punctuation out
  std::map<std::string, std::string> roles;  // tokens by what the settings call them: "mask_token"
  // For people: what the files ask for that one would not expect; and what is not done, and changes tokens.
  std::vector<std::string> notes, warnings;
};

// What the steps before the model make of a text, for looking at.
struct PipelineSteps {
  struct Word {
    std::string text;            // as the model gets it
    int64_t start = 0, end = 0;  // bytes of the original
  };
  std::vector<AlignedText> normalized;  // the parts between added tokens, and these as they are
  std::vector<Word> words;              // by Piece::word
};

class TokenizerPipeline {
 public:
  explicit TokenizerPipeline(PipelineParts parts);

  // Any bytes; those that are not UTF-8 are read as U+FFFD. Error for a character without a piece where the
  // model names no unknown piece.
  // `steps`, if given, gets what came before the pieces.
  Encoding encode(std::string_view text, bool add_special_tokens = true,
                  PipelineSteps* steps = nullptr) const;
  Encoding encode_pair(std::string_view first, std::string_view second, bool add_special_tokens = true) const;

  // Error for a number that is no id. A piece that is written like a special token is one, whatever its id.
  std::string decode(std::span<const int> ids, bool skip_special_tokens = false) const;

  const std::vector<std::string>& notes() const { return parts_.notes; }  // warnings() among them
  const std::vector<std::string>& warnings() const { return parts_.warnings; }

  int32_t vocabulary_size() const;  // one more than the highest id
  const char* model() const { return parts_.model->kind(); }
  // None and null where there is none.
  std::optional<int32_t> id_of(std::string_view piece) const;
  std::optional<int32_t> id_of_role(const std::string& role) const;  // "mask_token", where settings name it
  const std::string* piece_of(int64_t id) const;

 private:
  struct Progress;
  TextPieces cut(std::string_view text, int32_t sequence, PipelineSteps* steps = nullptr) const;
  void cut_raw(AlignedText text, Progress& progress) const;
  void cut_words(AlignedText text, Progress& progress) const;
  Encoding finished(std::vector<TextPieces> texts, bool add_special_tokens) const;

  PipelineParts parts_;
  AddedTokens added_;
};

// Reads a tokenizer.json with the settings that stand beside it. Anything that they ask for and that is not
// done here is an Error that names it or one of notes(), as is a broken file; messages begin with [file].
// "padding" is left out: pads fill the short texts of a batch, and in Heed's batches texts stand without
// them.
TokenizerPipeline read_pipeline(const std::string& json_text, const std::string& file,
                                const TokenizerSettings& settings = {});

// A WordPiece vocab.txt, a piece in each line, cut as BERT does it: lower case where the settings say so or,
// when they do not, where no piece but bracketed ones holds a capital. [CLS] and [SEP], or what the settings
// name, stand around a text where both are in the vocabulary. Error without [UNK], and for the settings of a
// tokenizer of another kind.
TokenizerPipeline read_word_piece_vocabulary(std::string_view text, const std::string& file,
                                             const TokenizerSettings& settings = {});

}  // namespace heed
