#include "native/studio/panels/sentence.h"

#include "native/studio/ui/text_input.h"
#include "native/studio/ui/typography.h"

namespace heed::studio {
namespace {

std::string reader(const Explorer& explorer) {
  const auto& analysis = explorer.analysis();
  std::string words = "read by " + (analysis ? explorer.reader() : explorer.title());
  if (explorer.stale()) return words + " …";
  if (!analysis || !analysis->cut_at) return words;
  const bool by_file = analysis->cut_by == "tokenizer.json";
  return words + (by_file ? ", as its tokenizer.json cuts it, " : ", the first ") +
         std::to_string(analysis->tokens.size()) + " of " + std::to_string(analysis->total_tokens) +
         " tokens";
}

}  // namespace

void draw_sentence(Ui& ui, Explorer& explorer) {
  title(ui, "Sentence");
  std::string sentence = explorer.sentence();
  ui.fonts->need(sentence);
  ImGui::PushFont(ui.fonts->large());
  ImGui::PushStyleColor(ImGuiCol_FrameBg, ui.colours().paper_sunk);
  if (wrapped_input(ui, "Sentence", &sentence, 6)) explorer.write(sentence);
  ImGui::PopStyleColor();
  ImGui::PopFont();
  if (!explorer.model()) {
    soft(ui, explorer.opening ? "opening the model …" : "Train a model, or open one under Models.");
    return;
  }
  soft(ui, reader(explorer));
  if (explorer.analysis() && !explorer.stale())
    for (const std::string& warning : explorer.analysis()->warnings) soft(ui, warning);
  ui.mark("Model");
  problem(ui, explorer.problem());
}

}  // namespace heed::studio
