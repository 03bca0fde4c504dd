#include "native/studio/panels/lab_maps.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "native/numbers.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"

namespace heed::studio {
namespace {

double mean(const std::vector<double>& values) {
  return values.empty()
             ? 0
             : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Entropy and distance of each row, beside its cells.
void beside_rows(Ui& ui, const session::Attended& a, const Seen& cells, int head) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts->small();
  const float line = (cells.max.y - cells.min.y) / static_cast<float>(a.T);
  const float x = cells.max.x + ui.px(8);
  draw.AddText(font, font->FontSize, {x, cells.min.y - font->FontSize - ui.px(2)}, ui.colours().ink_soft,
               a.distance.empty() ? "entropy" : "entropy  apart");
  const int every = std::max(1, static_cast<int>(std::ceil(font->FontSize / line)));
  for (int64_t t = 0; t < a.T; t += every) {
    const auto row = static_cast<size_t>(head * a.T + t);
    std::string words = decimal(a.entropy[row], 2);
    if (!a.distance.empty()) words += "        " + decimal(a.distance[static_cast<size_t>(t)], 2);
    const float y = cells.min.y + line * static_cast<float>(t) + (line - font->FontSize) / 2;
    draw.AddText(font, font->FontSize, {x, y}, ui.colours().ink, words.c_str());
  }
}

// Local attention: the window of each row, framed, with a line at its centre.
void window_marks(Ui& ui, const session::Attended& a, const Seen& cells) {
  if (!a.window || a.centres.empty()) return;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float cell_x = (cells.max.x - cells.min.x) / static_cast<float>(a.S);
  const float cell_y = (cells.max.y - cells.min.y) / static_cast<float>(a.T);
  const auto last = static_cast<double>(a.S - 1), reach = static_cast<double>(*a.window);
  for (int64_t t = 0; t < a.T; ++t) {
    const double centre = a.centres[static_cast<size_t>(t)];
    const double first = std::max(0.0, std::ceil(centre - reach)),
                 end = std::min(last, std::floor(centre + reach));
    if (first > end) continue;
    const float y = cells.min.y + cell_y * static_cast<float>(t);
    auto x = [&](double key) { return cells.min.x + cell_x * static_cast<float>(key); };
    draw.AddRect({x(first), y}, {x(end + 1) - 1, y + cell_y - 1}, ui.colours().hairline_strong);
    const float middle = x(std::clamp(centre, -0.5, last + 0.5) + 0.5);
    draw.AddLine({middle, y + 1}, {middle, y + cell_y - 2}, ui.colours().accent, ui.px(1.5f));
  }
}

void facts(Ui& ui, const session::Attended& a) {
  std::string words = "entropy " + decimal(mean(a.entropy), 2) + " of " +
                      decimal(std::log(static_cast<double>(a.S)), 2) + " nats";
  if (!a.distance.empty()) words += "; output " + decimal(mean(a.distance), 2) + " from that of " + a.soft;
  soft(ui, words);
}

// The map of one head, with what belongs to its rows.
void map_of(Ui& ui, Attending& lab, const std::string& mechanism, const session::Attended& a, float width) {
  const int head = static_cast<int>(std::clamp<int64_t>(lab.head, 0, a.H - 1));
  const std::string label = "Map of " + mechanism;
  heat_map(ui, label, heat_of(a, head, true), {width - ui.px(100), ui.px(230)}, &lab.pointing);
  if (ImGui::IsItemClicked() && lab.pointing.pin) {
    lab.chosen = mechanism;
    lab.row = lab.pointing.pin->query;
  }
  if (const auto cells = ui.seen.find(label); cells != ui.seen.end()) {
    window_marks(ui, a, cells->second);
    beside_rows(ui, a, cells->second, head);
  }
  facts(ui, a);
  if (a.H > 1) soft(ui, "head " + std::to_string(head) + " of " + std::to_string(a.H));
}

void title_of(Ui& ui, Attending& lab, const session::MechanismEntry& entry) {
  if (tab(ui, entry.name, lab.chosen == entry.name)) lab.chosen = entry.name;
  tip("Go through it step by step");
  if (!entry.traits.sampled) return;
  session::AttendOptions& options = lab.question.options;
  ImGui::SameLine();
  if (button(ui, "Draw again")) ++options.draw;
  tip("Draw " + std::to_string(options.draw) + " of seed " + std::to_string(options.seed));
}

void draw_mechanism(Ui& ui, Attending& lab, const AttendAnswer& answer, ImVec2 size) {
  const session::MechanismEntry& entry = session::mechanism_named(answer.mechanism);
  ImGui::BeginChild(("mechanism " + answer.mechanism).c_str(), size);
  title_of(ui, lab, entry);
  soft(ui, entry.formula);
  problem(ui, answer.problem);
  if (answer.attended) map_of(ui, lab, answer.mechanism, *answer.attended, size.x);
  soft(ui, entry.explanation);
  ImGui::EndChild();
}

}  // namespace

void draw_lab_maps(Ui& ui, Attending& lab) {
  const float room = ImGui::GetContentRegionAvail().x;
  const int columns = std::clamp(static_cast<int>(room / ui.px(330)), 1, 4);
  const float gap = ui.px(16),
              width = (room - gap * static_cast<float>(columns)) / static_cast<float>(columns);
  int place = 0;
  for (const AttendAnswer& answer : lab.answers()) {
    if (place++ % columns != 0) ImGui::SameLine(0, gap);
    draw_mechanism(ui, lab, answer, {width, ui.px(392)});
  }
  if (lab.answers().empty()) soft(ui, "The maps appear here once the word vectors are there.");
}

}  // namespace heed::studio
