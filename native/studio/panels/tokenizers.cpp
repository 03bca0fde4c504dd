#include "native/studio/panels/tokenizers.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "native/numbers.h"
#include "native/studio/paths.h"
#include "native/studio/ui/path_box.h"
#include "native/studio/ui/text_input.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"
#include "native/studio/views/chips.h"

namespace heed::studio {
namespace {

using Bytes = Tokenizers::Bytes;

constexpr const char* kSides[] = {"left", "right"};

std::string called(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

// Those that there are, and a box for any other.
void source(Ui& ui, Tokenizers& tokenizers, size_t s) {
  TokenizerSide& side = tokenizers.sides[s];
  std::vector<std::string> paths{"basic_english", "whitespace", "words", "characters"}, names = paths;
  for (const std::string& folder : tokenizers.known) {
    paths.insert(paths.begin(), folder);
    names.insert(names.begin(), called(folder));
  }
  if (!side.opened.empty() && std::find(paths.begin(), paths.end(), side.opened) == paths.end()) {
    paths.insert(paths.begin(), side.opened);
    names.insert(names.begin(), called(side.opened));
  }
  auto chosen = static_cast<size_t>(std::find(paths.begin(), paths.end(), side.opened) - paths.begin());
  if (choose(ui, std::string("##Known ") + kSides[s], names, &chosen)) tokenizers.open(s, paths[chosen]);
  if (path_box(ui, std::string("##Tokenizer ") + kSides[s], &side.path,
               "a tokenizer.json, a vocab.txt, or a folder"))
    tokenizers.open(s, side.path);
  problem(ui, side.problem);
  if (!side.tokenizer) return;
  std::string about = side.tokenizer->kind();
  if (side.tokenizer->size() > 0) about += ", " + with_separators(side.tokenizer->size()) + " entries";
  soft(ui, about);
  ui.mark(std::string("About ") + kSides[s]);
  for (const std::string& note : side.tokenizer->notes()) soft(ui, note);
}

Chip chip_of(const std::string& text, int64_t start, int64_t end, const Bytes& lit) {
  Chip chip;
  chip.text = text;
  chip.start = start;
  chip.end = end;
  chip.lit = lit.meet(start, end);
  return chip;
}

// A space is drawn as a dot that says where it is.
std::string shown_text(std::string text) {
  for (size_t at = text.find(' '); at != std::string::npos; at = text.find(' ', at))
    text.replace(at, 1, "\u00B7");
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

// The text as typed, cut where tokens begin and end.
std::vector<session::Stretch> cut_at_pieces(const session::TokenizeSteps& steps) {
  std::set<int64_t> borders;
  for (const session::Token& piece : steps.pieces) borders.insert({piece.start, piece.end});
  std::vector<session::Stretch> cut;
  for (const session::Stretch& one : steps.normalized) {
    int64_t from = one.start;
    if (!one.changed && static_cast<int64_t>(one.text.size()) == one.end - one.start)
      for (auto at = borders.upper_bound(one.start); at != borders.end() && *at < one.end; ++at) {
        cut.push_back(
            {steps.text.substr(static_cast<size_t>(from), static_cast<size_t>(*at - from)), from, *at});
        from = *at;
      }
    cut.push_back({one.text.substr(static_cast<size_t>(from - one.start)), from, one.end, one.changed});
  }
  return cut;
}

std::vector<Chip> stretches(const std::vector<session::Stretch>& all, const Bytes& lit) {
  std::vector<Chip> list;
  for (const session::Stretch& one : all) {
    list.push_back(chip_of(shown_text(one.text), one.start, one.end, lit));
    if (!one.changed) continue;
    list.back().kind = Chip::Kind::kChanged;
    list.back().tip = "not as it was typed";
  }
  return list;
}

std::vector<Chip> pieces(const session::TokenizeSteps& steps, const Bytes& lit, bool ids) {
  std::vector<Chip> list;
  for (const session::Token& token : steps.pieces) {
    const std::string id = token.id ? std::to_string(*token.id) : "–";
    list.push_back(chip_of(ids ? id : shown_text(token.text), token.start, token.end, lit));
    Chip& chip = list.back();
    chip.tip = token.text + ", id " + id;
    if (token.special) {
      chip.kind = Chip::Kind::kSpecial;
      chip.tip += ": put there for the model";
    } else if (!token.known) {
      chip.kind = Chip::Kind::kUnknown;
      chip.tip += ": not in the vocabulary, read as the unknown token";
    }
  }
  return list;
}

std::string plural_of(size_t count, const char* one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

// "32 characters, 5 words, 7 pieces (1.40 per word), 2 special tokens"
std::string counts(const session::TokenizeSteps& steps) {
  const auto is_special = [](const session::Token& t) { return t.special; };
  const auto special =
      static_cast<size_t>(std::count_if(steps.pieces.begin(), steps.pieces.end(), is_special));
  const auto unknown = std::count_if(steps.pieces.begin(), steps.pieces.end(),
                                     [](const session::Token& t) { return !t.known && !t.special; });
  const auto characters = static_cast<size_t>(
      std::count_if(steps.text.begin(), steps.text.end(), [](char b) { return (b & 0xC0) != 0x80; }));
  const size_t count = steps.pieces.size() - special, words = steps.words.size();
  std::string text =
      plural_of(characters, "character") + ", " + plural_of(words, "word") + ", " + plural_of(count, "piece");
  if (words > 0)
    text += " (" + decimal(static_cast<double>(count) / static_cast<double>(words), 2) + " per word)";
  if (special > 0) text += ", " + plural_of(special, "special token");
  if (unknown > 0) text += ", " + std::to_string(unknown) + " unknown";
  return text;
}

// The bytes of what is pointed at, in whichever step and on whichever side.
void step(Ui& ui, const char* name, const char* what, size_t side, const std::vector<Chip>& list,
          Bytes& pointed) {
  title(ui, name);
  tip(what);
  const auto at = chips(ui, std::string(name) + " " + kSides[side], list);
  if (at && list[*at].start < list[*at].end) pointed = {list[*at].start, list[*at].end};
}

void cut(Ui& ui, const Tokenizers& tokenizers, size_t side, Bytes& pointed) {
  if (!tokenizers.sides[side].steps) return;
  const session::TokenizeSteps& steps = *tokenizers.sides[side].steps;
  const Bytes& lit = tokenizers.pointed_at;
  step(ui, "Normalized", "Unseen characters, case and accents, as the tokenizer wants them", side,
       stretches(cut_at_pieces(steps), lit), pointed);
  step(ui, "Words", "Cut at white space and punctuation; no piece reaches beyond one", side,
       stretches(steps.words, lit), pointed);
  step(ui, "Pieces", "The tokens of each word, with special tokens around them", side,
       pieces(steps, lit, false), pointed);
  soft(ui, counts(steps));
  ui.mark(std::string("Counts ") + kSides[side]);
  step(ui, "Ids", "The ids that the model reads", side, pieces(steps, lit, true), pointed);
  title(ui, "Text again");
  tip("The text that the ids decode to, without special tokens");
  text(ui, steps.decoded);
  soft(ui, steps.decoded == steps.text ? "as it was typed" : "not as it was typed");
}

}  // namespace

void draw_tokenizers(Ui& ui, Tokenizers& tokenizers) {
  title(ui, "Tokenizer");
  soft(ui,
       "A tokenizer splits a text into tokens of its vocabulary. Each token has an id. Point at one to see "
       "it in every step, on both sides.");
  ui.fonts->need(tokenizers.text);
  ImGui::PushFont(ui.fonts->large());
  wrapped_input(ui, "Tokenizer text", &tokenizers.text, 5);
  ImGui::PopFont();
  Bytes pointed;
  const float width = (ImGui::GetContentRegionAvail().x - ui.px(24)) / 2;
  for (size_t side = 0; side < tokenizers.sides.size(); ++side) {
    if (side > 0) ImGui::SameLine(0, ui.px(24));
    ImGui::BeginChild(kSides[side], {width, ImGui::GetContentRegionAvail().y});
    source(ui, tokenizers, side);
    cut(ui, tokenizers, side, pointed);
    ImGui::EndChild();
  }
  tokenizers.pointed_at = pointed;
}

}  // namespace heed::studio
