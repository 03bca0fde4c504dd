#include "engine/data/text_encoder.h"

#include <algorithm>

#include "engine/format/fields_json.h"

namespace heed {
namespace {

uint32_t fnv1a_32(std::string_view bytes) {
  uint32_t hash = 2166136261u;
  for (char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 16777619u;
  return hash;
}

bool starts_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
}

// Calls visit(hash), or visit(hash, run), for all runs of min to max characters of "<word>".
template <class Visit>
void for_ngrams(std::string_view word, const NgramOptions& options, const Visit& visit) {
  const std::string marked = "<" + std::string(word) + ">";
  std::vector<size_t> starts;  // of each character
  for (size_t i = 0; i < marked.size(); ++i)
    if (starts_character(marked[i])) starts.push_back(i);
  const size_t characters = starts.size();
  starts.push_back(marked.size());
  for (auto n = static_cast<size_t>(options.min); n <= static_cast<size_t>(options.max); ++n)
    for (size_t i = 0; i + n <= characters; ++i) {
      const std::string_view run{marked.data() + starts[i], starts[i + n] - starts[i]};
      if constexpr (std::is_invocable_v<Visit, uint32_t>)
        visit(fnv1a_32(run));
      else
        visit(fnv1a_32(run), run);
    }
}

std::string without_digits(std::string word) {
  for (char& c : word)
    if (c >= '0' && c <= '9') c = '0';
  return word;
}

// A run of characters is not the phrase that is spelt alike.
constexpr uint32_t kInside = 0x9E3779B9u;

// Calls phrase(hash), or phrase(hash, place), for the phrases of each token, and token() after them.
template <class Phrase, class Token>
void for_phrases(const std::vector<TextToken>& tokens, const PhraseOptions& options, const Phrase& phrase,
                 const Token& token) {
  std::vector<std::string> words{"<s>"};
  for (const TextToken& one : tokens) words.push_back(without_digits(one.text));
  words.push_back("</s>");
  auto visit = [&](size_t first, size_t last) {
    std::string joined = words[first];
    for (size_t w = first + 1; w <= last; ++w) joined += " " + words[w];
    if constexpr (std::is_invocable_v<Phrase, uint32_t>)
      phrase(fnv1a_32(joined));
    else
      phrase(fnv1a_32(joined), PhrasePlace{static_cast<int>(first) - 1, static_cast<int>(last) - 1, joined});
  };
  for (size_t w = 1; w + 1 < words.size(); ++w) {
    for (size_t n = 0; n < static_cast<size_t>(options.max) && n <= w; ++n) visit(w - n, w);
    if (w + 2 == words.size() && options.max > 1) visit(w, w + 1);
    if constexpr (std::is_invocable_v<Phrase, uint32_t>) {
      if (options.inside.max > 0)
        for_ngrams(words[w], options.inside, [&](uint32_t hash) { phrase(hash ^ kInside); });
    } else if (options.inside.max > 0) {
      const int at = static_cast<int>(w) - 1;
      for_ngrams(words[w], options.inside, [&](uint32_t hash, std::string_view run) {
        phrase(hash ^ kInside, PhrasePlace{at, at, std::string(run)});
      });
    }
    token();
  }
}

// The row of a phrase; less than 0: it has none.
int32_t row_of(const EncoderOptions& options, uint32_t hash) {
  const bool hashed = options.phrases.min_freq < 1;
  return hashed ? static_cast<int32_t>(hash % static_cast<uint32_t>(options.phrases.buckets))
                : options.filter.row(hash);
}

void append_phrases(const EncoderOptions& options, EncodedText& text) {
  size_t before = 0;
  auto append = [&](uint32_t hash) {
    const int32_t row = row_of(options, hash);
    if (row >= 0) text.phrases.push_back(row);
  };
  for_phrases(text.tokens, options.phrases, append, [&] {
    text.phrase_counts.push_back(static_cast<int32_t>(text.phrases.size() - before));
    before = text.phrases.size();
  });
}

void keep_first(std::vector<int32_t>& values, std::vector<int32_t>& counts, size_t tokens) {
  if (counts.empty()) return;
  counts.resize(tokens);
  size_t kept = 0;
  for (int32_t count : counts) kept += static_cast<size_t>(count);
  values.resize(kept);
}

}  // namespace

void EncodedText::truncate(size_t count) {
  if (ids.size() <= count) return;
  tokens.resize(std::min(tokens.size(), count));
  ids.resize(count);
  keep_first(pieces, piece_counts, count);
  keep_first(phrases, phrase_counts, count);
}

TextEncoder::TextEncoder(TokenizerFile tokenizer, EncoderOptions options)
    : file_(std::move(tokenizer)), options_(std::move(options)) {
  check(file_.vocabulary.has_value(), "[encoder] the tokenizer has no vocabulary.");
}

std::vector<TextToken> split(const Tokenizer& tokenizer, const Preprocessing& preprocessing,
                             std::string_view text, std::vector<Preprocessing::StepText>* steps) {
  if (preprocessing.empty()) return tokenizer.split(text);
  const AlignedText aligned = preprocessing.apply(text, steps);
  std::vector<TextToken> tokens = tokenizer.split(aligned.text());
  move_to_original(tokens, aligned);
  return tokens;
}

EncodedText TextEncoder::encode(std::string_view text, std::vector<Preprocessing::StepText>* steps) const {
  return encode(split(*file_.tokenizer, options_.preprocessing, text, steps));
}

EncodedText TextEncoder::encode(std::vector<TextToken> tokens) const {
  EncodedText encoded;
  encoded.tokens = std::move(tokens);
  int32_t words = 0;
  for (TextToken& token : encoded.tokens) {
    const std::optional<int> id = vocabulary().find(token.text);
    token.known = id.has_value();
    if (!token.special) token.word = words++;
    encoded.ids.push_back(id.value_or(vocabulary().unknown_id()));
    if (options_.ngrams.buckets == 0) continue;
    const size_t before = encoded.pieces.size();
    const NgramOptions& ngrams = options_.ngrams;
    for_ngrams(token.text, ngrams, [&](uint32_t hash) {
      encoded.pieces.push_back(static_cast<int32_t>(hash % static_cast<uint32_t>(ngrams.buckets)));
    });
    encoded.piece_counts.push_back(static_cast<int32_t>(encoded.pieces.size() - before));
  }
  if (options_.phrase_rows() > 0) append_phrases(options_, encoded);
  return encoded;
}

std::vector<PhrasePlace> TextEncoder::phrase_places(const EncodedText& text) const {
  std::vector<PhrasePlace> places, of_token;
  const auto end = static_cast<int>(text.tokens.size());
  size_t n = 0;
  auto append = [&](uint32_t hash, PhrasePlace place) {
    if (row_of(options_, hash) >= 0) of_token.push_back(std::move(place));
  };
  for_phrases(text.tokens, options_.phrases, append, [&] {
    const auto wanted = static_cast<size_t>(text.phrase_counts[n++]);
    for (PhrasePlace& place : of_token)  // a text that was cut does not end where its tokens do
      if (of_token.size() == wanted || place.last < end) places.push_back(std::move(place));
    of_token.clear();
  });
  check(places.size() == text.phrases.size(), "[encoder] ", text.phrases.size(), " phrases were encoded, ",
        places.size(), " stand in the text: expected its own tokens.");
  return places;
}

EncodedText TextToIds::encode_pair(std::string_view, std::string_view) const {
  fail("[encoder] this model reads one text, not two.");
}

std::optional<int32_t> TextEncoder::id_of(std::string_view token) const {
  return vocabulary().find(token);
}

std::string TextEncoder::token_of(int64_t id) const {
  return vocabulary().token(static_cast<int>(id));
}

std::optional<int32_t> TextToIds::mask() const {
  for (const char* piece : {"[MASK]", "<mask>"})
    if (const auto id = id_of(piece)) return id;
  return std::nullopt;
}

std::optional<int32_t> end_piece(const TextToIds& text) {
  for (const char* name : {"<|endoftext|>", "</s>", "<|end_of_text|>", "<|eot_id|>", "[EOS]"})
    if (const auto id = text.id_of(name)) return id;
  return std::nullopt;
}

TextBatch make_batch(const std::vector<EncodedText>& texts, const std::vector<int>& chosen) {
  EncodedText all;
  std::vector<int32_t> lengths;
  auto append = [](std::vector<int32_t>& to, const std::vector<int32_t>& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  for (int index : chosen) {
    const EncodedText& text = texts[static_cast<size_t>(index)];
    lengths.push_back(static_cast<int32_t>(text.ids.size()));
    append(all.ids, text.ids);
    append(all.types, text.types);
    append(all.pieces, text.pieces);
    append(all.piece_counts, text.piece_counts);
    append(all.phrases, text.phrases);
    append(all.phrase_counts, text.phrase_counts);
  }
  auto tensor = [](const std::vector<int32_t>& values) {
    return Tensor::of<int32_t>({static_cast<int64_t>(values.size())}, values);
  };
  TextBatch batch;
  batch.ids = tensor(all.ids);
  batch.sentences = Spans::packed(lengths);
  batch.pieces = tensor(all.pieces);
  batch.bags = Spans::packed(all.piece_counts);
  batch.phrases = tensor(all.phrases);
  batch.phrase_bags = Spans::packed(all.phrase_counts);
  if (all.types.size() == all.ids.size()) batch.types = tensor(all.types);
  return batch;
}

std::vector<uint32_t> phrase_hashes(const std::vector<TextToken>& tokens, const PhraseOptions& options) {
  std::vector<uint32_t> hashes;
  for_phrases(
      tokens, options, [&](uint32_t hash) { hashes.push_back(hash); }, [] {});
  return hashes;
}

namespace {

constexpr Bounds kCharacters{1, 32}, kTableRows{0, 1 << 24};

const Fields<NgramOptions>& ngram_fields() {
  using O = NgramOptions;
  static const auto fields =
      Fields<O>()
          .number("min", &O::min, kCharacters, "Length of the shortest n-grams in characters.")
          .number("max", &O::max, kCharacters, "Length of the longest n-grams in characters.")
          .number("buckets", &O::buckets, kTableRows, "Number of hash buckets for n-grams; 0: no n-grams.")
          .required();
  return fields;
}

const Fields<PhraseOptions>& phrase_fields() {
  using O = PhraseOptions;
  static const auto fields =
      Fields<O>()
          .number("max", &O::max, {1, 8}, "Length of the longest phrases in words.")
          .number("buckets", &O::buckets, kTableRows,
                  "Number of hash buckets for phrases; 0: no hashing, min_freq decides.")
          .number("min_freq", &O::min_freq, {0, 1e9},
                  "Smallest count of a phrase to get its own entry; 0: hash all phrases.")
          .number("rows", &O::rows, {0, 1e9},
                  "Number of phrases to keep, the most informative first; 0: all.")
          .number("inside.min", &O::inside, &NgramOptions::min, {0, 32},
                  "Use parts of words with at least this many characters as phrases too; 0: do not use parts "
                  "of words.")
          .number("inside.max", &O::inside, &NgramOptions::max, {0, 32},
                  "Largest number of characters in such a part of a word.");
  return fields;
}

void check_sizes(const NgramOptions& n, const std::string& file) {
  check(n.min <= n.max && (n.min > 0 || n.max == 0), "[", file, "] n-grams of ", n.min, " to ", n.max,
        " characters: expected 1 <= min <= max.");
}

}  // namespace

const Fields<EncoderOptions>& encoder_fields() {
  using O = EncoderOptions;
  static const auto fields =
      Fields<O>()
          .open("preprocess", "Preprocessing steps in order: lower_case, contractions, stop_words, …")
          .optional_part("ngrams", &O::ngrams, ngram_fields())
          .optional_part("phrases", &O::phrases, phrase_fields());
  return fields;
}

EncoderOptions read_encoder_options(const nlohmann::json& text, const std::string& file) {
  EncoderOptions options = read_as(text, encoder_fields(), file, "text", Beside::kAnything);
  if (auto found = text.find("preprocess"); found != text.end())
    options.preprocessing = Preprocessing::read(*found, file);
  PhraseOptions& phrases = options.phrases;
  check_sizes(options.ngrams, file);
  check_sizes(phrases.inside, file);
  if (phrases.min_freq > 0) phrases.buckets = 0;
  if (auto found = text.find("phrases"); found != text.end() && !found->is_null())
    check(phrases.min_freq > 0 || phrases.buckets > 0, "[", file,
          "] phrases have no row: give \"buckets\", which they are hashed into, or \"min_freq\".");
  check(phrases.rows == 0 || phrases.min_freq > 0, "[", file, "] phrases with ", phrases.rows,
        " rows: expected 1 or more, beside min_freq.");
  return options;
}

}  // namespace heed
