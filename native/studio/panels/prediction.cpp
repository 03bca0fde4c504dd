// What the model says about the sentence.
#include "native/studio/studio.h"
#include "native/studio/views/bars.h"

namespace heed::studio {

void draw_prediction(Studio& studio) {
  Ui& ui = studio.ui;
  const auto& analysis = studio.explorer.analysis();
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
