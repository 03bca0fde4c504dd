#include "engine/text/pipeline/normalizers.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/text/character_classes.h"
#include "engine/text/json_messages.h"
#include "engine/text/normal_forms.h"
#include "engine/text/pipeline/growth.h"
#include "engine/text/pipeline/patterns.h"
#include "engine/text/pipeline/precompiled.h"
#include "engine/text/unicode.h"

namespace heed {
namespace {

// Every character becomes what `change(c, out)` appends.
template <class Change>
AlignedText each_character(const AlignedText& text, Change change) {
  AlignedText out;
  out.reserve(text.size());
  std::string bytes;
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = decode_utf8(text.text(), at);
    const size_t next = at + static_cast<size_t>(c.length);
    bytes.clear();
    change(c.value, bytes);
    if (bytes.size() == 1)
      out.append(bytes[0], text.original(at, next));
    else if (!bytes.empty())
      out.append(bytes, text.original(at, next));
    at = next;
  }
  return out;
}

// One character at a time, as Rust does it: no final sigma.
void append_single_lower(std::string& out, char32_t c) {
  if (c < 0x80) return out.push_back(static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c));
  std::string alone;
  append_utf8(alone, c);
  append_lower(out, alone, 0, {c, static_cast<int>(alone.size())});
}

AlignedText lower_each(const AlignedText& text) {
  return each_character(text, [](char32_t c, std::string& out) { append_single_lower(out, c); });
}

template <class IsOut>
AlignedText without(const AlignedText& text, IsOut is_out) {
  return each_character(text, [&](char32_t c, std::string& out) {
    if (!is_out(c)) append_utf8(out, c);
  });
}

// The blocks of ideographs that BERT sets apart.
bool is_ideograph(char32_t c) {
  constexpr std::pair<char32_t, char32_t> kBlocks[] = {
      {0x4E00, 0x9FFF},   {0x3400, 0x4DBF},   {0x20000, 0x2A6DF}, {0x2A700, 0x2B73F},
      {0x2B740, 0x2B81F}, {0x2B920, 0x2CEAF}, {0xF900, 0xFAFF},   {0x2F800, 0x2FA1F}};
  if (c < 0x3400) return false;
  for (const auto& [first, last] : kBlocks)
    if (c >= first && c <= last) return true;
  return false;
}

class Bert : public Normalizer {
 public:
  explicit Bert(const BertNormalizerOptions& options) : options_(options) {}

  AlignedText apply(const AlignedText& text) const override {
    AlignedText out =
        each_character(text, [this](char32_t c, std::string& bytes) { append_clean(c, bytes); });
    if (options_.strip_accents) out = without(normalized(out, NormalForm::kNFD), is_nonspacing);
    return options_.lowercase ? lower_each(out) : out;
  }

 private:
  // The order is Rust's: \v, \f and U+0085 are control characters and go, before white space becomes a blank.
  // Characters that are not assigned stay.
  void append_clean(char32_t c, std::string& out) const {
    const bool is_line_space = c == '\t' || c == '\n' || c == '\r';
    if (options_.clean_text && !is_line_space && (c == kReplacementCharacter || is_control(c))) return;
    if (options_.clean_text && is_space(c)) c = ' ';
    const bool is_apart = options_.handle_chinese_chars && is_ideograph(c);
    if (is_apart) out += ' ';
    append_utf8(out, c);
    if (is_apart) out += ' ';
  }

  BertNormalizerOptions options_;
};

class Lowercase : public Normalizer {
 public:
  AlignedText apply(const AlignedText& text) const override { return lower_each(text); }
};

// SentencePiece's own: control characters go, and what is a space of some kind becomes one.
class Nmt : public Normalizer {
 public:
  AlignedText apply(const AlignedText& text) const override {
    AlignedText out;
    const std::string_view all = text.text();
    for (size_t at = 0; at < all.size();) {
      const CodePoint c = decode_utf8(all, at);
      const size_t end = at + static_cast<size_t>(c.length);
      if (is_space_to_nmt(c.value))
        out.append(" ", text.original(at, end));
      else if (!is_control(c.value))
        out.append(text, at, end);
      at = end;
    }
    return out;
  }

 private:
  static bool is_control(char32_t c) {
    return (c >= 0x1 && c <= 0x8) || c == 0xB || (c >= 0xE && c <= 0x1F) || c == 0x7F || c == 0x8F ||
           c == 0x9F;
  }
  static bool is_space_to_nmt(char32_t c) {
    return c == 0x9 || c == 0xA || c == 0xC || c == 0xD || c == 0x1680 || (c >= 0x200B && c <= 0x200F) ||
           c == 0x2028 || c == 0x2029 || c == 0x2581 || c == 0xFEFF || c == 0xFFFD;
  }
};

class Form : public Normalizer {
 public:
  explicit Form(NormalForm form) : form_(form) {}
  AlignedText apply(const AlignedText& text) const override { return normalized(text, form_); }

 private:
  NormalForm form_;
};

class StripAccents : public Normalizer {
 public:
  AlignedText apply(const AlignedText& text) const override { return without(text, is_mark); }
};

class Replace : public Normalizer {
 public:
  explicit Replace(const Part& part)
      : pattern_(read_pattern(part, "pattern")),
        content_(part.within(kLongestContent, "content", part.text("content"))),
        growth_(part.where()) {}
  AlignedText apply(const AlignedText& text) const override {
    AlignedText out;
    for (const Stretch& stretch : pattern_(text.text())) {
      if (stretch.is_match)
        out.append(content_, text.original(stretch.first, stretch.last));
      else
        out.append(text, stretch.first, stretch.last);
      growth_.expect(text, out.size());
    }
    return out;
  }

 private:
  Pattern pattern_;
  std::string content_;
  Growth growth_;
};

class Prepend : public Normalizer {
 public:
  explicit Prepend(std::string prefix) : prefix_(std::move(prefix)) {}
  AlignedText apply(const AlignedText& text) const override {
    return text.size() == 0 ? text : with_prefix(text, prefix_);
  }

 private:
  std::string prefix_;
};

class Strip : public Normalizer {
 public:
  Strip(bool left, bool right) : left_(left), right_(right) {}
  AlignedText apply(const AlignedText& text) const override {
    size_t first = 0, last = text.size();
    while (left_ && first < last) {
      const CodePoint c = decode_utf8(text.text(), first);
      if (!is_space(c.value)) break;
      first += static_cast<size_t>(c.length);
    }
    while (right_ && first < last) {
      const CodePoint c = decode_utf8_before(text.text(), last);
      if (!is_space(c.value)) break;
      last -= static_cast<size_t>(c.length);
    }
    AlignedText out;
    out.append(text, first, last);
    return out;
  }

 private:
  bool left_, right_;
};

class Sequence : public Normalizer {
 public:
  explicit Sequence(const Part& part) : growth_(part.where()) {
    for (const Part& step : part.steps("normalizers", kLongestSequence))
      steps_.push_back(read_normalizer(step));
  }
  AlignedText apply(const AlignedText& text) const override {
    AlignedText out = text;
    for (const auto& step : steps_) {
      out = step->apply(out);
      growth_.expect(text, out.size());
    }
    return out;
  }

 private:
  std::vector<std::unique_ptr<Normalizer>> steps_;
  Growth growth_;
};

std::unique_ptr<Normalizer> read_bert(const Part& part) {
  BertNormalizerOptions options;
  options.clean_text = part.flag("clean_text", true);
  options.handle_chinese_chars = part.flag("handle_chinese_chars", true);
  options.lowercase = part.flag("lowercase", true);
  options.strip_accents = part.flag("strip_accents", options.lowercase);
  return make_bert_normalizer(options);
}

std::unique_ptr<Normalizer> normalizer_by_type(const Part& part, const std::string& type) {
  if (type == "BertNormalizer") return read_bert(part);
  if (type == "Lowercase") return std::make_unique<Lowercase>();
  if (type == "Nmt") return std::make_unique<Nmt>();
  if (type == "NFC") return std::make_unique<Form>(NormalForm::kNFC);
  if (type == "NFD") return std::make_unique<Form>(NormalForm::kNFD);
  if (type == "NFKC") return std::make_unique<Form>(NormalForm::kNFKC);
  if (type == "NFKD") return std::make_unique<Form>(NormalForm::kNFKD);
  if (type == "StripAccents") return std::make_unique<StripAccents>();
  if (type == "Replace") return std::make_unique<Replace>(part);
  if (type == "Prepend")
    return std::make_unique<Prepend>(part.within(kLongestContent, "prepend", part.text("prepend")));
  if (type == "Strip") return std::make_unique<Strip>(part.flag("strip_left"), part.flag("strip_right"));
  if (type == "Precompiled") return read_precompiled(part);
  if (type == "Sequence") return std::make_unique<Sequence>(part);
  part.fail(" asks for the normalizer ", in_quotes(type),
            ", which is not supported: expected BertNormalizer, Lowercase, Nmt, NFC, NFD, NFKC, NFKD, "
            "StripAccents, Replace, Prepend, Strip, Precompiled or Sequence.");
}

}  // namespace

std::unique_ptr<Normalizer> make_bert_normalizer(const BertNormalizerOptions& options) {
  return std::make_unique<Bert>(options);
}

std::unique_ptr<Normalizer> read_normalizer(const Part& part) {
  auto normalizer = normalizer_by_type(part, part.type());
  return normalizer;
}

}  // namespace heed
