#include "native/studio/panels/data_source.h"

#include <utility>

#include "engine/session/training/training.h"
#include "native/numbers.h"
#include "native/studio/ui/path_box.h"
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
void columns(Ui& ui, DataFile& file, const session::Labelled& data) {
  if (data.columns.size() < 2) return;
  for (const auto& [label, column] :
       {std::pair{"Text column", &file.text_column}, std::pair{"Label column", &file.label_column}}) {
    size_t chosen = data.columns.size();
    for (size_t i = 0; i < data.columns.size(); ++i)
      if (data.columns[i] == *column) chosen = i;
    if (!choose(ui, label, data.columns, &chosen)) continue;
    *column = data.columns[chosen];
    file.read_columns();
  }
}

void counted_classes(Ui& ui, const session::Labelled& data) {
  const std::vector<int64_t> counts = data.class_counts();
  soft(ui, with_separators(static_cast<int64_t>(data.rows.size())) + " rows, " +
               std::to_string(counts.size()) + " classes");
  constexpr size_t kShown = 6;
  for (size_t c = 0; c < counts.size() && c < kShown; ++c) {
    ui.fonts->need(data.labels[c]);
    const std::string number = with_separators(counts[c]);
    ImGui::TextUnformatted(data.labels[c].c_str());
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(number.c_str()).x);
    ImGui::TextUnformatted(number.c_str());
  }
  if (counts.size() > kShown) soft(ui, "and " + std::to_string(counts.size() - kShown) + " more");
}

void first_rows(Ui& ui, const session::Labelled& data) {
  for (size_t i = 0; i < data.rows.size() && i < 3; ++i) {
    const session::LabelledRow& row = data.rows[i];
    const std::string text = row.text.substr(0, 90);
    soft(ui, data.labels[static_cast<size_t>(row.label)] + ": " + text + (row.text.size() > 90 ? " …" : ""));
  }
  for (const std::string& words : data.problems) problem(ui, words);
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
  if (button(ui, "Give the changes up")) file.give_changes_up();
  ImGui::SameLine();
  if (button(ui, "Keep them")) file.keep_changes();
}

void draw_data_source(Ui& ui, DataFile& file, const DataTable& table, Form& form) {
  hairline(ui);
  title(ui, "Data");
  const bool own = !form.data().empty();
  if (!own) soft(ui, "What the recipe names. Drop a file here, or write where it is.");
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
    soft(ui, "This file has not been read yet: press Enter, or empty the line for the recipe's data.");
  if (!own || table.empty()) return;
  columns(ui, file, table.data());
  counted_classes(ui, table.data());
  first_rows(ui, table.data());
}

}  // namespace heed::studio
