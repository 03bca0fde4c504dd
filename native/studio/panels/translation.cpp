#include "native/studio/panels/translation.h"

#include <cmath>
#include <functional>

#include "native/numbers.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"
#include "native/studio/views/bars.h"
#include "native/studio/views/chips.h"

namespace heed::studio {
namespace {

constexpr size_t kMostLines = 80;  // of the beam

std::string read_as(const session::NextToken& token, const char* end) {
  return token.text.empty() ? end : token.text;
}

// The target's tokens; a click shows what might have stood there.
void tokens(Ui& ui, Explorer& explorer, const session::Translation& found) {
  std::vector<Chip> list;
  for (const session::NextToken& token : found.target_tokens) {
    Chip chip;
    chip.text = read_as(token, "(end)");
    chip.level = 0.75 * (1 - token.probability);
    chip.tip = chip.text + ": probability " + decimal(token.probability, 3) + ". A click shows others";
    chip.lit = static_cast<int>(list.size()) == explorer.place;
    list.push_back(std::move(chip));
  }
  const auto pointed = chips(ui, "target", list);
  if (pointed && ImGui::IsMouseClicked(ImGuiMouseButton_Left))
    explorer.place = explorer.place == static_cast<int>(*pointed) ? -1 : static_cast<int>(*pointed);
  soft(ui, "Darker tokens were less certain.");
}

// Another token in that place: what is written goes on from it.
void others(Ui& ui, Explorer& explorer, const session::Translation& found) {
  const int place = explorer.place;
  if (place < 0 || place >= static_cast<int>(found.candidates.size())) return;
  std::vector<session::ClassProbability> bars;
  for (const session::NextToken& one : found.candidates[static_cast<size_t>(place)])
    bars.push_back({read_as(one, "(end)"), one.probability});
  soft(ui, "In its place, behind the same beginning:");
  const auto chosen = bars_to_click(ui, bars, bars.size(), {});
  if (!chosen) return;
  std::vector<int> forced(static_cast<size_t>(place));
  for (size_t i = 0; i < forced.size(); ++i) forced[i] = found.target_tokens[i].id;
  for (const session::NextToken& one : found.candidates[static_cast<size_t>(place)])
    if (read_as(one, "(end)") == *chosen) {
      forced.push_back(one.id);
      break;
    }
  explorer.force(forced);
}

// Depth first, the likelier first, each below the token that it stands behind.
void beam(Ui& ui, const session::Translation& found) {
  if (found.tree.empty()) return;
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID id = ImGui::GetID("beam is open");
  const bool open = storage.GetBool(id, false);
  if (quiet_button(ui, open ? "Hide the beam##beam" : "The beam##beam")) storage.SetBool(id, !open);
  tip("Every token that was weighed, and which hypotheses lived");
  if (!open) return;
  std::vector<std::vector<size_t>> children(found.tree.size() + 1);  // the last: of the beginning
  for (size_t i = 0; i < found.tree.size(); ++i)
    children[found.tree[i].parent < 0 ? found.tree.size() : static_cast<size_t>(found.tree[i].parent)]
        .push_back(i);
  std::vector<bool> chosen(found.tree.size());
  for (int at = found.leaf; at >= 0; at = found.tree[static_cast<size_t>(at)].parent)
    chosen[static_cast<size_t>(at)] = true;
  size_t drawn = 0;
  const std::function<void(size_t, float)> draw = [&](size_t node, float indent) {
    for (const size_t child : children[node]) {
      if (++drawn > kMostLines) return;
      const session::WeighedToken& one = found.tree[child];
      const std::string words = read_as(one.token, "(end)") + "  " + decimal(one.token.probability, 3) +
                                (one.fate == "dropped" ? "  dropped" : "");
      ui.fonts->need(words);
      ImGui::SetCursorPosX(ImGui::GetCursorPosX() + indent);
      const Palette& colours = ui.colours();
      const ImU32 ink = chosen[child]           ? colours.accent
                        : one.fate == "dropped" ? colours.ink_soft
                                                : colours.ink;
      ImGui::PushStyleColor(ImGuiCol_Text, ink);
      ImGui::TextUnformatted(words.c_str());
      ImGui::PopStyleColor();
      if (drawn == 1) ui.mark("Beam");
      draw(child, std::min(indent + ui.px(12), ui.px(180)));
    }
  };
  draw(found.tree.size(), 0);
  if (drawn > kMostLines) soft(ui, "and more");
}

}  // namespace

void draw_translation(Ui& ui, Explorer& explorer) {
  hairline(ui);
  title(ui, "Written");
  if (!explorer.translation()) return;
  const session::Translation found = *explorer.translation();  // a click below asks for another
  ui.fonts->need(found.target);
  ImGui::PushFont(ui.fonts->large());
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(found.target.c_str());
  ImGui::PopTextWrapPos();
  ui.mark("Prediction");
  ImGui::PopFont();
  if (!explorer.forced().empty()) {
    soft(ui, "The target begins with the tokens you chose.");
    ImGui::SameLine();
    if (quiet_button(ui, "Let it choose")) explorer.force({});
  }
  soft(ui,
       "P " + decimal(std::exp(found.log_probability), 3) +
           ". The map shows which token of the sentence each token of this looked at when it was written.");
  tokens(ui, explorer, found);
  others(ui, explorer, found);
  for (const session::Alternative& other : found.alternatives)
    soft(ui, "or " + other.target + " (" + decimal(other.score, 2) + ")");
  beam(ui, found);
}

}  // namespace heed::studio
