#include "native/studio/panels/prediction.h"

#include "native/studio/ui/typography.h"
#include "native/studio/views/bars.h"

namespace heed::studio {
namespace {

void bars_that_ask(Ui& ui, const session::Analysis& analysis, Why& why) {
  const auto clicked =
      bars_to_click(ui, analysis.classes, 8, {{why.asked(), "why"}, {why.against, "and not"}});
  if (clicked) why.ask(*clicked, ImGui::GetIO().KeyShift);
  soft(ui, "A click asks why this class; with Shift, why the other one and not this.");
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
    soft(ui, "None of these words is in the model's vocabulary: what it says is not about them.");
    ui.mark("No word is known");
  }
  if (why != nullptr)
    bars_that_ask(ui, *analysis, *why);
  else
    bars(ui, analysis->classes, 8);
}

}  // namespace heed::studio
