#include "engine/text/pipeline/decoders.h"

#include <cstdlib>
#include <utility>

#include "engine/text/json_messages.h"
#include "engine/text/pipeline/byte_alphabet.h"
#include "engine/text/pipeline/growth.h"
#include "engine/text/pipeline/metaspace.h"
#include "engine/text/pipeline/patterns.h"
#include "engine/text/utf8.h"

namespace heed {
namespace {

using Texts = std::vector<std::string>;

std::string replaced(const std::string& text, const Pattern& pattern, const std::string& content) {
  std::string out;
  for (const Stretch& stretch : pattern(text))
    out += stretch.is_match ? content : text.substr(stretch.first, stretch.last - stretch.first);
  return out;
}

std::string replaced(const std::string& text, std::string_view from, std::string_view to) {
  std::string out;
  size_t done = 0;
  for (size_t at; (at = text.find(from, done)) != text.npos; done = at + from.size())
    out.append(text, done, at - done).append(to);
  return out.append(text, done);
}

std::string joined(const Texts& texts) {
  std::string all;
  for (const std::string& text : texts) all += text;
  return all;
}

std::string valid_utf8(std::string_view bytes) {
  std::string text;
  for (size_t at = 0; at < bytes.size();) {
    const CodePoint c = decode_utf8(bytes, at);
    append_utf8(text, c.value);
    at += static_cast<size_t>(c.length);
  }
  return text;
}

class Plain : public Decoder {
 public:
  Texts apply(Texts pieces) const override {
    for (size_t i = 1; i < pieces.size(); ++i) pieces[i].insert(0, " ");
    return pieces;
  }
};

class WordPieceDecoder : public Decoder {
 public:
  WordPieceDecoder(std::string prefix, bool cleanup) : prefix_(std::move(prefix)), cleanup_(cleanup) {}

  Texts apply(Texts pieces) const override {
    for (size_t i = 0; i < pieces.size(); ++i) {
      std::string& piece = pieces[i];
      if (i > 0 && piece.starts_with(prefix_))
        piece.erase(0, prefix_.size());
      else if (i > 0)
        piece.insert(0, " ");
      if (cleanup_) piece = cleaned(piece);
    }
    return pieces;
  }

 private:
  static std::string cleaned(std::string text) {
    return replaced(without_blanks_before_marks(std::move(text)), " do not", " don't");
  }

  std::string prefix_;
  bool cleanup_;
};

class ByteLevelDecoder : public Decoder {
 public:
  Texts apply(Texts pieces) const override {
    std::string bytes;
    for (const std::string& piece : pieces) bytes += bytes_of(piece);
    return {valid_utf8(bytes)};
  }

 private:
  // A piece with a character that is not of the alphabet (an added token) is its own text.
  static std::string bytes_of(const std::string& piece) {
    std::string bytes;
    for (size_t at = 0; at < piece.size();) {
      const CodePoint c = decode_utf8(piece, at);
      const auto byte = byte_of_character(c.value);
      if (!byte) return piece;
      bytes += *byte;
      at += static_cast<size_t>(c.length);
    }
    return bytes;
  }
};

class BpeDecoder : public Decoder {
 public:
  explicit BpeDecoder(const std::string& suffix) : suffix_(literal_pattern(suffix)) {}
  Texts apply(Texts pieces) const override {
    for (size_t i = 0; i < pieces.size(); ++i)
      pieces[i] = replaced(pieces[i], suffix_, i + 1 == pieces.size() ? "" : " ");
    return pieces;
  }

 private:
  Pattern suffix_;
};

class MetaspaceDecoder : public Decoder {
 public:
  explicit MetaspaceDecoder(const MetaspaceOptions& options)
      : sign_(literal_pattern(options.replacement)),
        keeps_first_(options.scheme == MetaspaceOptions::Scheme::kNever) {}
  Texts apply(Texts pieces) const override {
    for (size_t i = 0; i < pieces.size(); ++i)
      pieces[i] = replaced(pieces[i], sign_, i == 0 && !keeps_first_ ? "" : " ");
    return pieces;
  }

 private:
  Pattern sign_;
  bool keeps_first_;
};

class ReplaceDecoder : public Decoder {
 public:
  ReplaceDecoder(Pattern pattern, std::string content)
      : pattern_(std::move(pattern)), content_(std::move(content)) {}
  Texts apply(Texts pieces) const override {
    for (std::string& piece : pieces) piece = replaced(piece, pattern_, content_);
    return pieces;
  }

 private:
  Pattern pattern_;
  std::string content_;
};

class Fuse : public Decoder {
 public:
  Texts apply(Texts pieces) const override { return {joined(pieces)}; }
};

// Up to so many of a character off the ends of each piece.
class StripDecoder : public Decoder {
 public:
  StripDecoder(std::string character, int64_t start, int64_t stop)
      : character_(std::move(character)), start_(start), stop_(stop) {}
  Texts apply(Texts pieces) const override {
    for (std::string& piece : pieces) {
      size_t first = 0, last = piece.size();
      const size_t length = character_.size();
      for (int64_t i = 0; i < start_ && piece.compare(first, length, character_) == 0; ++i) first += length;
      for (int64_t i = 0;
           i < stop_ && last >= first + length && piece.compare(last - length, length, character_) == 0; ++i)
        last -= length;
      piece = piece.substr(first, last - first);
    }
    return pieces;
  }

 private:
  std::string character_;
  int64_t start_, stop_;
};

// Runs of <0x…> become their text; where that is not UTF-8, one U+FFFD for each byte.
class ByteFallback : public Decoder {
 public:
  Texts apply(Texts pieces) const override {
    Texts out;
    std::string bytes;
    const auto flush = [&] {
      if (bytes.empty()) return;
      std::string text = valid_utf8(bytes);
      if (text != bytes) {
        text.clear();
        for (size_t i = 0; i < bytes.size(); ++i) append_utf8(text, kReplacementCharacter);
      }
      out.push_back(std::move(text));
      bytes.clear();
    };
    for (std::string& piece : pieces) {
      if (const int byte = byte_of(piece); byte >= 0) {
        bytes += static_cast<char>(byte);
      } else {
        flush();
        out.push_back(std::move(piece));
      }
    }
    flush();
    return out;
  }

 private:
  static int byte_of(const std::string& piece) {
    constexpr std::string_view kDigits = "0123456789ABCDEFabcdef";
    const bool is_byte = piece.size() == 6 && piece.starts_with("<0x") && piece[5] == '>' &&
                         kDigits.find(piece[3]) != kDigits.npos && kDigits.find(piece[4]) != kDigits.npos;
    return is_byte ? static_cast<int>(std::strtol(piece.c_str() + 3, nullptr, 16)) : -1;
  }
};

class DecoderSteps : public Decoder {
 public:
  explicit DecoderSteps(const Part& part) : where_(part.where()) {
    for (const Part& step : part.steps("decoders", kLongestSequence)) steps_.push_back(read_decoder(step));
  }
  Texts apply(Texts pieces) const override {
    constexpr size_t kTimes = 32, kMore = 1024;
    const size_t most = kMore + kTimes * bytes_of(pieces);
    for (const auto& step : steps_) {
      pieces = step->apply(std::move(pieces));
      check(bytes_of(pieces) <= most, where_, " makes more than ", most, " bytes of ", pieces.size(),
            " pieces: expected at most ", kTimes, " times as many as they have.");
    }
    return pieces;
  }

 private:
  // With a byte for each, as an empty piece has a place too.
  static size_t bytes_of(const Texts& pieces) {
    size_t bytes = pieces.size();
    for (const std::string& piece : pieces) bytes += piece.size();
    return bytes;
  }

  std::vector<std::unique_ptr<Decoder>> steps_;
  std::string where_;
};

std::unique_ptr<Decoder> decoder_by_type(const Part& part, const std::string& type) {
  if (type == "WordPiece")
    return std::make_unique<WordPieceDecoder>(part.within(kLongestMark, "prefix", part.text("prefix", "##")),
                                              part.flag("cleanup", true));
  if (type == "ByteLevel") return std::make_unique<ByteLevelDecoder>();
  if (type == "BPEDecoder")
    return std::make_unique<BpeDecoder>(part.within(kLongestMark, "suffix", part.text("suffix", "</w>")));
  if (type == "Metaspace") return std::make_unique<MetaspaceDecoder>(read_metaspace(part));
  if (type == "Replace")
    return std::make_unique<ReplaceDecoder>(read_pattern(part, "pattern"),
                                            part.within(kLongestContent, "content", part.text("content")));
  if (type == "Fuse") return std::make_unique<Fuse>();
  if (type == "Strip")
    return std::make_unique<StripDecoder>(part.character("content"), part.whole_number("start", 0, INT32_MAX),
                                          part.whole_number("stop", 0, INT32_MAX));
  if (type == "ByteFallback") return std::make_unique<ByteFallback>();
  if (type == "Sequence") return std::make_unique<DecoderSteps>(part);
  part.fail(
      " asks for the decoder ", in_quotes(type),
      ", which is not supported: expected WordPiece, ByteLevel, BPEDecoder, Metaspace, Replace, Fuse, Strip, "
      "ByteFallback or Sequence.");
}

}  // namespace

std::string without_blanks_before_marks(std::string text) {
  static const std::pair<const char*, const char*> kBlanks[] = {
      {" .", "."},     {" ?", "?"},   {" !", "!"},   {" ,", ","},     {" ' ", "'"},
      {" n't", "n't"}, {" 'm", "'m"}, {" 's", "'s"}, {" 've", "'ve"}, {" 're", "'re"}};
  for (const auto& [from, to] : kBlanks) text = replaced(text, from, to);
  return text;
}

std::unique_ptr<Decoder> make_word_piece_decoder() {
  return std::make_unique<WordPieceDecoder>("##", true);
}

std::unique_ptr<Decoder> make_plain_decoder() {
  return std::make_unique<Plain>();
}

std::unique_ptr<Decoder> read_decoder(const Part& part) {
  auto decoder = decoder_by_type(part, part.type());
  return decoder;
}

}  // namespace heed
