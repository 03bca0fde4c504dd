// The rows of a data file: browse, filter, sort by what a model finds odd, mend, and save under another name.
#include <algorithm>
#include <cmath>

#include "native/studio/path_box.h"
#include "native/studio/studio.h"

namespace heed::studio {
namespace {

void sources(Studio& studio) {
  Ui& ui = studio.ui;
  DataTable& data = studio.data;
  if (path_box(ui, "Data file##Data to browse", &studio.data_path, "drop a file here, or write where it is"))
    studio.open_data(studio.data_path, "", {});
  if (data.loading) soft(ui, "reading …");
  problem(ui, data.problem);
  for (const std::string& words : data.data().problems) problem(ui, words);
}

// Label names with a first entry for all.
std::vector<std::string> labels_or_any(const session::Labelled& data) {
  std::vector<std::string> names{"any class"};
  names.insert(names.end(), data.labels.begin(), data.labels.end());
  return names;
}

void filters(Studio& studio) {
  Ui& ui = studio.ui;
  DataTable& data = studio.data;
  ImGui::Columns(4, "filters", false);
  bool changed = input(ui, "Filter", &data.filter.words, "part of a text");
  ImGui::NextColumn();
  const int place = data.filter.label + 1;
  auto label = static_cast<size_t>(place);
  changed = choose(ui, "Class", labels_or_any(data.data()), &label) || changed;
  data.filter.label = static_cast<int>(label) - 1;
  ImGui::NextColumn();
  size_t order = static_cast<size_t>(data.filter.order);
  changed = choose(ui, "Order", {"as in the file", "largest loss first", "least confident first"}, &order) ||
            changed;
  data.filter.order = static_cast<Order>(order);
  ImGui::NextColumn();
  soft(ui, studio.model_folder.empty() ? "Open a model to judge the rows" : "by " + studio.explorer.title());
  const std::string words =
      data.scoring ? "Judging " + decimal(100 * data.scored, 0) + " %" : "Judge the rows";
  if (button(ui, words + "##judge", !data.scoring && !studio.model_folder.empty()))
    data.score(studio.model_folder);
  tip("Finds rows that may have the wrong label: the model's loss and confidence for each of them");
  ImGui::Columns(1);
  if (changed) data.select();
}

void row(Studio& studio, int index) {
  Ui& ui = studio.ui;
  DataTable& data = studio.data;
  const auto i = static_cast<size_t>(index);
  const session::LabelledRow& entry = data.data().rows[i];
  ImGui::TableNextRow();
  ImGui::PushID(index);
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%d", index + 1);
  ImGui::TableNextColumn();
  std::string text = entry.text.substr(0, 400);
  std::replace(text.begin(), text.end(), '\n', ' ');  // a row is one line
  const bool changed = data.changed.count(index) > 0;
  if (changed) ImGui::PushStyleColor(ImGuiCol_Text, ui.colours().accent);
  if (line(ui, "text" + std::to_string(index), text, false)) studio.explorer.write(entry.text);
  if (changed) ImGui::PopStyleColor();
  tip(entry.text);
  ImGui::TableNextColumn();
  ImGui::SetNextItemWidth(-1);
  const std::string& label = data.data().labels[static_cast<size_t>(entry.label)];
  if (ImGui::BeginCombo("##label", label.c_str())) {
    for (size_t c = 0; c < data.data().labels.size(); ++c) {
      if (line(ui, std::to_string(c), data.data().labels[c], false)) data.relabel(index, static_cast<int>(c));
      ui.mark("label " + data.data().labels[c]);
    }
    ImGui::EndCombo();
  }
  ui.mark("label of row " + std::to_string(index + 1));
  if (i < data.scores().size()) {
    const session::RowScore& score = data.scores()[i];
    const auto& labels = data.data().labels;
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(decimal(score.loss, 3).c_str());
    ImGui::TableNextColumn();
    const std::string name =
        score.predicted >= 0 ? labels[static_cast<size_t>(score.predicted)] : "another class";
    ImGui::TextUnformatted((decimal(score.confidence, 3) + "  " + name).c_str());
  }
  ImGui::PopID();
}

// Only the rows in sight are drawn: their number does not matter.
void table(Studio& studio, float height) {
  DataTable& data = studio.data;
  Ui& ui = studio.ui;
  if (!ImGui::BeginTable("rows", 5, ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerH, {0, height}))
    return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn("row", ImGuiTableColumnFlags_WidthFixed, ui.px(64));
  ImGui::TableSetupColumn("text", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("label", ImGuiTableColumnFlags_WidthFixed, ui.px(150));
  ImGui::TableSetupColumn("loss", ImGuiTableColumnFlags_WidthFixed, ui.px(64));
  ImGui::TableSetupColumn("the model says", ImGuiTableColumnFlags_WidthFixed, ui.px(170));
  ImGui::TableHeadersRow();
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(data.shown().size()));
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
      row(studio, data.shown()[static_cast<size_t>(i)]);
  if (studio.data_to_end) ImGui::SetScrollY(1e9f);  // as far as it goes, with the row that is new
  studio.data_to_end = false;
  ImGui::EndTable();
  ui.mark("Rows");
}

void additions(Studio& studio) {
  Ui& ui = studio.ui;
  DataTable& data = studio.data;
  ImGui::Columns(3, "additions", false);
  input(ui, "New sentence", &studio.new_sentence, "a sentence to add");
  ImGui::NextColumn();
  size_t label = static_cast<size_t>(studio.new_label);
  choose(ui, "Its class", data.data().labels, &label);
  studio.new_label = static_cast<int>(label);
  ImGui::NextColumn();
  soft(ui, " ");
  const bool has_words = studio.new_sentence.find_first_not_of(" \t") != std::string::npos;
  if (button(ui, "Add", has_words && label < data.data().labels.size())) {
    data.add(std::exchange(studio.new_sentence, ""), studio.new_label);
    studio.data_to_end = true;
  }
  ImGui::Columns(1);
}

void saving(Studio& studio) {
  Ui& ui = studio.ui;
  DataTable& data = studio.data;
  if (path_box(ui, "Save to##Save rows to", &studio.edit_path, "a new .csv, .tsv or .jsonl file"))
    data.save(expand_home(studio.edit_path), false);
  if (button(ui, "Save the rows", !data.saving)) data.save(expand_home(studio.edit_path), false);
  ImGui::SameLine();
  soft(ui, data.changed.empty() ? "nothing was changed"
                                : std::to_string(data.changed.size()) + " rows were changed or added");
  if (!data.asks_to_replace.empty()) {
    problem(ui, data.asks_to_replace + " is there already.");
    if (button(ui, "Write over it")) data.save(std::string(data.asks_to_replace), true);
    ImGui::SameLine();
    if (button(ui, "Leave it")) data.asks_to_replace.clear();
  }
  if (!data.note.empty()) {
    soft(ui, data.note);
    ui.mark("saved");
  }
}

}  // namespace

void draw_data(Studio& studio) {
  Ui& ui = studio.ui;
  title(ui, "Data");
  sources(studio);
  if (studio.data.empty()) {
    soft(ui,
         "CSV, TSV, JSON Lines, a folder with a file per class, and the published forms that `heed train` "
         "knows.");
    return;
  }
  filters(studio);
  soft(ui, with_separators(static_cast<int64_t>(studio.data.shown().size())) + " of " +
               with_separators(static_cast<int64_t>(studio.data.data().rows.size())) + " rows");
  ui.mark("Row count");
  const float below = ui.px(studio.data.asks_to_replace.empty() ? 190 : 250);
  table(studio, std::max(ui.px(120), ImGui::GetContentRegionAvail().y - below));
  additions(studio);
  saving(studio);
}

}  // namespace heed::studio
