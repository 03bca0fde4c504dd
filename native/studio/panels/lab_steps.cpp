#include "native/studio/panels/lab_steps.h"

#include <algorithm>

#include "native/studio/parts/arithmetic.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"
#include "native/studio/views/number_table.h"

namespace heed::studio {
namespace {

// The row itself of what belongs to a query, all rows of what belongs to keys.
NumberTable table_of(const session::Attended& a, const session::NamedMatrix& m, int64_t head, int64_t row) {
  NumberTable table;
  table.C = static_cast<int>(m.C);
  if (m.columns == "key") table.columns = names_of(a.key_tokens);
  const auto first = m.values.begin() + std::min(head, m.H - 1) * m.R * m.C;
  if (m.rows == "query" && row < m.R) {
    table.rows = {a.query_tokens[static_cast<size_t>(row)].text};
    table.values = {first + row * m.C, first + (row + 1) * m.C};
  } else {
    table.rows = m.rows == "key" ? names_of(a.key_tokens) : std::vector<std::string>();
    table.rows.resize(static_cast<size_t>(m.R));
    table.values = {first, first + m.R * m.C};
  }
  return table;
}

// The arithmetic of the cell that is pointed at.
void arithmetic_of(Ui& ui, const Attending& lab, const session::Attended& a, int64_t head, int64_t row) {
  const std::optional<Cell> shown = lab.pointing.shown();
  const int64_t key = shown && shown->key < a.S ? shown->key : 0;
  const std::string words = arithmetic_of_weight(a, head, row, key);
  if (words.empty()) return;
  ui.fonts->need(words);
  text(ui, words);
  ui.mark("Arithmetic");
}

}  // namespace

void draw_lab_steps(Ui& ui, Attending& lab) {
  const AttendAnswer* answer = lab.answer(lab.chosen);
  if (answer == nullptr || !answer->attended) return;
  const session::Attended& a = *answer->attended;
  const int64_t row = std::clamp<int64_t>(lab.row, 0, a.T - 1);
  const int64_t head = std::clamp<int64_t>(lab.head, 0, a.H - 1);
  hairline(ui);
  title(ui, lab.chosen + ", step by step");
  std::vector<std::string> queries = names_of(a.query_tokens);
  for (size_t t = 0; t < queries.size(); ++t) queries[t] = std::to_string(t + 1) + "  " + queries[t];
  auto chosen = static_cast<size_t>(row);
  if (choose(ui, "Row", queries, &chosen)) lab.row = static_cast<int>(chosen);
  for (const session::NamedMatrix& m : a.matrices) {
    ui.fonts->need(m.formula);
    text(ui, m.formula);
    number_table(ui, "step " + m.name, table_of(a, m, head, row));
  }
  arithmetic_of(ui, lab, a, head, row);
}

}  // namespace heed::studio
