#include "engine/data/text_encoder.h"

#include "engine/format/json.h"

namespace heed {
namespace {

uint32_t fnv1a(std::string_view bytes) {
  uint32_t hash = 2166136261u;
  for (char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 16777619u;
  return hash;
}

bool starts_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
}

void append_ngrams(std::string_view word, const NgramOptions& options, std::vector<int32_t>& pieces) {
  const std::string marked = "<" + std::string(word) + ">";
  std::vector<size_t> starts;  // of each character
  for (size_t i = 0; i < marked.size(); ++i)
    if (starts_character(marked[i])) starts.push_back(i);
  const size_t characters = starts.size();
  starts.push_back(marked.size());
  for (auto n = static_cast<size_t>(options.min); n <= static_cast<size_t>(options.max); ++n)
    for (size_t i = 0; i + n <= characters; ++i) {
      const std::string_view ngram(marked.data() + starts[i], starts[i + n] - starts[i]);
      pieces.push_back(static_cast<int32_t>(fnv1a(ngram) % static_cast<uint32_t>(options.buckets)));
    }
}

}  // namespace

TextEncoder::TextEncoder(TokenizerFile tokenizer, const NgramOptions& ngrams)
    : file_(std::move(tokenizer)), ngrams_(ngrams) {
  check(file_.vocabulary.has_value(), "[encoder] the tokenizer has no vocabulary.");
}

EncodedText TextEncoder::encode(std::string_view text) const {
  EncodedText encoded;
  encoded.tokens = file_.tokenizer->split(text);
  for (const TextToken& token : encoded.tokens) {
    encoded.ids.push_back(file_.vocabulary->id(token.text));
    if (ngrams_.buckets == 0) continue;
    const size_t before = encoded.pieces.size();
    append_ngrams(token.text, ngrams_, encoded.pieces);
    encoded.piece_counts.push_back(static_cast<int32_t>(encoded.pieces.size() - before));
  }
  return encoded;
}

TextBatch make_batch(const std::vector<EncodedText>& texts, const std::vector<int>& chosen) {
  std::vector<int32_t> ids, lengths, pieces, piece_counts;
  for (int index : chosen) {
    const EncodedText& text = texts[static_cast<size_t>(index)];
    lengths.push_back(static_cast<int32_t>(text.ids.size()));
    ids.insert(ids.end(), text.ids.begin(), text.ids.end());
    pieces.insert(pieces.end(), text.pieces.begin(), text.pieces.end());
    piece_counts.insert(piece_counts.end(), text.piece_counts.begin(), text.piece_counts.end());
  }
  TextBatch batch;
  batch.ids = Tensor::of<int32_t>({static_cast<int64_t>(ids.size())}, ids);
  batch.sentences = Spans::packed(lengths);
  batch.pieces = Tensor::of<int32_t>({static_cast<int64_t>(pieces.size())}, pieces);
  batch.bags = Spans::packed(piece_counts);
  return batch;
}

NgramOptions read_ngram_options(const nlohmann::json& text, const std::string& file) {
  NgramOptions options;
  auto found = text.find("ngrams");
  if (found == text.end() || found->is_null()) return options;
  options.min = require<int>(*found, "min", file);
  options.max = require<int>(*found, "max", file);
  options.buckets = require<int>(*found, "buckets", file);
  check(options.min >= 1 && options.max >= options.min && options.max <= 32, "[", file, "] n-grams of ",
        options.min, " to ", options.max, " characters: expected 1 <= min <= max <= 32.");
  check(options.buckets >= 1 && options.buckets <= (1 << 24), "[", file, "] ", options.buckets,
        " buckets: expected 1 to 16777216.");
  return options;
}

}  // namespace heed
