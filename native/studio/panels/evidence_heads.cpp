// What each head looks at and what it is worth: a table that a click on a column sorts.
#include <algorithm>

#include "native/numbers.h"
#include "native/studio/panels/evidence.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"

namespace heed::studio {
namespace {

using nlohmann::json;

struct Column {
  const char *name, *meaning;
  double (*of)(const json& head, double accuracy);
};
double place_of(const json& head, double) {
  return 1000 * head["layer"].get<double>() + head["head"].get<double>();
}
const Column kColumns[] = {
    {"head", "Layer and head.", place_of},
    {"looks at", "The strongest deviation from even attention.", place_of},
    {"evenness", "Entropy of a row divided by that of an even row; 1 means even attention.",
     [](const json& head, double) { return head["evenness"].get<double>(); }},
    {"supports the label", "The share of the head's effect that counts for the right class.",
     [](const json& head, double) { return head["supports"].get<double>(); }},
    {"accuracy without it", "Accuracy with this head turned off.",
     [](const json& head, double) { return head["accuracy_without"].get<double>(); }},
    {"lost", "Points of accuracy.",
     [](const json& head, double accuracy) { return accuracy - head["accuracy_without"].get<double>(); }}};

std::string name_of(const json& head) {
  return std::to_string(head["layer"].get<int>()) + "." + std::to_string(head["head"].get<int>());
}

std::vector<const json*> in_order(const ModelFigures& figures) {
  const json& measured = figures.measured();
  const double accuracy = measured["accuracy"];
  std::vector<const json*> heads;
  for (const json& head : measured["heads"]) heads.push_back(&head);
  const bool by_name = figures.sorted_by == 1;
  auto before = [&](const json* a, const json* b) {
    if (by_name) return (*a)["role"].get<std::string>() < (*b)["role"].get<std::string>();
    return kColumns[figures.sorted_by].of(*a, accuracy) < kColumns[figures.sorted_by].of(*b, accuracy);
  };
  std::stable_sort(heads.begin(), heads.end(), [&](const json* a, const json* b) {
    return figures.falling ? before(b, a) : before(a, b);
  });
  return heads;
}

void head_row(Ui& ui, ModelFigures& figures) {
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  for (size_t c = 0; c < std::size(kColumns); ++c) {
    ImGui::TableNextColumn();
    const bool sorted = figures.sorted_by == c;
    const std::string name = kColumns[c].name, arrow = !sorted ? "" : figures.falling ? " ↓" : " ↑";
    if (line(ui, "heads by " + name, name + arrow, false)) {
      figures.falling = sorted ? !figures.falling : c > 1;
      figures.sorted_by = c;
    }
    ui.mark("heads by " + name);
    tip(kColumns[c].meaning);
  }
}

// "previous 0.41 (even: 0.09)" in lines.
std::string looks(const json& head) {
  std::string all;
  for (const char* key : {"previous", "next", "self", "same_word", "separators", "first"})
    if (head["looks_at"].contains(key))
      all += (all.empty() ? "" : "\n") + std::string(key) + " " + decimal(head["looks_at"][key], 3) +
             " (even: " + decimal(head["even"].value(key, 0.0), 3) + ")";
  return all;
}

}  // namespace

void draw_heads(Ui& ui, ModelFigures& figures, Explorer& explorer, Section& section) {
  const json& measured = figures.measured();
  hairline(ui);
  title(ui, "Heads");
  soft(ui, "A click on a column sorts, on a head opens its map under Explore.");
  if (!ImGui::BeginTable("heads", static_cast<int>(std::size(kColumns)), ImGuiTableFlags_BordersInnerH))
    return;
  head_row(ui, figures);
  const double accuracy = measured["accuracy"];
  for (const json* head : in_order(figures)) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    if (line(ui, "head " + name_of(*head), name_of(*head), false)) {
      explorer.layer = (*head)["layer"];
      explorer.head = (*head)["head"];
      section = Section::kExplore;
    }
    ui.mark("head " + name_of(*head));
    ImGui::TableNextColumn();
    ImGui::TextUnformatted((*head)["role"].get<std::string>().c_str());
    tip(looks(*head));
    for (size_t c = 2; c < std::size(kColumns); ++c) {
      ImGui::TableNextColumn();
      const double value = kColumns[c].of(*head, accuracy);
      const bool lost = c + 1 == std::size(kColumns);
      ImGui::TextUnformatted((lost ? with_sign(-100 * value, 1) : decimal(value, 3)).c_str());
    }
  }
  ImGui::EndTable();
}

}  // namespace heed::studio
