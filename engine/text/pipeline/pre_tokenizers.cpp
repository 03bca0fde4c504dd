#include "engine/text/pipeline/pre_tokenizers.h"

#include <string>
#include <utility>

#include "engine/text/character_classes.h"
#include "engine/text/json_messages.h"
#include "engine/text/pipeline/byte_alphabet.h"
#include "engine/text/pipeline/growth.h"
#include "engine/text/pipeline/metaspace.h"
#include "engine/text/pipeline/patterns.h"
#include "engine/text/utf8.h"

namespace heed {
namespace {

std::string_view text_of(const CutText& words, const CutText::Word& word) {
  return std::string_view(words.text.text()).substr(word.first, word.last - word.first);
}

class Cut : public PreTokenizer {
 public:
  Cut(Pattern pattern, Behavior behavior, bool invert = false)
      : pattern_(std::move(pattern)), behavior_(behavior), invert_(invert) {}

  CutText apply(CutText words) const override {
    std::vector<CutText::Word> cut;
    for (const CutText::Word& word : words.words) {
      std::vector<Stretch> stretches = pattern_(text_of(words, word));
      for (Stretch& stretch : stretches) stretch.is_match = stretch.is_match != invert_;
      for (const Stretch& stretch : split(std::move(stretches), behavior_))
        if (stretch.first < stretch.last)
          cut.push_back({word.first + stretch.first, word.first + stretch.last});
    }
    words.words = std::move(cut);
    return words;
  }

 private:
  Pattern pattern_;
  Behavior behavior_;
  bool invert_;
};

class PreTokenizerSteps : public PreTokenizer {
 public:
  PreTokenizerSteps(std::vector<std::unique_ptr<PreTokenizer>> steps, std::string where)
      : steps_(std::move(steps)), growth_(std::move(where)) {}
  CutText apply(CutText words) const override {
    for (const auto& step : steps_) {
      words = step->apply(std::move(words));
      growth_.expect(words.text, words.text.size());
    }
    return words;
  }

 private:
  std::vector<std::unique_ptr<PreTokenizer>> steps_;
  Growth growth_;
};

// Every byte as a character that can be seen.
class ByteLevel : public PreTokenizer {
 public:
  ByteLevel(bool add_prefix_space, bool use_regex)
      : add_prefix_space_(add_prefix_space), use_regex_(use_regex) {}

  CutText apply(CutText words) const override {
    CutText out;
    for (const CutText::Word& word : words.words) {
      AlignedText text;
      text.append(words.text, word.first, word.last);
      if (add_prefix_space_ && text.text()[0] != ' ') text = with_prefix(text, " ");
      const Stretch whole{0, text.size(), true};
      for (const Stretch& stretch : use_regex_ ? gpt2_(text.text()) : std::vector<Stretch>{whole}) {
        const size_t first = out.text.size();
        for (size_t at = stretch.first; at < stretch.last; ++at)
          out.text.append(character_of_byte(text.text()[at]), text.original(at, at + 1));
        out.words.push_back({first, out.text.size()});
      }
    }
    return out;
  }

 private:
  bool add_prefix_space_, use_regex_;
  Pattern gpt2_ = gpt2_pattern();
};

// Blanks as a sign that can be seen, at the beginning of words.
class Metaspace : public PreTokenizer {
 public:
  explicit Metaspace(MetaspaceOptions options) : options_(std::move(options)) {}

  CutText apply(CutText words) const override {
    CutText out;
    const Pattern blank = literal_pattern(" "), sign = literal_pattern(options_.replacement);
    for (const CutText::Word& word : words.words) {
      AlignedText text;
      for (const Stretch& stretch : blank(text_of(words, word))) {
        const size_t first = word.first + stretch.first, last = word.first + stretch.last;
        if (stretch.is_match)
          text.append(options_.replacement, words.text.original(first, last));
        else
          text.append(words.text, first, last);
      }
      if (is_prefixed(text)) text = with_prefix(text, options_.replacement);
      const size_t begin = out.text.size();
      out.text.append(text, 0, text.size());
      std::vector<Stretch> stretches = {{0, text.size(), false}};
      if (options_.split) stretches = split(sign(text.text()), Behavior::kMergedWithNext);
      for (const Stretch& stretch : stretches)
        out.words.push_back({begin + stretch.first, begin + stretch.last});
    }
    return out;
  }

 private:
  bool is_prefixed(const AlignedText& text) const {
    const bool has_sign = text.text().compare(0, options_.replacement.size(), options_.replacement) == 0;
    if (has_sign || options_.scheme == MetaspaceOptions::Scheme::kNever) return false;
    return options_.scheme == MetaspaceOptions::Scheme::kAlways || text.original(0, 1).start == 0;
  }

  MetaspaceOptions options_;
};

using Ptr = std::unique_ptr<PreTokenizer>;

template <class... Arguments>
Ptr cut(Arguments&&... arguments) {
  return std::make_unique<Cut>(std::forward<Arguments>(arguments)...);
}

Ptr steps(Ptr first, Ptr second) {
  std::vector<Ptr> both;
  both.push_back(std::move(first));
  both.push_back(std::move(second));
  return std::make_unique<PreTokenizerSteps>(std::move(both), "[tokenizer] the pre_tokenizer");
}

// \w+|[^\w\s]+
Ptr make_whitespace() {
  const auto is_mark_of_its_own = [](char32_t c) { return !is_word(c) && !is_space(c); };
  Ptr words = cut(run_pattern(is_word, 1), Behavior::kIsolated);
  Ptr marks = cut(run_pattern(is_mark_of_its_own, 1), Behavior::kIsolated);
  std::vector<Ptr> all;
  all.push_back(cut(run_pattern(is_space, 1), Behavior::kRemoved));
  all.push_back(std::move(words));
  all.push_back(std::move(marks));
  return std::make_unique<PreTokenizerSteps>(std::move(all), "[tokenizer] the pre_tokenizer");
}

Ptr pre_tokenizer_sequence(const Part& part) {
  std::vector<Ptr> all;
  for (const Part& step : part.steps("pretokenizers", kLongestSequence))
    all.push_back(read_pre_tokenizer(step));
  return std::make_unique<PreTokenizerSteps>(std::move(all), part.where());
}

Ptr read_byte_level(const Part& part) {
  return std::make_unique<ByteLevel>(part.flag("add_prefix_space"), part.flag("use_regex", true));
}

Ptr pre_tokenizer_by_type(const Part& part, const std::string& type) {
  if (type == "BertPreTokenizer") return make_bert_pre_tokenizer();
  if (type == "Whitespace") return make_whitespace();
  if (type == "WhitespaceSplit") return cut(run_pattern(is_space, 1), Behavior::kRemoved);
  if (type == "CharDelimiterSplit")
    return cut(literal_pattern(part.character("delimiter")), Behavior::kRemoved);
  if (type == "Punctuation")
    return cut(character_pattern(is_bert_punctuation),
               part.has("behavior") ? read_behavior(part, "behavior") : Behavior::kIsolated);
  if (type == "Digits")
    return cut(character_pattern(is_number),
               part.flag("individual_digits", false) ? Behavior::kIsolated : Behavior::kContiguous);
  if (type == "Split")
    return cut(read_pattern(part, "pattern"), read_behavior(part, "behavior"), part.flag("invert", false));
  if (type == "ByteLevel") return read_byte_level(part);
  if (type == "Metaspace") return std::make_unique<Metaspace>(read_metaspace(part));
  if (type == "Sequence") return pre_tokenizer_sequence(part);
  part.fail(
      " asks for the pre_tokenizer ", in_quotes(type),
      ", which is not supported: expected BertPreTokenizer, Whitespace, WhitespaceSplit, CharDelimiterSplit, "
      "Punctuation, Digits, Split, ByteLevel, Metaspace or Sequence.");
}

}  // namespace

std::unique_ptr<PreTokenizer> make_bert_pre_tokenizer() {
  return steps(cut(run_pattern(is_space, 1), Behavior::kRemoved),
               cut(character_pattern(is_bert_punctuation), Behavior::kIsolated));
}

std::unique_ptr<PreTokenizer> make_byte_level_pre_tokenizer() {
  return std::make_unique<ByteLevel>(false, true);
}

std::unique_ptr<PreTokenizer> read_pre_tokenizer(const Part& part) {
  auto pre_tokenizer = pre_tokenizer_by_type(part, part.type());
  return pre_tokenizer;
}

}  // namespace heed
