#include "native/studio/panels/data_source.h"

#include <algorithm>
#include <utility>

#include "engine/session/training/training.h"
#include "native/numbers.h"
#include "native/studio/panels/fetch.h"
#include "native/studio/panels/file_look.h"
#include "native/studio/ui/path_box.h"
#include "native/studio/ui/text_input.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"

namespace heed::studio {
namespace {

// "csv, tsv, …" as a list, with a first entry for the usual case.
std::vector<std::string> formats() {
  std::vector<std::string> names{"as its name says"};
  std::string name;
  for (char c : session::data_formats() + ",") {
    if (c == ',')
      names.push_back(std::exchange(name, ""));
    else if (c != ' ')
      name += c;
  }
  return names;
}

// Which columns are read; another choice reads the file again.
void columns(Ui& ui, DataFile& file) {
  const std::vector<std::string> names = file.columns();
  if (names.size() < 2) return;
  for (const auto& [label, column] :
       {std::pair{"Text column", &file.text_column}, std::pair{"Label column", &file.label_column}}) {
    auto chosen = static_cast<size_t>(std::find(names.begin(), names.end(), *column) - names.begin());
    if (!choose(ui, label, names, &chosen)) continue;
    *column = names[chosen];
    file.read_columns();
  }
}

// A class as the file has it, its rows, and what it is to be called.
void class_row(Ui& ui, FileClass& one) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  ui.fonts->need(one.name);
  ImGui::TextUnformatted(one.name.c_str());
  tip(one.name);
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  soft(ui, with_separators(one.rows));
  ImGui::TableNextColumn();
  input(ui, "##class " + one.name, &one.becomes, "left out");
}

// Renamed, merged and left out by what is written beside them.
void classes(Ui& ui, DataFile& file, const session::Labelled& data) {
  soft(ui, with_separators(static_cast<int64_t>(data.rows.size())) + " rows, " +
               std::to_string(data.labels.size()) + " classes");
  constexpr size_t kFew = 6, kMost = 100;
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID all = ImGui::GetID("all classes");
  const size_t count = std::min(file.classes.size(), storage.GetBool(all, false) ? kMost : kFew);
  if (ImGui::BeginTable("classes", 3)) {
    ImGui::TableSetupColumn("class", ImGuiTableColumnFlags_WidthStretch, 1);
    ImGui::TableSetupColumn("rows", ImGuiTableColumnFlags_WidthFixed, ui.px(52));
    ImGui::TableSetupColumn("called", ImGuiTableColumnFlags_WidthStretch, 1.1f);
    for (size_t c = 0; c < count; ++c) class_row(ui, file.classes[c]);
    ImGui::EndTable();
  }
  if (file.classes.size() > count) {
    soft(ui, "and " + std::to_string(file.classes.size() - count) + " more");
    if (count == kFew && quiet_button(ui, "Show them")) storage.SetBool(all, true);
  }
  if (!file.classes_wait())
    return soft(ui, "Give two classes one name to merge them; delete a name to leave a class out.");
  if (button(ui, "Apply these classes", true, true)) file.rename_classes();
}

void first_rows(Ui& ui, const session::Labelled& data) {
  for (size_t i = 0; i < data.rows.size() && i < 3; ++i) {
    const session::LabelledRow& row = data.rows[i];
    soft(ui, data.labels[static_cast<size_t>(row.label)] + ": " + on_a_line(row.text, 90));
  }
}

void choose_format(Ui& ui, DataFile& file) {
  static const std::vector<std::string> kFormats = formats();
  size_t chosen = 0;
  for (size_t i = 1; i < kFormats.size(); ++i)
    if (kFormats[i] == file.format) chosen = i;
  if (!file.path.empty() && choose(ui, "Format", kFormats, &chosen))
    file.open_as(chosen == 0 ? "" : kFormats[chosen]);
}

}  // namespace

void draw_unsaved(Ui& ui, DataFile& file, const DataTable& table) {
  if (!file.waiting()) return;
  problem(ui, std::to_string(table.changed.size()) + (table.changed.size() == 1 ? " row was" : " rows were") +
                  " changed and not saved.");
  if (button(ui, "Discard the changes")) file.give_changes_up();
  ImGui::SameLine();
  if (button(ui, "Keep them")) file.keep_changes();
}

bool draw_data_source(Ui& ui, DataFile& file, const DataTable& table, Form& form, Fetching& fetching) {
  hairline(ui);
  title(ui, "Data");
  const bool own = !form.data().empty();
  if (!own) soft(ui, "The recipe's own data. Drop a file here, choose one, or type its path.");
  if (!own) draw_fetch(ui, fetching, form);
  if (path_box(ui, "Data file##Data file", &file.path, "a file or a folder")) {
    if (file.path.empty())
      form.use_recipe_data();
    else
      file.open(file.path);
  }
  if (own && quiet_button(ui, "Use the recipe's data")) {
    form.use_recipe_data();
    file.path.clear();  // nothing else is trained on than what is written here
  }
  draw_unsaved(ui, file, table);
  choose_format(ui, file);
  if (table.loading) soft(ui, "reading …");
  problem(ui, table.problem);
  if (!file.is_read() && !table.loading && table.problem.empty())
    soft(ui, file.classes_wait() ? "You changed class names. Apply them before you train."
                                 : "This file has not been read yet. Press Enter to read it, or clear the "
                                   "field to use the recipe's data.");
  const bool asked = !file.path.empty() && !table.loading && draw_file_summary(ui, file);
  if (own && !table.loading)
    for (const std::string& words : table.data().problems) problem(ui, words);
  const bool unread = !table.problem.empty() && !file.look().is_null();  // one may say how it is to be read
  if ((own && !table.empty()) || unread) columns(ui, file);
  if (!own || table.empty() || unread) return asked;
  classes(ui, file, table.data());
  if (form.holds_out_rows())
    soft(ui,
         "A tenth of the rows becomes the validation part and a tenth the test part, although the recipe "
         "holds none out (Split, below).");
  first_rows(ui, table.data());
  return asked;
}

}  // namespace heed::studio
