// Where a run's rows come from: what the recipe names, or a file of one's own, with its columns, classes and
// problems.
#include "native/studio/path_box.h"
#include "native/studio/studio.h"

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

std::vector<std::string> column_settings(const Studio& studio) {
  const session::Labelled& data = studio.data.data();
  std::vector<std::string> set;
  if (studio.text_column != data.text_column) set.push_back("data.text_column=" + studio.text_column);
  if (studio.label_column != data.label_column) set.push_back("data.label_column=" + studio.label_column);
  return set;
}

// Which columns are read; another choice reads the file again.
void columns(Studio& studio) {
  const session::Labelled& data = studio.data.data();
  if (data.columns.size() < 2) return;
  for (const auto& [label, column] :
       {std::pair{"Text column", &studio.text_column}, std::pair{"Label column", &studio.label_column}}) {
    size_t chosen = data.columns.size();
    for (size_t i = 0; i < data.columns.size(); ++i)
      if (data.columns[i] == *column) chosen = i;
    if (!choose(studio.ui, label, data.columns, &chosen)) continue;
    *column = data.columns[chosen];
    studio.open_data(studio.data.path(), data.format, column_settings(studio));
  }
}

void counted_classes(Studio& studio) {
  Ui& ui = studio.ui;
  const session::Labelled& data = studio.data.data();
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

void preview(Studio& studio) {
  const session::Labelled& data = studio.data.data();
  for (size_t i = 0; i < data.rows.size() && i < 3; ++i) {
    const session::LabelledRow& row = data.rows[i];
    const std::string text = row.text.substr(0, 90);
    soft(studio.ui,
         data.labels[static_cast<size_t>(row.label)] + ": " + text + (row.text.size() > 90 ? " …" : ""));
  }
  for (const std::string& words : data.problems) problem(studio.ui, words);
}

}  // namespace

void draw_data_source(Studio& studio) {
  Ui& ui = studio.ui;
  hairline(ui);
  title(ui, "Data");
  const bool own = !studio.form.data().empty();
  if (!own) soft(ui, "What the recipe names. Drop a file here, or write where it is.");
  if (path_box(ui, "Data file##Data file", &studio.data_path, "a file or a folder"))
    studio.open_data(studio.data_path, "", {});
  static const std::vector<std::string> kFormats = formats();
  size_t format = 0;
  for (size_t i = 1; i < kFormats.size(); ++i)
    if (kFormats[i] == studio.data_format) format = i;
  if (!studio.data_path.empty() && choose(ui, "Format", kFormats, &format)) {
    studio.data_format = format == 0 ? "" : kFormats[format];
    studio.open_data(studio.data_path, studio.data_format, {});
  }
  if (studio.data.loading) soft(ui, "reading …");
  problem(ui, studio.data.problem);
  if (!own || studio.data.empty()) return;
  columns(studio);
  counted_classes(studio);
  preview(studio);
  if (quiet_button(ui, "Use the recipe's data")) studio.form.use_recipe_data();
}

}  // namespace heed::studio
