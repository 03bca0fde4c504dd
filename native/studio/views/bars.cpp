#include "native/studio/views/bars.h"

#include <algorithm>
#include <numeric>

#include "native/numbers.h"
#include "native/studio/ui/typography.h"
#include "native/studio/views/labels.h"

namespace heed::studio {
namespace {

struct Bar {
  ImU32 colour;
  bool strongest = false, clickable = false;
  std::string note;
};

// True when it is clicked.
bool draw_bar(Ui& ui, const session::ClassProbability& value, const Bar& bar) {
  const Palette& p = ui.colours();
  ImFont* font = ui.fonts->small();
  ui.fonts->need(value.label);
  const float width = ImGui::GetContentRegionAvail().x, height = ui.px(7);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::string number = decimal(value.probability, 3);
  const float number_width = font->CalcTextSizeA(font->FontSize, 1e6f, 0, number.c_str()).x;
  const ImVec2 size{width, font->FontSize + height + ui.px(7)};
  const bool clicked = bar.clickable && ImGui::InvisibleButton(("##class " + value.label).c_str(), size);
  if (!bar.clickable) ImGui::Dummy(size);
  if (bar.clickable && ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  ui.mark("class " + value.label);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec4 clip{at.x, at.y, at.x + width - number_width - ui.px(8), at.y + font->FontSize * 2};
  const ImU32 ink = bar.strongest ? p.ink : p.ink_soft;
  draw.AddText(font, font->FontSize, at, ink, value.label.c_str(), nullptr, 0, &clip);
  if (!bar.note.empty())
    draw.AddText(font, font->FontSize, {at.x + width_of(font, value.label) + ui.px(8), at.y}, p.accent,
                 bar.note.c_str(), nullptr, 0, &clip);
  draw.AddText(font, font->FontSize, {at.x + width - number_width, at.y}, ink, number.c_str());
  const float top = at.y + font->FontSize + ui.px(3);
  draw.AddRectFilled({at.x, top}, {at.x + width, top + height}, p.paper_sunk, ui.px(2));
  const float share = static_cast<float>(value.probability) * width;
  draw.AddRectFilled({at.x, top}, {at.x + std::max(share, ui.px(1)), top + height}, bar.colour, ui.px(2));
  return clicked;
}

std::string note_of(const std::vector<Note>& notes, const std::string& label) {
  for (const Note& note : notes)
    if (note.label == label) return note.words;
  return "";
}

std::optional<std::string> all_bars(Ui& ui, const std::vector<session::ClassProbability>& classes,
                                    size_t most, bool clickable, const std::vector<Note>& notes) {
  std::vector<size_t> order(classes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  auto larger = [&](size_t a, size_t b) { return classes[a].probability > classes[b].probability; };
  const size_t strongest = order.empty() ? 0 : *std::min_element(order.begin(), order.end(), larger);
  if (order.size() > most) {
    std::stable_sort(order.begin(), order.end(), larger);
    order.resize(most);
  }
  std::optional<std::string> clicked;
  for (const size_t c : order) {
    const std::string& label = classes[c].label;
    if (draw_bar(ui, classes[c],
                 {ui.colours().of_class(c), c == strongest, clickable, note_of(notes, label)}))
      clicked = label;
  }
  if (classes.size() > most)
    soft(ui, "and " + std::to_string(classes.size() - most) + " less probable classes");
  return clicked;
}

}  // namespace

void shares(Ui& ui, const std::vector<Share>& given) {
  for (const Share& one : given)
    draw_bar(ui, {one.name, std::clamp(one.share, 0.0, 1.0)}, {ui.colours().at(0.55), true, false, one.note});
}

void bars(Ui& ui, const std::vector<session::ClassProbability>& classes, size_t most) {
  all_bars(ui, classes, most, false, {});
}

std::optional<std::string> bars_to_click(Ui& ui, const std::vector<session::ClassProbability>& classes,
                                         size_t most, const std::vector<Note>& notes) {
  return all_bars(ui, classes, most, true, notes);
}

}  // namespace heed::studio
