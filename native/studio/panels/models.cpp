// Model folders: open one, keep the one that was trained, make a small one for the page.
#include "native/studio/path_box.h"
#include "native/studio/studio.h"

namespace heed::studio {
namespace {

void about(Studio& studio) {
  Ui& ui = studio.ui;
  if (!studio.explorer.model()) return;
  const session::ModelInfo info = studio.explorer.model()->info();
  title(ui, studio.explorer.title());
  std::string classes;
  for (const std::string& label : info.classes) classes += (classes.empty() ? "" : ", ") + label;
  const std::pair<const char*, std::string> lines[] = {
      {"folder", studio.model_folder.empty() ? "not saved yet: it is still trained" : studio.model_folder},
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

void recent(Studio& studio) {
  Ui& ui = studio.ui;
  if (studio.settings.recent_models.empty()) return;
  hairline(ui);
  title(ui, "Recent");
  for (const std::string& folder : std::vector(studio.settings.recent_models)) {
    if (line(ui, folder, folder, folder == studio.model_folder)) studio.open_model(folder);
    ui.mark("recent " + folder);
  }
}

}  // namespace

void draw_models(Studio& studio) {
  Ui& ui = studio.ui;
  title(ui, "Open a model");
  soft(ui,
       "A folder with config.json, tokenizer.json and model.safetensors. It can be dropped on the window, "
       "too.");
  if (path_box(ui, "##Model folder", &studio.model_path, "a model folder"))
    studio.open_model(expand_home(studio.model_path));
  if (button(ui, "Open", !studio.model_path.empty())) studio.open_model(expand_home(studio.model_path));
  hairline(ui);
  about(studio);
  const bool saved = !studio.model_folder.empty();
  hairline(ui);
  title(ui, "Save it");
  soft(ui, "All of the folder or none of it: what is there stays when something goes wrong.");
  path_box(ui, "##Save model to", &studio.save_path, "a new folder");
  if (button(ui, "Save", saved && !studio.save_path.empty()))
    studio.save_model(expand_home(studio.save_path), false);
  hairline(ui);
  title(ui, "Export for the page");
  soft(ui,
       "The same model with its matrices as int8, about a quarter of the size. Open the folder on the page.");
  path_box(ui, "##Export model to", &studio.export_path, "a new folder");
  if (button(ui, "Export", saved && !studio.export_path.empty()))
    studio.save_model(expand_home(studio.export_path), true);
  recent(studio);
}

}  // namespace heed::studio
