// Another sentence laid over the explorer's.
#include <limits>

#include "native/numbers.h"
#include "native/studio/panels/evidence.h"
#include "native/studio/parts/aligned.h"
#include "native/studio/ui/text_input.h"
#include "native/studio/ui/typography.h"
#include "native/studio/views/number_table.h"

namespace heed::studio {
namespace {

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

std::string said(const Laid& laid, const std::string& label) {
  const session::ClassProbability* best = nullptr;
  for (const session::ClassProbability& c : laid.classes)
    if (best == nullptr || c.probability > best->probability) best = &c;
  if (best == nullptr) return "nothing";
  return best->label + " " + decimal(best->probability, 3) + ", score of " + label + " " +
         with_sign(laid.score, 2);
}

NumberTable table_over(const std::vector<std::string>& columns) {
  NumberTable table;
  table.columns = columns;
  table.C = static_cast<int>(columns.size());
  table.cell = 84;
  return table;
}

void contributions(Ui& ui, const Overlay& overlay, const std::vector<AlignedColumn>& columns,
                   const std::vector<std::string>& names) {
  NumberTable table = table_over(names);
  table.rows = {"The first", "The other", "Difference"};
  std::vector<float> own, other, difference;
  for (const AlignedColumn& column : columns) {
    own.push_back(column.own ? static_cast<float>(overlay.own.terms[*column.own]) : kNone);
    other.push_back(column.other ? static_cast<float>(overlay.other.terms[*column.other]) : kNone);
    difference.push_back(own.back() - other.back());
  }
  for (const auto* row : {&own, &other, &difference})
    table.values.insert(table.values.end(), row->begin(), row->end());
  title(ui, "What each word adds to " + overlay.label);
  number_table(ui, "What each word adds in both", table);
  soft(ui, "All cells share one scale; blue counts for " + overlay.label +
               ", orange against it. Words of one sentence only stand alone.");
}

void maps(Ui& ui, const Overlay& overlay, const std::vector<std::string>& names) {
  if (overlay.own.maps.empty() || overlay.own.maps.size() != overlay.other.maps.size()) return;
  const auto difference = map_difference(overlay, overlay.own.maps.size() - 1);
  NumberTable table = table_over(names);
  table.rows = difference.size() == names.size() ? names : std::vector<std::string>{"sentence"};
  for (const std::vector<double>& row : difference)
    for (const double value : row) table.values.push_back(static_cast<float>(value));
  hairline(ui);
  title(ui, "First map minus second map");
  number_table(ui, "Difference of the maps", table);
  soft(ui,
       "The last layer, mean of its heads. Rows attend, columns are attended to; blue is more weight in the "
       "first sentence, orange more in the other.");
}

// How much of the way to the other sentence's score each state brings.
void patched(Ui& ui, const Beside& beside, const std::vector<std::string>& names) {
  const Overlay& overlay = *beside.overlay();
  hairline(ui);
  title(ui, "Where the difference passes through");
  if (overlay.own.tokens.size() != overlay.other.tokens.size())
    return soft(ui, "Patching needs two sentences with the same number of tokens; these have " +
                        std::to_string(overlay.own.tokens.size()) + " and " +
                        std::to_string(overlay.other.tokens.size()) + ".");
  if (!beside.unpatched().empty()) return soft(ui, "The states could not be patched: " + beside.unpatched());
  if (beside.patching()) soft(ui, "patching states …");
  if (overlay.patched.empty()) return;
  NumberTable table = table_over(names);
  for (const session::Patched& layer : overlay.patched) {
    table.rows.push_back("Layer " + std::to_string(layer.layers[0]));
    const double way = layer.of_other - layer.score;
    for (const double score : layer.scores[0])
      table.values.push_back(way == 0 ? 0 : static_cast<float>((score - layer.score) / way));
  }
  number_table(ui, "States of the other sentence in the first", table);
  soft(ui,
       "Activation patching: the model reads the first sentence, but after one layer one token's state is "
       "the other sentence's. 0 leaves the first one's score of " +
           overlay.label +
           ", 1 is all of the way to the other's. It says where the difference passes through, not why it "
           "matters there.");
}

}  // namespace

void draw_beside(Ui& ui, Beside& beside) {
  soft(ui,
       "Type the sentence again with one or two other words to see what makes the difference: what each word "
       "adds, where the maps differ, and which states bring one answer into the other sentence.");
  input(ui, "The other sentence", &beside.text, "the same again, with a word exchanged");
  problem(ui, beside.problem());
  if (!beside.overlay()) return;
  const Overlay& overlay = *beside.overlay();
  text(ui, "The first is read as " + said(overlay.own, overlay.label) + "; the other as " +
               said(overlay.other, overlay.label) + ".");
  ui.mark("Both answers");
  if (overlay.other.terms.empty() || overlay.own.terms.empty()) return;
  const std::vector<AlignedColumn> columns = aligned(overlay.own.tokens, overlay.other.tokens);
  std::vector<std::string> names;
  names.reserve(columns.size());
  for (const AlignedColumn& column : columns)
    names.push_back(name_of(column, overlay.own.tokens, overlay.other.tokens));
  hairline(ui);
  contributions(ui, overlay, columns, names);
  maps(ui, overlay, names);
  patched(ui, beside, names);
}

}  // namespace heed::studio
