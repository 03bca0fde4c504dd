#include "native/studio/panels/map_saving.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "engine/session/rows/row_table.h"
#include "engine/session/training/labelled.h"
#include "native/studio/ui/saving.h"
#include "native/studio/ui/typography.h"

namespace heed::studio {
namespace {

// Six digits are what float32 holds for sure.
std::string six_digits(float value) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.6g", static_cast<double>(value));
  return digits;
}

// As heed predict prints it; a run under edits with their names.
nlohmann::json as_json(const Explorer& explorer, const session::Edited* edited) {
  nlohmann::json found = session::to_json(seen(explorer, edited), true);
  if (edited != nullptr) found["edits"] = edited->edits;
  return found;
}

}  // namespace

std::string map_as_csv(const Heat& heat, session::Cells cells) {
  std::string csv = "query \\ key";
  for (const std::string& key : heat.keys) csv += "," + session::csv_field(key, cells);
  for (size_t t = 0; t < heat.queries.size(); ++t) {
    csv += "\r\n" + session::csv_field(heat.queries[t], cells);
    for (size_t s = 0; s < heat.keys.size(); ++s)
      csv += "," + six_digits(heat.weights[t * heat.keys.size() + s]);
  }
  return csv + "\r\n";
}

void draw_map_saving(Ui& ui, Explorer& explorer, const session::Edited* edited, const Heat& shown, ImVec2 min,
                     ImVec2 max) {
  constexpr const char* kWhat =
      "The map as numbers (.csv) or as a picture (.png); all maps, and what was found, for programs (.json) "
      "or as "
      "a page that opens from a disk (.html)";
  const bool chosen = save_button(ui, "Save …##Save the map", kWhat, &explorer.saved);
  spreadsheet_box(ui, "Map for spreadsheets");
  if (chosen)
    save_by_ending(
        ui, &explorer.saved,
        {{".csv",
          [&](const std::string& file) { session::write_text(file, map_as_csv(shown, cells_of(ui))); }},
         {".html",
          [&](const std::string&) {
            if (edited == nullptr) return explorer.save_page();
            explorer.saved.note = "A page cannot show edits yet: undo them, or save .csv, .json or .png.";
          }},
         {".json",
          [&](const std::string& file) {
            session::write_text(file, as_json(explorer, edited).dump() + "\n");
          }}},
        min, max);
  if (explorer.saved.note.empty()) return;
  ImGui::SameLine();
  soft(ui, explorer.saved.note);
  ui.mark("Saved map");
}

}  // namespace heed::studio
