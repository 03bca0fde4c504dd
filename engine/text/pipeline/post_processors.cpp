#include "engine/text/pipeline/post_processors.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

#include "engine/text/character_classes.h"
#include "engine/text/json_messages.h"
#include "engine/text/pipeline/growth.h"
#include "engine/text/utf8.h"

namespace heed {
namespace {

struct SpecialToken {
  int32_t id = 0;
  std::string text;
};

// One place of a template: a special token, or a text.
struct Slot {
  int sequence = -1;  // 0 or 1: that text; -1: the special tokens
  std::vector<SpecialToken> tokens;
  int32_t type_id = 0;
};
using Template = std::vector<Slot>;

class Templates : public PostProcessor {
 public:
  Templates(Template single, Template pair) : templates_{std::move(single), std::move(pair)} {}

  int64_t added(bool is_pair) const override {
    int64_t count = 0;
    for (const Slot& slot : templates_[is_pair]) count += static_cast<int64_t>(slot.tokens.size());
    return count;
  }

  std::vector<Piece> apply(std::vector<TextPieces> texts, bool add_special_tokens) const override {
    std::vector<Piece> pieces;
    int sequence = 0;  // special tokens stand before the first text, and after those that have been
    int64_t place = 0;
    for (const Slot& slot : templates_[texts.size() > 1]) {
      if (slot.sequence < 0) {
        for (size_t i = 0; add_special_tokens && i < slot.tokens.size(); ++i)
          pieces.push_back(
              {slot.tokens[i].id, slot.tokens[i].text, place, place, -1, slot.type_id, sequence, true, true});
        continue;
      }
      TextPieces& text = texts[static_cast<size_t>(slot.sequence)];
      sequence = slot.sequence;
      place = static_cast<int64_t>(text.text.size());
      for (Piece piece : text.pieces) {
        piece.type_id = slot.type_id;
        pieces.push_back(std::move(piece));
      }
    }
    return pieces;
  }

 private:
  std::array<Template, 2> templates_;  // for one text, for two
};

constexpr char32_t kBlank = U'Ġ';  // of the byte alphabet

// How many blanks a piece begins or ends with. Any number may stand before and after an added token.
int blanks(const Piece& piece, bool at_end) {
  if (piece.special) return INT32_MAX;
  std::string_view text = piece.text;
  int count = 0;
  while (!text.empty()) {
    const CodePoint c = at_end ? decode_utf8_before(text, text.size()) : decode_utf8(text, 0);
    if (c.value != kBlank && !is_space(c.value)) break;
    const auto length = static_cast<size_t>(c.length);
    at_end ? text.remove_suffix(length) : text.remove_prefix(length);
    ++count;
  }
  return count;
}

void trim(Piece& piece, std::string_view text, int leading, int trailing) {
  for (; leading > 0 && piece.start < piece.end; --leading) {
    const CodePoint c = decode_utf8(text, static_cast<size_t>(piece.start));
    if (!is_space(c.value)) break;
    piece.start += c.length;
  }
  for (; trailing > 0 && piece.start < piece.end; --trailing) {
    const CodePoint c = decode_utf8_before(text, static_cast<size_t>(piece.end));
    if (!is_space(c.value)) break;
    piece.end -= c.length;
  }
}

// A piece of a byte-level vocabulary has the blank before its word in it; its place in the text has not, but
// for the blank that was put before the first word and is not in the text.
class Trimmed : public PostProcessor {
 public:
  Trimmed(std::unique_ptr<PostProcessor> then, bool add_prefix_space)
      : then_(std::move(then)), add_prefix_space_(add_prefix_space) {}
  int64_t added(bool is_pair) const override { return then_->added(is_pair); }
  std::vector<Piece> apply(std::vector<TextPieces> texts, bool add_special_tokens) const override {
    for (TextPieces& text : texts)
      for (Piece& piece : text.pieces) {
        const bool is_first = &piece == &text.pieces.front() || piece.start == 0;
        const int leading = blanks(piece, false);
        trim(piece, text.text, is_first && add_prefix_space_ && leading == 1 ? 0 : leading,
             blanks(piece, true));
        if (piece.text == "Ġ") piece.end = piece.start;
      }
    return then_->apply(std::move(texts), add_special_tokens);
  }

 private:
  std::unique_ptr<PostProcessor> then_;
  bool add_prefix_space_;
};

// "trim_offsets" and "add_prefix_space" of RobertaProcessing and ByteLevel.
std::unique_ptr<PostProcessor> trimmed(const Part& part, std::unique_ptr<PostProcessor> then) {
  const bool add_prefix_space = part.flag("add_prefix_space", true);
  if (!part.flag("trim_offsets", true)) return then;
  return std::make_unique<Trimmed>(std::move(then), add_prefix_space);
}

Slot special(SpecialToken token, int32_t type_id = 0) {
  return {-1, {std::move(token)}, type_id};
}
Slot sequence(int which, int32_t type_id = 0) {
  return {which, {}, type_id};
}

std::unique_ptr<PostProcessor> make_bert(const SpecialToken& cls, const SpecialToken& sep) {
  return std::make_unique<Templates>(
      Template{special(cls), sequence(0), special(sep)},
      Template{special(cls), sequence(0), special(sep), sequence(1, 1), special(sep, 1)});
}

// ["[SEP]", 102]
SpecialToken token_and_id(const Part& part, const char* key) {
  const nlohmann::json& pair = part.list(key);
  const bool fits =
      pair.size() == 2 && pair[0].is_string() && pair[1].is_number_unsigned() && pair[1] <= INT32_MAX;
  part.expect(fits, ": \"", key, "\" is not a token and its id.");
  return {pair[1].get<int32_t>(), pair[0].get<std::string>()};
}

std::unique_ptr<PostProcessor> read_roberta(const Part& part) {
  const SpecialToken cls = token_and_id(part, "cls"), sep = token_and_id(part, "sep");
  part.flag("add_prefix_space",
            true);  // is for the offsets of a text that has no blank before it: none is trimmed
  auto templates = std::make_unique<Templates>(
      Template{special(cls), sequence(0), special(sep)},
      Template{special(cls), sequence(0), special(sep), special(sep), sequence(1), special(sep)});
  return trimmed(part, std::move(templates));
}

// Slots of a template, tokens of all of them, and how often a text may stand in one.
constexpr size_t kMostSlots = 200, kMostTokens = 1000, kMostTexts = 4;

using SpecialTokens = std::map<std::string, std::vector<SpecialToken>>;

SpecialTokens read_special_tokens(const Part& part) {
  SpecialTokens all;
  for (const auto& item : part.any("special_tokens").items()) {
    const Part token = part.part("special_tokens").part(item.key().c_str());
    token.text("id");
    const nlohmann::json &ids = token.list("ids"), &texts = token.list("tokens");
    token.expect(ids.size() <= kMostTokens, " has ", ids.size(), " ids: expected at most ", kMostTokens, ".");
    token.expect(ids.size() == texts.size(), " has ", ids.size(), " ids and ", texts.size(), " tokens.");
    std::vector<SpecialToken>& tokens = all[item.key()];
    for (size_t i = 0; i < ids.size(); ++i) {
      const bool fits = ids[i].is_number_unsigned() && ids[i] <= INT32_MAX && texts[i].is_string();
      token.expect(fits, ": its ids are not whole numbers or its tokens not strings.");
      tokens.push_back(
          {ids[i].get<int32_t>(), token.within(kLongestPiece, "tokens", texts[i].get<std::string>())});
    }
  }
  return all;
}

Template read_template(const Part& part, const char* key, const SpecialTokens& specials) {
  Template slots;
  size_t texts = 0, tokens = 0;
  part.expect(part.list(key).size() <= kMostSlots, ": \"", key, "\" has ", part.list(key).size(),
              " places: expected at most ", kMostSlots, ".");
  for (const Part& piece : part.parts(key)) {
    const bool is_text = piece.has("Sequence");
    const Part slot = piece.part(is_text ? "Sequence" : "SpecialToken");
    const auto type_id = static_cast<int32_t>(slot.whole_number("type_id", 0, INT32_MAX));
    if (is_text) {
      slot.expect(++texts <= kMostTexts, " is the ", texts, "th text: expected at most ", kMostTexts, ".");
      slots.push_back(sequence(static_cast<int>(slot.one_of("id", {"A", "B"})), type_id));
    } else {
      const auto found = specials.find(slot.text("id"));
      slot.expect(found != specials.end(), ": ", in_quotes(slot.text("id")),
                  " is not one of its special_tokens.");
      tokens += found->second.size();
      slot.expect(tokens <= kMostTokens, " is the ", tokens, "th special token: expected at most ",
                  kMostTokens, ".");
      slots.push_back({-1, found->second, type_id});
    }
  }
  return slots;
}

std::unique_ptr<PostProcessor> read_templates(const Part& part) {
  const SpecialTokens specials = read_special_tokens(part);
  Template single = read_template(part, "single", specials), pair = read_template(part, "pair", specials);
  for (const Slot& slot : single) part.expect(slot.sequence < 1, ": its \"single\" asks for a second text.");
  return std::make_unique<Templates>(std::move(single), std::move(pair));
}

std::unique_ptr<PostProcessor> processor_sequence(const Part& part) {
  std::unique_ptr<PostProcessor> all = make_plain_post_processor();
  const std::vector<Part> steps = part.steps("processors", kLongestSequence);
  for (size_t i = steps.size(); i-- > 0;) {  // each holds those after it
    auto step = read_post_processor(steps[i]);
    if (steps[i].type() == "ByteLevel") {
      all = trimmed(steps[i], std::move(all));
      continue;
    }
    steps[i].expect(i + 1 == steps.size(), " is ", in_quotes(steps[i].type()),
                    ", which is only supported as the last step.");
    all = std::move(step);
  }
  return all;
}

std::unique_ptr<PostProcessor> processor_by_type(const Part& part, const std::string& type) {
  if (type == "BertProcessing") return make_bert(token_and_id(part, "cls"), token_and_id(part, "sep"));
  if (type == "RobertaProcessing") return read_roberta(part);
  if (type == "TemplateProcessing") return read_templates(part);
  if (type == "Sequence") return processor_sequence(part);
  if (type == "ByteLevel") {
    return trimmed(part, make_plain_post_processor());
  }
  part.fail(" asks for the post_processor ", in_quotes(type),
            ", which is not supported: expected BertProcessing, RobertaProcessing, TemplateProcessing, "
            "ByteLevel or Sequence.");
}

}  // namespace

std::unique_ptr<PostProcessor> make_plain_post_processor() {
  return std::make_unique<Templates>(Template{sequence(0)}, Template{sequence(0), sequence(1, 1)});
}

std::unique_ptr<PostProcessor> make_bert_post_processor(const Piece& cls, const Piece& sep) {
  return make_bert({cls.id, cls.text}, {sep.id, sep.text});
}

std::unique_ptr<PostProcessor> make_end_post_processor(const std::optional<Piece>& bos,
                                                       const std::optional<Piece>& eos) {
  const auto around = [&](int which) {
    Template slots;
    if (bos) slots.push_back(special({bos->id, bos->text}, which));
    slots.push_back(sequence(which, which));
    if (eos) slots.push_back(special({eos->id, eos->text}, which));
    return slots;
  };
  Template pair = around(0);
  for (Slot& slot : around(1)) pair.push_back(std::move(slot));
  return std::make_unique<Templates>(around(0), std::move(pair));
}

std::unique_ptr<PostProcessor> read_post_processor(const Part& part) {
  auto processor = processor_by_type(part, part.type());
  return processor;
}

}  // namespace heed
