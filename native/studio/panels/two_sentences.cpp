#include "native/studio/panels/two_sentences.h"

#include <algorithm>

#include "native/numbers.h"
#include "native/studio/ui/text_input.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"
#include "native/studio/views/number_table.h"

namespace heed::studio {
namespace {

const session::MechanismEntry& entry_of(const std::string& mechanism) {
  const session::MechanismEntry* first = session::mechanisms().front();
  for (const session::MechanismEntry* entry : session::mechanisms())
    if (mechanism == entry->name) return *entry;
  return *first;
}

bool listens(const session::MechanismEntry& entry, const std::string& setting) {
  return std::find(entry.settings.begin(), entry.settings.end(), setting) != entry.settings.end();
}

void choose_mechanism(Ui& ui, AttendQuestion& question) {
  std::vector<std::string> names;
  for (const session::MechanismEntry* entry : session::mechanisms()) names.push_back(entry->name);
  std::string& mechanism = question.mechanisms.front();
  auto chosen = static_cast<size_t>(std::find(names.begin(), names.end(), mechanism) - names.begin());
  if (choose(ui, "Mechanism", names, &chosen)) mechanism = names[chosen];
  const session::MechanismEntry& entry = entry_of(mechanism);
  ui.fonts->need(entry.formula);
  text(ui, entry.formula);
  for (const char* words : {entry.explanation, entry.cost}) {
    ui.fonts->need(words);
    soft(ui, words);
  }
  if (listens(entry, "width")) whole_number(ui, "Width", &question.options.width, 1, 1024);
  if (listens(entry, "heads")) whole_number(ui, "Heads", &question.options.heads, 1, 16);
  auto seed = static_cast<int64_t>(question.options.seed);
  if (whole_number(ui, "Seed", &seed, 0, 4294967295)) question.options.seed = static_cast<uint64_t>(seed);
  check_box(ui, "Causal mask", &question.options.causal);
}

void texts(Ui& ui, AttendQuestion& question) {
  soft(ui,
       "Every word of the first looks at every word of the second. How strongly is computed from their "
       "vectors alone: nothing here was trained to do it.");
  for (const auto& [label, text] : {std::pair{"Query text", &question.query}, {"Key text", &question.key}}) {
    soft(ui, label);
    wrapped_input(ui, label, text, 4);
  }
}

void matrices(Ui& ui, const session::Attended& a, int head) {
  for (const session::NamedMatrix& m : a.matrices) {
    NumberTable table;
    table.rows = m.rows == "key" ? names_of(a.key_tokens) : names_of(a.query_tokens);
    table.rows.resize(static_cast<size_t>(m.R));
    if (m.columns == "key") table.columns = names_of(a.key_tokens);
    table.C = static_cast<int>(m.C);
    const auto first = m.values.begin() + std::min<int64_t>(head, m.H - 1) * m.R * m.C;
    table.values = {first, first + m.R * m.C};
    hairline(ui);
    ui.fonts->need(m.formula);
    text(ui, m.formula);
    number_table(ui, "matrix " + m.name, table);
  }
}

void strongest(Ui& ui, const Heat& heat, Pointing* pointing) {
  std::vector<size_t> order(heat.weights.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  const size_t count = std::min<size_t>(6, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                    [&](size_t a, size_t b) { return heat.weights[a] > heat.weights[b]; });
  title(ui, "Strongest pairs");
  for (size_t i = 0; i < count; ++i) {
    const size_t t = order[i] / heat.keys.size(), s = order[i] % heat.keys.size();
    const std::string words = heat.queries[t] + " → " + heat.keys[s] + "   " +
                              decimal(static_cast<double>(heat.weights[order[i]]), 3);
    const Cell cell{static_cast<int>(t), static_cast<int>(s)};
    if (line(ui, "strong" + std::to_string(i), words, pointing->shown() == cell)) pointing->pin = cell;
    if (ImGui::IsItemHovered()) pointing->hover = cell;
  }
}

// The one that is chosen, where there are several.
int head_of(Ui& ui, Attending& section, int64_t H) {
  auto chosen = static_cast<size_t>(std::clamp<int64_t>(section.head, 0, H - 1));
  if (H > 1) {
    std::vector<std::string> heads;
    for (int64_t h = 0; h < H; ++h) heads.push_back(std::to_string(h));
    if (choose(ui, "Head", heads, &chosen)) section.head = static_cast<int>(chosen);
  }
  return static_cast<int>(chosen);
}

void shown(Ui& ui, Attending& section) {
  if (section.answers().empty()) {
    soft(ui, "The first weights appear here once the word vectors are there.");
    return;
  }
  const AttendAnswer& answer = section.answers().front();
  problem(ui, answer.problem);
  if (!answer.attended) return;
  const session::Attended& a = *answer.attended;
  const int head = head_of(ui, section, a.H);
  Heat heat = heat_of(a, head, false);
  heat.numbers = true;
  const float width = ImGui::GetContentRegionAvail().x;
  heat_map(ui, "Two sentences map", heat, {width, std::min(width * 0.8f, ui.px(460))}, &section.pointing);
  legend(ui, heat.full, "rows: query, columns: key; full colour is the largest weight");
  strongest(ui, heat, &section.pointing);
  matrices(ui, a, head);
}

}  // namespace

void draw_two_sentences(Ui& ui, Attending& section, WordVectorsPanel& vectors) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float left = std::clamp(room.x * 0.32f, ui.px(220), ui.px(420));
  ImGui::BeginChild("two texts", {left, room.y});
  title(ui, "Two sentences");
  texts(ui, section.question);
  hairline(ui);
  choose_mechanism(ui, section.question);
  hairline(ui);
  vectors.draw(ui, section);
  ImGui::EndChild();
  ImGui::SameLine(0, ui.px(20));
  ImGui::BeginChild("two map", {0, room.y});
  shown(ui, section);
  ImGui::EndChild();
}

}  // namespace heed::studio
