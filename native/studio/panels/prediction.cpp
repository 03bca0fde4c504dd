#include "native/studio/panels/prediction.h"

#include "native/studio/ui/typography.h"
#include "native/studio/views/bars.h"

namespace heed::studio {

void draw_prediction(Ui& ui, const std::optional<session::Analysis>& analysis) {
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
  bars(ui, analysis->classes, 8);
}

}  // namespace heed::studio
