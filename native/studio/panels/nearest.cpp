#include "native/studio/panels/nearest.h"

#include <filesystem>

#include "native/numbers.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"

namespace heed::studio {
namespace {

// The data to search, or the reason why there is none, and the buttons that read it.
void orders_to_read(Ui& ui, Nearest& nearest, const Explorer& explorer, const DataTable& table) {
  if (nearest.reading()) {
    ImGui::ProgressBar(static_cast<float>(nearest.share()), {-1, ui.px(6)}, "");
    soft(ui, "reading what it was trained on: " + decimal(100 * nearest.share(), 0) + " %");
    if (button(ui, "Cancel##Cancel nearest")) nearest.cancel();
    return;
  }
  problem(ui, nearest.problem);
  const bool saved = !explorer.folder().empty();
  if (button(ui, "Find them##Find nearest", saved)) nearest.read();
  tip(saved ? "Reads the model's training data, as its run or card names it"
            : "Train and save the model first");
  if (table.empty()) return;
  ImGui::SameLine();
  const std::string file = std::filesystem::path(table.path()).filename().string();
  if (button(ui, "In " + file + "##Find nearest in the file")) nearest.read(table.rows());
  tip("Among the rows of the data file instead");
}

}  // namespace

void draw_nearest(Ui& ui, Nearest& nearest, Explorer& explorer, const DataTable& table) {
  if (!explorer.model() || explorer.finds() != session::Finds::kClass) return;
  hairline(ui);
  title(ui, "Nearest training sentences");
  tip("Training sentences whose vectors at the last layer are closest to this sentence's (Papernot & "
      "McDaniel 2018)");
  if (!nearest.ready()) return orders_to_read(ui, nearest, explorer, table);
  if (!ImGui::BeginTable("nearest", 3)) return;
  ImGui::TableSetupColumn("distance", ImGuiTableColumnFlags_WidthFixed, ui.px(44));
  ImGui::TableSetupColumn("label", ImGuiTableColumnFlags_WidthFixed, ui.px(78));
  ImGui::TableSetupColumn("text", ImGuiTableColumnFlags_WidthStretch);
  const std::vector<NearRow> rows = nearest.near();  // a click asks anew
  for (size_t i = 0; i < rows.size(); ++i) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(decimal(rows[i].distance, 3).c_str());
    ImGui::TableNextColumn();
    ui.fonts->need(rows[i].label);
    ImGui::TextUnformatted(rows[i].label.c_str());
    ImGui::TableNextColumn();
    const std::string name = "near " + std::to_string(i + 1);
    if (line(ui, name, on_a_line(rows[i].text, 300), rows[i].text == explorer.sentence()))
      explorer.write(rows[i].text);
    ui.mark(name);
    tip(rows[i].text);
  }
  ImGui::EndTable();
  soft(ui, "of " + with_separators(static_cast<int64_t>(nearest.rows())) +
               " rows. The distance of what its last layer reads: 0 is the same, 1 as far as rows usually "
               "are from the middle of all. A click makes one the sentence.");
  ui.mark("Nearest rows");
}

}  // namespace heed::studio
