#include "native/studio/panels/contributions.h"

#include <algorithm>
#include <cmath>

#include "native/numbers.h"
#include "native/studio/ui/text_input.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"
#include "native/studio/views/labels.h"

namespace heed::studio {
namespace {

struct Head {
  const char* name;
  SortBy by;
  float width;  // 0: what is left
};
constexpr Head kHeads[] = {{"row", SortBy::kRow, 64},       {"text", SortBy::kRow, 0},
                           {"label", SortBy::kLabel, 110},  {"the model says", SortBy::kPrediction, 160},
                           {"most for", SortBy::kFor, 140}, {"most against", SortBy::kAgainst, 140},
                           {"sum", SortBy::kSum, 64}};

// A word with what it adds, on the colour of that.
void strongest(Ui& ui, const Strongest& given, double most) {
  ImGui::TableNextColumn();
  if (given.word.empty()) return;
  ui.fonts->need(given.word);
  const ImU32 colour = ui.colours().signed_at(0.8 * given.value / most);
  const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetFontSize() + ui.px(2);
  const std::string number = with_sign(given.value, 2);
  ImFont* font = ui.fonts->body();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(at, {at.x + width, at.y + height}, colour, ui.px(3));
  const float numbers = width_of(font, number) + ui.px(6);
  draw.AddText({at.x + ui.px(5), at.y + ui.px(1)}, Palette::on(colour),
               fitting(font, given.word, width - numbers - ui.px(10)).c_str());
  draw.AddText({at.x + width - numbers, at.y + ui.px(1)}, Palette::on(colour), number.c_str());
  ImGui::Dummy({width, height});
}

// The scale of the colours: the largest there is.
double largest(const ContributionTable& explained) {
  double most = 1e-9;
  for (const int row : explained.shown())
    if (const ClassSummary* c = explained.shown_class(row))
      most = std::max({most, c->in_favour.value, -c->against.value});
  return most;
}

}  // namespace

void ContributionsPanel::choices(Ui& ui) {
  ImGui::Columns(4, "choices", false);
  if (input(ui, "Filter", &table_.filter.words, "part of a text") && explained_.is_of(table_))
    explained_.arrange(table_.filter);
  ImGui::NextColumn();
  std::vector<std::string> classes{"what is predicted"};
  classes.insert(classes.end(), explained_.classes().begin(), explained_.classes().end());
  const int place = explained_.label + 1;
  auto chosen = static_cast<size_t>(place);
  if (choose(ui, "For and against", classes, &chosen)) {
    explained_.label = static_cast<int>(chosen) - 1;
    if (explained_.is_of(table_)) explained_.arrange(table_.filter);
  }
  ImGui::NextColumn();
  order(ui);
  ImGui::Columns(1);
}

void ContributionsPanel::order(Ui& ui) {
  const bool saved = !explorer_.folder().empty();
  soft(ui, saved ? "by " + explorer_.title() : "Open a model to explain the rows");
  if (!explained_.busy()) {
    if (button(ui, "Explain the rows##explain rows", saved))
      explained_.explain(explorer_.folder(), explorer_.title(), table_);
    tip("What each word of every row adds to each class");
    return;
  }
  if (button(ui, "Stop " + decimal(100 * explained_.done, 0) + " %##stop explaining")) explained_.stop();
}

// A click on a column sorts by it, the largest first; another turns it round.
void ContributionsPanel::heads(Ui& ui) {
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  for (const Head& head : kHeads) {
    ImGui::TableNextColumn();
    const std::string name = head.name;
    const bool sorted = explained_.by == head.by && name != "text";
    const std::string arrow = !sorted ? "" : explained_.descending ? " ↓" : " ↑";
    if (line(ui, "sort by " + name, name + arrow, false) && name != "text") {
      explained_.descending =
          sorted ? !explained_.descending : head.by != SortBy::kRow && head.by != SortBy::kAgainst;
      explained_.by = head.by;
      explained_.arrange(table_.filter);
    }
    ui.mark("sort by " + name);
  }
}

void ContributionsPanel::row(Ui& ui, int index, double most) {
  const session::LabelledRow& given = explained_.data().rows[static_cast<size_t>(index)];
  ImGui::TableNextRow();
  ImGui::PushID(index);
  ImGui::TableNextColumn();
  const std::string place =
      given.place.number == 0 ? "new" : session::place_in_words(given.place, explained_.data().files);
  ImGui::TextDisabled("%s", place.c_str());
  ImGui::TableNextColumn();
  const std::string text = on_a_line(given.text, 400);
  if (line(ui, "text", text, false)) {
    explorer_.write(given.text);
    section_ = Section::kExplore;
  }
  ui.mark("explained row " + place);
  tip(given.text);
  ImGui::TableNextColumn();
  const std::string& label = explained_.data().labels[static_cast<size_t>(given.label)];
  ImGui::TextUnformatted(label.c_str());
  ImGui::TableNextColumn();
  if (const ClassSummary* c = explained_.shown_class(index)) {
    const RowSummary& row = explained_.rows()[static_cast<size_t>(index)];
    const std::string& said = explained_.classes()[row.predicted];
    ImGui::TextUnformatted((decimal(row.classes[row.predicted].probability, 3) + "  " + said).c_str());
    strongest(ui, c->in_favour, most);
    strongest(ui, c->against, most);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(with_sign(c->sum, 2).c_str());
  }
  ImGui::PopID();
}

void ContributionsPanel::table(Ui& ui) {
  const auto columns = static_cast<int>(std::size(kHeads));
  if (!ImGui::BeginTable("contributions", columns, ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerH,
                         {0, ImGui::GetContentRegionAvail().y}))
    return;
  ImGui::TableSetupScrollFreeze(0, 1);
  for (const Head& head : kHeads)
    ImGui::TableSetupColumn(
        head.name, head.width > 0 ? ImGuiTableColumnFlags_WidthFixed : ImGuiTableColumnFlags_WidthStretch,
        ui.px(head.width));
  heads(ui);
  const double most = largest(explained_);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(explained_.shown().size()));
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
      row(ui, explained_.shown()[static_cast<size_t>(i)], most);
  ImGui::EndTable();
  ui.mark("Explained rows");
}

void ContributionsPanel::draw(Ui& ui) {
  choices(ui);
  problem(ui, explained_.problem);
  if (!explained_.is_of(table_)) {
    soft(ui, explained_.busy()
                 ? "computing what the words add …"
                 : "Lists the words of each row that count most for the prediction, and against it.");
    return;
  }
  soft(ui, with_separators(static_cast<int64_t>(explained_.shown().size())) + " rows, explained by " +
               explained_.title() + ". A click on a column sorts, on a row opens it under Explore.");
  ui.mark("Explained count");
  table(ui);
}

}  // namespace heed::studio
