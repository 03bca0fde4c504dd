#include "native/studio/panels/file_look.h"

#include <algorithm>
#include <utility>

#include "engine/session/rows/file_look.h"
#include "native/numbers.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"

namespace heed::studio {
namespace {

using nlohmann::json;

constexpr size_t kMostColumns = 40;   // that are drawn beside each other
constexpr size_t kMostLetters = 200;  // bytes of a field that are drawn

std::string counted(const json& number) {
  return with_separators(number.get<int64_t>());
}

// What the entry stands for, "" being the first: as it looks.
bool choose_reading(Ui& ui, const std::string& label, const std::string& found,
                    const std::vector<std::pair<std::string, std::string>>& others, std::string* value) {
  std::vector<std::string> names{"as found: " + found};
  size_t chosen = 0;
  for (const auto& [means, name] : others) {
    names.push_back(name);
    if (means == *value) chosen = names.size() - 1;
  }
  if (!choose(ui, label, names, &chosen)) return false;
  *value = chosen == 0 ? "" : others[chosen - 1].first;
  return true;
}

void bytes(Ui& ui, DataFile& file, const json& look) {
  ImGui::Columns(3, "bytes", false);
  const bool delimited = !look["delimiter"].is_null();
  bool changed = false;
  if (delimited) {
    changed = choose_reading(ui, "Between fields", session::delimiter_in(look),
                             {{",", "a comma"}, {";", "a semicolon"}, {"\t", "a tab"}, {"|", "a bar"}},
                             &file.as.delimiter);
    ImGui::NextColumn();
  }
  changed =
      choose_reading(ui, "Encoding", look["encoding"],
                     {{"utf-8", "utf-8"}, {"windows-1252", "windows-1252 (Latin-1)"}, {"utf-16", "utf-16"}},
                     &file.as.encoding) ||
      changed;
  ImGui::NextColumn();
  if (delimited)
    changed = choose_reading(ui, "First row", look["header"].get<bool>() ? "names the columns" : "is a row",
                             {{"true", "names the columns"}, {"false", "is a row"}}, &file.as.header) ||
              changed;
  ImGui::Columns(1);
  if (changed) file.read_bytes();
}

std::string role_of(const DataFile& file, const std::string& column) {
  return column == file.text_column ? "text" : column == file.label_column ? "label" : "";
}

// "sentiment  (label)"
std::string head_of(const DataFile& file, const std::string& column) {
  const std::string role = role_of(file, column);
  const std::string shown = on_a_line(column, 28);
  return role.empty() ? shown : shown + "  (" + role + ")";
}

// Its name, its role, and a list to give it another.
void column_head(Ui& ui, DataFile& file, const std::string& column) {
  ui.fonts->need(column);
  if (line(ui, "column " + column, head_of(file, column), !role_of(file, column).empty()))
    ImGui::OpenPopup("role");
  ui.mark("column " + column);
  tip(column + ". A click says what it is");
  if (!ImGui::BeginPopup("role")) return;
  for (const auto& [what, taken] :
       {std::pair("It is the text", &file.text_column), std::pair("It is the label", &file.label_column)}) {
    if (!line(ui, what, what, *taken == column)) {
      ui.mark(what);
      continue;
    }
    std::string& other = taken == &file.text_column ? file.label_column : file.text_column;
    if (other == column) std::swap(other, *taken);  // the two change places
    *taken = column;
    file.read_columns();
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

void first_rows(Ui& ui, DataFile& file, const json& look) {
  title(ui, "Its first rows");
  const size_t columns = std::min(look["columns"].size(), kMostColumns);
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_ScrollX |
                                     ImGuiTableFlags_Resizable | ImGuiTableFlags_SizingFixedFit;
  const ImGuiStyle& style = ImGui::GetStyle();
  const float height = (ImGui::GetTextLineHeight() + 2 * style.CellPadding.y + 1) *
                           static_cast<float>(look["first"].size() + 1) +
                       style.ScrollbarSize + ui.px(4);
  if (!ImGui::BeginTable("first rows", static_cast<int>(columns), kFlags, {0, height})) return;
  const float room = ImGui::GetContentRegionAvail().x;
  for (size_t c = 0; c < columns; ++c) {
    const double letters = std::clamp(look["columns"][c]["mean_length"].get<double>(), 8.0, 90.0);
    const float width = std::clamp(ui.px(7.2f) * static_cast<float>(letters), ui.px(90), room * 0.62f);
    const auto name = look["columns"][c]["name"].get<std::string>();
    const float head = ImGui::CalcTextSize(head_of(file, name).c_str()).x + ui.px(16);
    ImGui::TableSetupColumn(name.c_str(), ImGuiTableColumnFlags_WidthFixed, std::max(width, head));
  }
  ImGui::TableNextRow();
  for (size_t c = 0; c < columns; ++c) {
    ImGui::TableNextColumn();
    ImGui::PushID(static_cast<int>(c));
    column_head(ui, file, look["columns"][c]["name"].get<std::string>());
    ImGui::PopID();
  }
  for (const json& row : look["first"]) {
    ImGui::TableNextRow();
    for (size_t c = 0; c < columns && c < row.size(); ++c) {
      ImGui::TableNextColumn();
      const auto field = row[c].get<std::string>();
      ui.fonts->need(field);
      ImGui::TextUnformatted(on_a_line(field, kMostLetters).c_str());
      tip(field);
    }
  }
  ImGui::EndTable();
  ui.mark("First rows");
  if (look["columns"].size() > columns)
    soft(ui, "and " + std::to_string(look["columns"].size() - columns) + " more columns");
}

void about_columns(Ui& ui, const DataFile& file, const json& look) {
  ImGui::PushID("about");
  constexpr float kWidths[] = {0, 90, 110, 80, 110};
  constexpr const char* kNames[] = {"column", "role", "different values", "empty", "mean length"};
  if (ImGui::BeginTable("columns", 5, ImGuiTableFlags_BordersInnerH)) {
    for (int i = 0; i < 5; ++i)
      ImGui::TableSetupColumn(kNames[i],
                              i == 0 ? ImGuiTableColumnFlags_WidthStretch : ImGuiTableColumnFlags_WidthFixed,
                              ui.px(kWidths[i]));
    ImGui::TableHeadersRow();
    for (const json& column : look["columns"]) {
      const auto name = column["name"].get<std::string>();
      ui.fonts->need(name);
      ImGui::TableNextRow();
      for (const std::string& cell :
           {name, role_of(file, name), counted(column["distinct"]), counted(column["empty"]),
            decimal(column["mean_length"].get<double>(), 1)}) {
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(cell.c_str());
      }
    }
    ImGui::EndTable();
  }
  ImGui::PopID();
}

void figures(Ui& ui, const json& look) {
  const float gap = ui.px(26);
  figure(ui, "rows", counted(look["rows"]));
  ui.mark("look rows");
  if (look["class_count"] != 0) {
    ImGui::SameLine(0, gap);
    figure(ui, "classes", counted(look["class_count"]));
  }
  if (const json& words = look["words"]; !words.is_null())
    for (const auto& [name, key] : {std::pair("words, fewest", "shortest"), std::pair("half up to", "median"),
                                    std::pair("95 % up to", "long"), std::pair("most", "longest")}) {
      ImGui::SameLine(0, gap);
      figure(ui, name, counted(words[key]));
    }
  const json& twice = look["duplicates"];
  bool beside = ImGui::GetContentRegionAvail().x > ui.px(1000);
  for (const auto& [name, value] :
       {std::pair("texts more than once", twice["texts"]), std::pair("their rows", twice["rows"]),
        std::pair("with several labels", twice["other_label"]),
        std::pair("in several parts", look["in_two_parts"])}) {
    if (std::exchange(beside, true)) ImGui::SameLine(0, gap);
    figure(ui, name, counted(value));
    ui.mark(name);
  }
  tip("Texts that the default split (0.8, 0.1, 0.1, seed 0) puts into several parts, so a model is measured "
      "on texts it was trained on");
}

void class_counts(Ui& ui, const json& look) {
  if (look["classes"].empty()) return;
  title(ui, "Classes");
  const auto most = look["classes"][0]["n"].get<double>();
  if (!ImGui::BeginTable("class counts", 3)) return;
  ImGui::TableSetupColumn("class", ImGuiTableColumnFlags_WidthFixed, ui.px(180));
  ImGui::TableSetupColumn("rows", ImGuiTableColumnFlags_WidthFixed, ui.px(80));
  ImGui::TableSetupColumn("share", ImGuiTableColumnFlags_WidthStretch);
  for (const json& one : look["classes"]) {
    const auto name = one["label"].get<std::string>();
    ui.fonts->need(name);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(on_a_line(name, 60).c_str());
    tip(name);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(counted(one["n"]).c_str());
    ImGui::TableNextColumn();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const auto share = static_cast<float>(one["n"].get<double>() / std::max(most, 1.0));
    const ImVec2 size{ImGui::GetContentRegionAvail().x * share, ImGui::GetTextLineHeight() * 0.6f};
    ImGui::GetWindowDrawList()->AddRectFilled(
        {at.x, at.y + size.y * 0.4f}, {at.x + size.x, at.y + size.y * 1.4f}, ui.colours().at(0.5), ui.px(2));
    ImGui::Dummy({size.x, ImGui::GetTextLineHeight()});
  }
  ImGui::EndTable();
  if (look["class_count"] > look["classes"].size())
    soft(ui, "These are the most frequent " + std::to_string(look["classes"].size()) + " of " +
                 counted(look["class_count"]) + ".");
}

void doubts(Ui& ui, const json& look) {
  for (const json& words : look["doubts"]) problem(ui, words.get<std::string>());
  for (const json& words : look["problems"]) soft(ui, words.get<std::string>());
}

}  // namespace

void draw_file_look(Ui& ui, DataFile& file) {
  if (file.look().is_null())
    return soft(ui, "This is no table of rows and columns: what could be read of it stands under Rows.");
  const json look = file.look();  // a choice below may ask for another one
  text(ui, session::look_summary(look));
  ui.mark("Look");
  doubts(ui, look);
  ImGui::Dummy({0, ui.px(4)});
  bytes(ui, file, look);
  ImGui::Dummy({0, ui.px(6)});
  first_rows(ui, file, look);
  soft(ui,
       "Point at the column that holds the text, and at the one that holds the label: a click on its name.");
  hairline(ui);
  figures(ui, look);
  hairline(ui);
  about_columns(ui, file, look);
  hairline(ui);
  class_counts(ui, look);
}

bool draw_file_summary(Ui& ui, const DataFile& file) {
  if (file.look().is_null()) return false;
  soft(ui, session::look_summary(file.look()));
  return quiet_button(ui, "Show its columns");
}

}  // namespace heed::studio
