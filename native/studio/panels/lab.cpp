// The ways to attend that papers have proposed, side by side over the same vectors.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "native/studio/studio.h"

namespace heed::studio {
namespace {

bool real_slider(Ui& ui, const char* label, double* value, float least, float most) {
  soft(ui, label);
  auto number = static_cast<float>(*value);
  ImGui::SetNextItemWidth(-1);
  const bool changed = ImGui::SliderFloat((std::string("##") + label).c_str(), &number, least, most, "%.2f",
                                          ImGuiSliderFlags_AlwaysClamp);
  ui.mark(label);
  if (changed) *value = static_cast<double>(number);
  return changed;
}

void settings(Studio& studio) {
  Ui& ui = studio.ui;
  AttendQuestion& question = studio.lab.question;
  session::AttendOptions& options = question.options;
  check_box(ui, "Random tensors", &question.tensors);
  tip("torch.manual_seed(42), q, k, v = randn(1, 3, 4): a published lesson prints the weights of scaled "
      "dot-product attention over them.");
  bool pair = question.query != question.key;
  if (!question.tensors) {
    if (check_box(ui, "A pair of texts", &pair))
      question.key = pair ? session::example_pair().key : question.query;
    soft(ui, pair ? "Query text" : "Query and key text");
    if (wrapped_input(ui, "Lab text", &question.query, 4) && !pair) question.key = question.query;
    if (pair) {
      soft(ui, "Key text");
      wrapped_input(ui, "Lab key text", &question.key, 4);
    }
  }
  real_slider(ui, "Temperature", &options.temperature, 0.05f, 5);
  whole_number(ui, "Window", &options.window, 1, 20);
  whole_number(ui, "Hidden width", &options.width, 1, 256);
  whole_number(ui, "Heads", &options.heads, 1, 16);
  auto seed = static_cast<int64_t>(options.seed);
  if (whole_number(ui, "Seed", &seed, 0, 4294967295)) options.seed = static_cast<uint64_t>(seed);
  check_box(ui, "Causal mask", &options.causal);
}

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

void draw_card(Studio& studio, const AttendAnswer& answer, float width, float height) {
  Ui& ui = studio.ui;
  Attending& lab = studio.lab;
  const session::MechanismEntry& entry = session::mechanism_named(answer.mechanism);
  ImGui::BeginChild(("card " + answer.mechanism).c_str(), {width, height});
  if (tab(ui, answer.mechanism, lab.chosen == answer.mechanism)) lab.chosen = answer.mechanism;
  tip("Go through it step by step");
  if (entry.traits.sampled) {
    ImGui::SameLine();
    if (button(ui, "Draw again")) ++lab.question.options.draw;
    tip("Draw " + std::to_string(lab.question.options.draw) + " of seed " +
        std::to_string(lab.question.options.seed));
  }
  ui.fonts->need(entry.formula);
  soft(ui, entry.formula);
  problem(ui, answer.problem);
  if (answer.attended) {
    const session::Attended& a = *answer.attended;
    const int head = static_cast<int>(std::clamp<int64_t>(lab.head, 0, a.H - 1));
    const std::string label = "Map of " + answer.mechanism;
    const Heat heat = heat_of(a, head, true);
    heat_map(ui, label, heat, {width - ui.px(100), ui.px(230)}, &lab.pointing);
    if (ImGui::IsItemClicked() && lab.pointing.pin) {
      lab.chosen = answer.mechanism;
      lab.row = lab.pointing.pin->query;
    }
    if (const auto cells = ui.seen.find(label); cells != ui.seen.end()) {
      window_marks(ui, a, cells->second);
      beside_rows(ui, a, cells->second, head);
    }
    facts(ui, a);
    if (a.H > 1) soft(ui, "head " + std::to_string(head + 1) + " of " + std::to_string(a.H));
  }
  ui.fonts->need(entry.explanation);
  soft(ui, entry.explanation);
  ImGui::EndChild();
}

void cards(Studio& studio) {
  Ui& ui = studio.ui;
  const float room = ImGui::GetContentRegionAvail().x;
  const int columns = std::clamp(static_cast<int>(room / ui.px(330)), 1, 4);
  const float gap = ui.px(16),
              width = (room - gap * static_cast<float>(columns)) / static_cast<float>(columns);
  int place = 0;
  for (const AttendAnswer& answer : studio.lab.answers()) {
    if (place++ % columns != 0) ImGui::SameLine(0, gap);
    draw_card(studio, answer, width, ui.px(392));
  }
  if (studio.lab.answers().empty()) soft(ui, "The maps appear here once the word vectors are there.");
}

}  // namespace

void draw_lab(Studio& studio) {
  Ui& ui = studio.ui;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float left = std::clamp(room.x * 0.24f, ui.px(200), ui.px(320));
  ImGui::BeginChild("lab settings", {left, room.y});
  title(ui, "Lab");
  soft(ui, "Nothing is trained here: what a mechanism learns elsewhere is drawn at random from the seed.");
  settings(studio);
  hairline(ui);
  draw_word_vectors(studio, studio.lab);
  ImGui::EndChild();
  ImGui::SameLine(0, ui.px(20));
  ImGui::BeginChild("lab maps", {0, room.y});
  cards(studio);
  draw_lab_steps(studio);
  ImGui::EndChild();
}

}  // namespace heed::studio
