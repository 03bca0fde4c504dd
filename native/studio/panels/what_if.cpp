#include "native/studio/panels/what_if.h"

#include <algorithm>

#include "native/numbers.h"
#include "native/studio/ui/text_input.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"
#include "native/studio/views/before_after.h"
#include "native/studio/views/labels.h"

namespace heed::studio {
namespace {

constexpr size_t kMostClasses = 8;

std::string words_of(const Edits& edits) {
  std::string all;
  for (const NamedEdit& edit : edits.all()) all += (all.empty() ? "" : " · ") + edit.words;
  return all;
}

// The name of the edited part, in a column of its own.
void subject(Ui& ui, const std::string& words) {
  const float width = ui.px(150);
  ui.fonts->need(words);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(fitting(ui.fonts->body(), words, width - ui.px(20)).c_str());
  ImGui::SameLine(width);
}

}  // namespace

std::string WhatIfPanel::head() const {
  const std::string heads = explorer_.heads() == 1 ? "0"
                            : explorer_.head < 0   ? "*"
                                                   : std::to_string(explorer_.head);
  return std::to_string(explorer_.layer) + "." + heads;
}

// Counted from 1, as they are chosen.
std::string WhatIfPanel::name_of_head() const {
  std::string name = explorer_.heads() == 1 ? "the head"
                     : explorer_.head < 0   ? "all heads"
                                            : "head " + std::to_string(explorer_.head);
  if (explorer_.layers() > 1) name += " of layer " + std::to_string(explorer_.layer);
  return name;
}

Heat WhatIfPanel::shown() const {
  return edited_heat(explorer_, why_.edited());
}

void WhatIfPanel::orders(Ui& ui) {
  check_box(ui, "What if", &why_.what_if);
  tip("Edits the map, heads and words, and shows the model's new answer");
  if (!why_.what_if) return;
  ImGui::SameLine(0, ui.px(16));
  if (button(ui, "Undo", !why_.edits.empty())) why_.edits.undo();
  ImGui::SameLine();
  if (button(ui, "Redo", why_.edits.undone())) why_.edits.redo();
  ImGui::SameLine();
  if (button(ui, "Reset", !why_.edits.empty())) why_.edits.reset();
}

// A weight, its row, and its head.
void WhatIfPanel::cell(Ui& ui, const Cell& pin) {
  const Heat heat = shown();
  if (pin.query >= static_cast<int>(heat.queries.size()) || pin.key >= static_cast<int>(heat.keys.size()))
    return;
  const std::string query = heat.queries[static_cast<size_t>(pin.query)],
                    key = heat.keys[static_cast<size_t>(pin.key)];
  subject(ui, query + " → " + key);
  double weight = static_cast<double>(
      heat.weights[static_cast<size_t>(pin.query) * heat.keys.size() + static_cast<size_t>(pin.key)]);
  const std::string row = head() + "." + std::to_string(pin.query),
                    target = row + "." + std::to_string(pin.key);
  if (weight_slider(ui, "Weight", target, &weight))
    why_.edits.add({target + "=" + decimal(weight, 2), query + " → " + key + ": " + decimal(weight, 2)},
                   !ImGui::IsItemActivated());
  std::string zeros = "=0";
  for (size_t s = 1; s < heat.keys.size(); ++s) zeros += ",0";
  const std::string words = "row " + query + ": ";
  order(ui, "Even", "Gives every word the same weight in this row", {row + ".even", words + "even"});
  order(ui, "Only this", "Gives this word all of the row's attention",
        {row + ".only=" + std::to_string(pin.key), words + "only " + key});
  order(ui, "None", "Sets all weights of this row to 0", {row + zeros, words + "none"});
  order(ui, "Head off", "Turns this head off", {head() + ".off", name_of_head() + ": off"});
}

// A button that makes an edit, on this line while there is room.
void WhatIfPanel::order(Ui& ui, const char* label, const char* meaning, const NamedEdit& edit) {
  const float width = ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x;
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  if (ImGui::GetItemRectMax().x + ImGui::GetStyle().ItemSpacing.x + width < right) ImGui::SameLine();
  if (button(ui, label)) why_.edits.add(edit);
  tip(meaning);
}

// A word of the sentence as it was typed.
void WhatIfPanel::word(Ui& ui, const Cell& pin) {
  const std::vector<session::Token>& tokens = explorer_.analysis()->tokens;
  if (pin.key >= static_cast<int>(tokens.size())) return;
  const session::Token& token = tokens[static_cast<size_t>(pin.key)];
  if (token.special) return;
  const std::string target = "token." + std::to_string(pin.key);
  subject(ui, token.text);
  if (button(ui, "Hide")) why_.edits.add({target + ".hide", token.text + ": hidden"});
  tip("Replaces the token by a mask or the unknown token");
  ImGui::SameLine();
  ImGui::BeginChild("another", {ui.px(180), ImGui::GetFrameHeight()});
  input(ui, "##Another word", &word_, "another word");
  const bool entered = ImGui::IsItemDeactivated() && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter));
  ImGui::EndChild();
  ImGui::SameLine();
  const bool typed = word_.find_first_not_of(' ') != std::string::npos;
  if ((button(ui, "Replace", typed) || entered) && typed)
    why_.edits.add({target + "=" + word_, token.text + ": " + word_});
}

void WhatIfPanel::outcome(Ui& ui) {
  if (why_.edits_fail()) problem(ui, why_.problem());
  if (!why_.edits.empty()) {
    soft(ui, words_of(why_.edits));
    ui.mark("Edits");
  }
  const session::Edited* edited = why_.edited();
  if (edited == nullptr) return;
  if (why_.stale()) ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 0.5f * ImGui::GetStyle().Alpha);
  const bool stale = why_.stale();
  before_after(ui, explorer_.analysis()->classes, edited->run.classes, kMostClasses);
  if (stale) ImGui::PopStyleVar();
}

void WhatIfPanel::draw(Ui& ui) {
  if (why_.asked().empty()) {
    height_ = 0;
    return;
  }
  const float top = ImGui::GetCursorPosY();
  hairline(ui);
  orders(ui);
  if (why_.what_if) {
    const std::optional<Cell>& pin = explorer_.pointing.pin;
    if (!pin) soft(ui, "Click a cell of the map or a word to change it.");
    if (pin && explorer_.map() != nullptr) cell(ui, *pin);
    if (pin) word(ui, *pin);
    outcome(ui);
  }
  height_ = ImGui::GetCursorPosY() - top;
}

}  // namespace heed::studio
