#include "native/studio/panels/prediction.h"

#include <cmath>

#include "native/studio/ui/typography.h"
#include "native/studio/views/bars.h"

namespace heed::studio {
namespace {

void bars_that_ask(Ui& ui, const session::Analysis& analysis, Why& why) {
  const auto clicked =
      bars_to_click(ui, analysis.classes, 8, {{why.asked(), "why"}, {why.against, "and not"}});
  if (clicked) why.ask(*clicked, ImGui::GetIO().KeyShift);
  soft(ui, "Click a class to ask why it is predicted; Shift-click to ask why not.");
}

// As models of several labels do, and of one: a softmax sums to 1 within rounding.
bool answers_each(const std::vector<session::ClassProbability>& classes) {
  double sum = 0;
  for (const session::ClassProbability& one : classes) sum += one.probability;
  return classes.size() == 1 || std::fabs(sum - 1) > 1e-5;
}

}  // namespace

void draw_prediction(Ui& ui, const std::optional<session::Analysis>& analysis, Why* why) {
  if (!analysis) return;
  hairline(ui);
  title(ui, "Prediction");
  if (!analysis->prediction) {
    soft(ui, "Type a sentence: there is no token to read yet.");
    return;
  }
  ui.fonts->need(analysis->prediction->label);
  ImGui::PushFont(ui.fonts->large());
  ImGui::TextUnformatted(analysis->prediction->label.c_str());
  ui.mark("Prediction");
  ImGui::PopFont();
  if (session::knows_no_word(*analysis)) {
    soft(ui, "The model knows none of these words, so its answer does not depend on them.");
    ui.mark("No word is known");
  }
  if (answers_each(analysis->classes)) {
    soft(ui, "Each class has its own probability; they need not sum to 1.");
    ui.mark("Answers each");
  }
  if (why != nullptr)
    bars_that_ask(ui, *analysis, *why);
  else
    bars(ui, analysis->classes, 8);
}

}  // namespace heed::studio
