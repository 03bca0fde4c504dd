// The sentence that is looked at, large, and the model that reads it.
#include "native/studio/studio.h"

namespace heed::studio {

void draw_sentence(Studio& studio) {
  Ui& ui = studio.ui;
  Explorer& explorer = studio.explorer;
  title(ui, "Sentence");
  std::string sentence = explorer.sentence();
  ui.fonts->need(sentence);
  ImGui::PushFont(ui.fonts->large());
  ImGui::PushStyleColor(ImGuiCol_FrameBg, studio.palette.paper_sunk);
  if (wrapped_input(ui, "Sentence", &sentence, 6)) explorer.write(sentence);
  ImGui::PopStyleColor();
  ImGui::PopFont();
  if (!explorer.model()) {
    soft(ui, studio.opening ? "opening the model …" : "Train a model, or open one under Models.");
    return;
  }
  const auto& analysis = explorer.analysis();
  std::string words = "read by " + explorer.title();
  if (explorer.stale())
    words += " …";
  else if (analysis && analysis->cut_at)
    words += ", the first " + std::to_string(analysis->tokens.size()) + " of " +
             std::to_string(analysis->total_tokens) + " tokens";
  soft(ui, words);
  ui.mark("Model");
  problem(ui, explorer.problem());
}

}  // namespace heed::studio
