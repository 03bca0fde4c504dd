#include "native/studio/panels/findings.h"

#include "native/numbers.h"
#include "native/studio/ui/text_input.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"
#include "native/studio/views/bars.h"

namespace heed::studio {
namespace {

using session::Finds;

void large(Ui& ui, const std::string& words) {
  ui.fonts->need(words);
  ImGui::PushFont(ui.fonts->large());
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(words.c_str());
  ImGui::PopTextWrapPos();
  ui.mark("Prediction");
  ImGui::PopFont();
}

void masks(Ui& ui, Findings& findings, Explorer& explorer) {
  title(ui, "Words for the mask");
  if (explorer.sentence().find(explorer.mask()) == std::string::npos) {
    soft(ui, "Write " + explorer.mask() + " where a word is to be guessed.");
    if (button(ui, "Mask the longest word")) findings.mask_longest_word();
    return;
  }
  if (!findings.filled()) return;
  for (const session::MaskCandidates& mask : findings.filled()->masks) {
    std::vector<session::ClassProbability> words;
    for (const session::MaskCandidate& one : mask.candidates) words.push_back({one.token, one.probability});
    ImGui::PushID(mask.position);
    if (const auto chosen = bars_to_click(ui, words, words.size(), {})) findings.fill(*chosen);
    ImGui::PopID();
    ImGui::Dummy({0, ui.px(4)});
  }
  soft(ui, "A click writes the word into the sentence, where the first mask is.");
}

// Those that have one: "O" is what stands outside.
void labels(Ui& ui, const session::Analysis& analysis) {
  title(ui, "Labels of the tokens");
  bool any = false;
  for (size_t i = 0; i < analysis.labels.size() && i < analysis.tokens.size(); ++i) {
    const session::ClassProbability& label = analysis.labels[i];
    if (label.label == "O" || analysis.tokens[i].special) continue;
    any = true;
    shares(ui, {{analysis.tokens[i].text, label.probability, label.label}});
    ui.mark("label of " + analysis.tokens[i].text);
  }
  if (!any) soft(ui, "No token has a label but O, which stands for none.");
}

void answers(Ui& ui, Explorer& explorer, const session::Analysis& analysis) {
  std::string question = explorer.question();
  if (input(ui, "Question", &question, "what is asked of the text")) explorer.ask(question);
  title(ui, "Answer");
  if (question.empty()) return soft(ui, "Ask a question: the answer is a part of the sentence.");
  if (!analysis.answer) return soft(ui, "There is no answer in this text.");
  large(ui, analysis.answer->text);
  std::vector<Share> rows;
  for (const session::Answer& one : analysis.answers) rows.push_back({one.text, one.score, ""});
  shares(ui, rows);
}

void nearness(Ui& ui, Findings& findings) {
  title(ui, "Nearness to another sentence");
  input(ui, "##Another sentence", &findings.other, "another sentence");
  if (!findings.nearness())
    return soft(ui, "The model makes a vector of a sentence: two of them are compared by their angle.");
  large(ui, decimal(*findings.nearness(), 3));
  soft(ui, "Cosine of the means of the last layer's states: 1 is the same direction, 0 at right angles.");
}

void values(Ui& ui, const session::Analysis& analysis) {
  title(ui, "Values");
  for (const session::LabelledValue& one : analysis.values) {
    ImGui::TextUnformatted((one.label + "  " + decimal(one.value, 4)).c_str());
    ui.mark("value of " + one.label);
  }
  soft(ui, "The model was trained to give a number for each label, which is no probability.");
}

}  // namespace

void draw_findings(Ui& ui, Findings& findings, Explorer& explorer) {
  const auto& analysis = explorer.analysis();
  if (!analysis || !explorer.model()) return;
  hairline(ui);
  problem(ui, findings.problem());
  switch (explorer.finds()) {
    case Finds::kWords:
      return masks(ui, findings, explorer);
    case Finds::kLabels:
      return labels(ui, *analysis);
    case Finds::kAnswer:
      return answers(ui, explorer, *analysis);
    case Finds::kVector:
      return nearness(ui, findings);
    case Finds::kNext:    // panels/next_word.h
    case Finds::kTarget:  // panels/translation.h
    case Finds::kClass:
      return;
    case Finds::kValue:
      return values(ui, *analysis);
  }
}

}  // namespace heed::studio
