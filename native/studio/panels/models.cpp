#include "native/studio/panels/models.h"

#include "native/numbers.h"
#include "native/studio/paths.h"
#include "native/studio/ui/path_box.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"

namespace heed::studio {

void ModelsPanel::open(Ui& ui) {
  title(ui, "Open a model");
  soft(ui,
       "A folder with config.json, tokenizer.json and model.safetensors. It can be dropped on the window, "
       "too.");
  if (path_box(ui, "##Model folder", &open_path_, "a model folder", PathFor::kFolder))
    files_.open(expand_home(open_path_));
  if (button(ui, "Open", !open_path_.empty())) files_.open(expand_home(open_path_));
}

void ModelsPanel::about(Ui& ui) const {
  if (!explorer_.model()) return;
  const session::ModelInfo info = explorer_.model()->info();
  title(ui, explorer_.title());
  std::string classes;
  for (const std::string& label : info.classes) classes += (classes.empty() ? "" : ", ") + label;
  const std::pair<const char*, std::string> lines[] = {
      {"folder", explorer_.folder().empty() ? "not saved yet: it is still trained" : explorer_.folder()},
      {"architecture", info.architecture},
      {"parameters", with_separators(info.parameters)},
      {"layers, heads", std::to_string(info.layers) + ", " + std::to_string(info.heads)},
      {"vocabulary", with_separators(info.vocabulary)},
      {"classes", classes},
      {"weights on disk", info.bytes > 0 ? with_separators(info.bytes) + " bytes" : "–"}};
  if (!ImGui::BeginTable("about", 2)) return;
  ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, ui.px(130));
  ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch);
  for (const auto& [name, value] : lines) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    soft(ui, name);
    ImGui::TableNextColumn();
    text(ui, value);
  }
  ImGui::EndTable();
}

void ModelsPanel::save(Ui& ui) {
  const bool saved = !explorer_.folder().empty();
  title(ui, "Save it");
  soft(ui, "If saving fails, the folder stays as it was.");
  path_box(ui, "##Save model to", &save_path_, "a new folder", PathFor::kSaving);
  if (button(ui, "Save", saved && !save_path_.empty())) files_.save(expand_home(save_path_));
  hairline(ui);
  title(ui, "Export for the page");
  soft(ui,
       "The same model with its matrices as int8, about a quarter of the size. Open the folder on the page.");
  path_box(ui, "##Export model to", &export_path_, "a new folder", PathFor::kSaving);
  if (button(ui, "Export", saved && !export_path_.empty())) files_.export_for_page(expand_home(export_path_));
}

void ModelsPanel::recent(Ui& ui) {
  if (settings_.recent_models.empty()) return;
  hairline(ui);
  title(ui, "Recent");
  for (const std::string& folder : std::vector(settings_.recent_models)) {
    if (line(ui, folder, folder, folder == explorer_.folder())) files_.open(folder);
    ui.mark("recent " + folder);
  }
}

void ModelsPanel::draw(Ui& ui) {
  open(ui);
  hairline(ui);
  about(ui);
  hairline(ui);
  save(ui);
  recent(ui);
}

}  // namespace heed::studio
