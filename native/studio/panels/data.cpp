#include "native/studio/panels/data.h"

#include <algorithm>
#include <utility>

#include "native/numbers.h"
#include "native/studio/panels/data_source.h"
#include "native/studio/panels/file_look.h"
#include "native/studio/paths.h"
#include "native/studio/ui/path_box.h"
#include "native/studio/ui/saving.h"
#include "native/studio/ui/text_input.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"

namespace heed::studio {
namespace {

// Label names with a first entry for all.
std::vector<std::string> labels_or_any(const session::Labelled& data) {
  std::vector<std::string> names{"any class"};
  names.insert(names.end(), data.labels.begin(), data.labels.end());
  return names;
}

}  // namespace

void DataPanel::source(Ui& ui) {
  if (path_box(ui, "Data file##Data to browse", &file_.path, "drop a file here, or write where it is"))
    file_.open(file_.path);
  draw_unsaved(ui, file_, table_);
  if (table_.loading) soft(ui, "reading …");
  problem(ui, table_.problem);
  if (shown_ == Shown::kFile && !file_.look().is_null()) return;  // which says it in its own words
  for (const std::string& words : table_.data().problems) problem(ui, words);
}

void DataPanel::filters(Ui& ui) {
  Filter& filter = table_.filter;
  ImGui::Columns(4, "filters", false);
  bool changed = input(ui, "Filter", &filter.words, "part of a text");
  ImGui::NextColumn();
  const int place = filter.label + 1;
  auto label = static_cast<size_t>(place);
  changed = choose(ui, "Class", labels_or_any(table_.data()), &label) || changed;
  filter.label = static_cast<int>(label) - 1;
  ImGui::NextColumn();
  auto order = static_cast<size_t>(filter.order);
  changed = choose(ui, "Order", {"as in the file", "largest loss first", "least confident first"}, &order) ||
            changed;
  filter.order = static_cast<Order>(order);
  ImGui::NextColumn();
  judge(ui);
  ImGui::Columns(1);
  if (changed) table_.select();
}

void DataPanel::judge(Ui& ui) {
  const bool saved = !explorer_.folder().empty();
  soft(ui, saved ? "by " + explorer_.title() : "Open a model to judge the rows");
  const std::string words =
      table_.scoring ? "Judging " + decimal(100 * table_.scored, 0) + " %" : "Judge the rows";
  if (button(ui, words + "##judge", saved && !table_.scoring))
    table_.score(explorer_.folder(), explorer_.title());
  tip("Finds rows that may be mislabelled, by the model's loss and confidence");
  judge_by_folds(ui);
}

// Labels that may be wrong are best found by models that did not learn them.
void DataPanel::judge_by_folds(Ui& ui) {
  if (folds_.going()) {
    ImGui::ProgressBar(static_cast<float>(folds_.share()), {-1, ui.px(6)}, "");
    soft(ui, folds_.at() + (folds_.share() > 0 ? ", " + duration(folds_.seconds_left()) + " left" : ""));
    ImGui::SameLine();
    if (quiet_button(ui, "Cancel##Cancel folds")) folds_.cancel();
    return;
  }
  const bool saved = table_.changed.empty() && file_.is_read() && !form_.data().empty();
  ImGui::SameLine();
  if (button(ui, "By folds##By folds", saved)) folds_.begin(form_.options(runs_folder()));
  tip(saved ? "Trains " + form_.name() +
                  " five times, each time without a fifth of the rows, and scores that fifth. Rows that a "
                  "model is sure belong to another class may be mislabelled"
            : "Save the rows first: cross-validation reads the saved file");
}

void DataPanel::text_of(Ui& ui, int index) {
  const std::string whole = table_.data().rows[static_cast<size_t>(index)].text;
  const std::string text = on_a_line(whole, 400);
  const bool changed = table_.changed.count(index) > 0;
  if (changed) ImGui::PushStyleColor(ImGuiCol_Text, ui.colours().accent);
  if (line(ui, "text" + std::to_string(index), text, false)) explorer_.write(whole);
  if (changed) ImGui::PopStyleColor();
  tip(whole);
}

void DataPanel::label_of(Ui& ui, int index) {
  const std::vector<std::string>& labels = table_.data().labels;
  const int label = table_.data().rows[static_cast<size_t>(index)].label;
  ImGui::SetNextItemWidth(-1);
  if (ImGui::BeginCombo("##label", labels[static_cast<size_t>(label)].c_str())) {
    for (size_t c = 0; c < labels.size(); ++c) {
      if (line(ui, std::to_string(c), labels[c], false)) table_.relabel(index, static_cast<int>(c));
      ui.mark("label " + labels[c]);
    }
    ImGui::EndCombo();
  }
  const session::RowPlace& place = table_.data().rows[static_cast<size_t>(index)].place;
  ui.mark("label of row " +
          (place.number == 0 ? "new" : session::place_in_words(place, table_.data().files)));
}

// Loss, and what the model says, where it has judged the rows.
void DataPanel::score_of(size_t index) const {
  if (index >= table_.scores().size()) return;
  const session::RowScore& score = table_.scores()[index];
  const std::vector<std::string>& labels = table_.data().labels;
  ImGui::TableNextColumn();
  // The loss belongs to the label that the row had when it was judged.
  const bool stale = table_.is_relabelled(static_cast<int>(index));
  ImGui::TextUnformatted(stale ? "–" : decimal(score.loss, 3).c_str());
  ImGui::TableNextColumn();
  const std::string name =
      score.predicted >= 0 ? labels[static_cast<size_t>(score.predicted)] : "another class";
  ImGui::TextUnformatted((decimal(score.confidence, 3) + "  " + name).c_str());
}

void DataPanel::row(Ui& ui, int index) {
  ImGui::TableNextRow();
  ImGui::PushID(index);
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  const session::LabelledRow& given = table_.data().rows[static_cast<size_t>(index)];
  const std::string place =
      given.place.number == 0 ? "new" : session::place_in_words(given.place, table_.data().files);
  ImGui::TextDisabled("%s", place.c_str());
  ImGui::TableNextColumn();
  text_of(ui, index);
  ImGui::TableNextColumn();
  label_of(ui, index);
  score_of(static_cast<size_t>(index));
  ImGui::PopID();
}

// Only the rows in sight are drawn: their number does not matter.
void DataPanel::rows(Ui& ui, float height) {
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
  clipper.Begin(static_cast<int>(table_.shown().size()));
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
      row(ui, table_.shown()[static_cast<size_t>(i)]);
  if (to_end_) ImGui::SetScrollY(1e9f);  // as far as it goes, with the row that is new
  to_end_ = false;
  ImGui::EndTable();
  ui.mark("Rows");
}

void DataPanel::additions(Ui& ui) {
  const std::vector<std::string>& labels = table_.data().labels;
  ImGui::Columns(3, "additions", false);
  input(ui, "New sentence", &new_sentence_, "a sentence to add");
  ImGui::NextColumn();
  choose(ui, "Its class", labels, &new_label_);
  ImGui::NextColumn();
  soft(ui, " ");
  const bool has_words = new_sentence_.find_first_not_of(" \t") != std::string::npos;
  if (button(ui, "Add", has_words && new_label_ < labels.size())) {
    table_.add(std::exchange(new_sentence_, ""), static_cast<int>(new_label_));
    to_end_ = true;
  }
  ImGui::Columns(1);
}

void DataPanel::saving(Ui& ui) {
  if (path_box(ui, "Save to##Save rows to", &file_.save_to, "a new .csv, .tsv or .jsonl file",
               PathFor::kSaving))
    table_.save(expand_home(file_.save_to), false, cells_of(ui));
  if (button(ui, "Save the rows", !table_.saving))
    table_.save(expand_home(file_.save_to), false, cells_of(ui));
  spreadsheet_box(ui, "Rows for spreadsheets");
  ImGui::SameLine();
  const size_t changed = table_.changed.size();
  soft(ui, changed == 0
               ? "nothing was changed"
               : std::to_string(changed) + (changed == 1 ? " row was" : " rows were") + " changed or added");
  if (!table_.asks_to_replace.empty()) {
    problem(ui, table_.asks_to_replace + " is there already.");
    if (button(ui, "Write over it")) table_.save(std::string(table_.asks_to_replace), true, cells_of(ui));
    ImGui::SameLine();
    if (button(ui, "Leave it")) table_.asks_to_replace.clear();
  }
  if (!table_.note.empty()) {
    soft(ui, table_.note);
    ui.mark("saved");
  }
}

// One of three views of the file, where there is something to view. True when it is the rows.
bool DataPanel::choose_shown(Ui& ui) {
  const bool looked_at = !file_.look().is_null();
  if (table_.empty() && !looked_at) {
    soft(ui,
         "Open CSV, TSV, JSON Lines, a folder with one file per class, or a published format that `heed "
         "train` knows.");
    return false;
  }
  if (tab(ui, "File##The file", shown_ == Shown::kFile)) shown_ = Shown::kFile;
  ImGui::SameLine(0, ui.px(2));
  if (tab(ui, "Rows##Labelled rows", shown_ == Shown::kRows)) shown_ = Shown::kRows;
  ImGui::SameLine(0, ui.px(2));
  if (tab(ui, "Contributions", shown_ == Shown::kContributions)) shown_ = Shown::kContributions;
  const bool unread = !table_.loading && !table_.problem.empty();  // rows of the file before it
  if (shown_ == Shown::kFile || (unread && looked_at)) {
    draw_file_look(ui, file_);
    return false;
  }
  if (shown_ == Shown::kContributions) contributions_.draw(ui);
  return shown_ == Shown::kRows && !table_.empty();
}

void DataPanel::draw(Ui& ui) {
  title(ui, "Data");
  source(ui);
  if (!choose_shown(ui)) return;
  filters(ui);
  problem(ui, folds_.problem);
  if (!folds_.note.empty()) soft(ui, folds_.note);
  soft(ui, with_separators(static_cast<int64_t>(table_.shown().size())) + " of " +
               with_separators(static_cast<int64_t>(table_.data().rows.size())) + " rows" +
               (table_.scores().empty() ? "" : ", judged by " + table_.judged_by()));
  ui.mark("Row count");
  const float below = ui.px(table_.asks_to_replace.empty() ? 190 : 250);
  rows(ui, std::max(ui.px(120), ImGui::GetContentRegionAvail().y - below));
  additions(ui);
  saving(ui);
}

}  // namespace heed::studio
