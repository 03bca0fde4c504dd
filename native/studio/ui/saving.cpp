#include "native/studio/ui/saving.h"

#include <exception>
#include <filesystem>

#include "engine/session/rows/row_table.h"
#include "native/studio/ui/file_chooser.h"
#include "native/studio/ui/png.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"

namespace heed::studio {
namespace {

void guarded(SavedAs* saved, const std::string& file, const std::function<void()>& write) {
  try {
    saved->note = "It is in " + file + ".";
    write();  // which may say that it takes a while
  } catch (const std::exception& error) {
    saved->note = error.what();
  }
}

std::string endings(const SaveAs& ways) {
  std::string all;
  for (const auto& [ending, write] : ways) all += ending + ", ";
  return all + "or .png (the picture)";
}

}  // namespace

bool save_button(Ui& ui, const std::string& label, const char* what, SavedAs* saved) {
  if (button(ui, label)) ui.chooser->open(label, saved->file, PathFor::kSaving);
  tip(what);
  return ui.chooser->draw(ui, label, &saved->file);
}

void spreadsheet_box(Ui& ui, const std::string& name) {
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  if (ImGui::GetItemRectMax().x + ui.px(160) < right) ImGui::SameLine();
  check_box(ui, "For spreadsheets##" + name, ui.spreadsheet);
  tip("In CSV and TSV, an apostrophe is written before texts that begin with = + - @, a tab or a line end, "
      "so that spreadsheets do not read them as formulas; numbers stay as they are");
}

session::Cells cells_of(const Ui& ui) {
  return *ui.spreadsheet ? session::Cells::kForSpreadsheets : session::Cells::kAsTheyAre;
}

void save_by_ending(Ui& ui, SavedAs* saved, const SaveAs& ways, ImVec2 min, ImVec2 max) {
  const std::string file = saved->file, ending = std::filesystem::path(file).extension().string();
  if (ending == ".png") {
    ui.photograph(min, max, [saved, file](int width, int height, const std::vector<uint8_t>& rgb) {
      guarded(saved, file, [&] { session::write_text(file, png(width, height, rgb)); });
    });
    return;
  }
  const auto way = ways.find(ending);
  if (way != ways.end())
    guarded(saved, file, [&] { way->second(file); });
  else
    saved->note = "[" + file + "] is to end with " + endings(ways) + ".";
}

}  // namespace heed::studio
