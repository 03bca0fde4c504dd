#include "native/studio/panels/evidence.h"

#include "native/numbers.h"
#include "native/studio/panels/sentence.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"
#include "native/studio/views/number_table.h"

namespace heed::studio {
namespace {

NumberTable side_by_side(const Evidence& evidence) {
  const Measured& measured = evidence.measured();
  NumberTable table;
  table.columns = measured.words;
  table.C = static_cast<int>(measured.words.size());
  table.by_row = true;
  table.cell = 62;
  table.names = 210;
  for (const MethodValues& one : measured.values) {
    const Method& method = evidence.methods()[one.method];
    table.rows.push_back(method.title);
    table.tips.push_back(method.measures + " Limits: " + method.misses);
    table.one_sided.push_back(!method.is_signed);
    table.values.insert(table.values.end(), one.values.begin(), one.values.end());
  }
  return table;
}

std::string under(const std::vector<std::string>& edits) {
  std::string listed;
  for (const std::string& edit : edits) listed += (listed.empty() ? " under " : ", ") + edit;
  return listed;
}

}  // namespace

void EvidencePanel::progress(Ui& ui) {
  if (evidence_.complete()) return;
  const std::string share =
      std::to_string(evidence_.steps_done()) + " of " + std::to_string(evidence_.steps()) + " measured";
  const std::string now = evidence_.now();
  soft(ui, evidence_.stopped() ? share + ", stopped" : share + (now.empty() ? "" : ": " + now) + " …");
  ui.mark("Evidence progress");
  if (evidence_.stopped() && button(ui, "Go on##go on measuring")) evidence_.go_on();
  if (!evidence_.stopped() && button(ui, "Stop##stop measuring")) evidence_.stop();
}

void EvidencePanel::on_sentence(Ui& ui) {
  const Measured& measured = evidence_.measured();
  progress(ui);
  problem(ui, evidence_.problem());
  if (!measured.found) return;
  const bool late = evidence_.late();
  if (late) ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 0.5f * ImGui::GetStyle().Alpha);
  soft(ui, "Read as " + measured.found->label + under(evidence_.edits()) + ".");
  text(ui, summary_of(*measured.found));
  ui.mark("Evidence summary");
  hairline(ui);
  title(ui, "All methods side by side");
  if (!measured.values.empty()) number_table(ui, "All methods", side_by_side(evidence_));
  soft(ui, "Each row in shades of its own largest value; blue speaks for " + measured.found->label +
               ", orange against it. What a method measures, and what it does not, is said where its name is "
               "pointed at.");
  draw_experiments(ui, evidence_);
  if (late) ImGui::PopStyleVar();
}

void EvidencePanel::over_data(Ui& ui) {
  problem(ui, figures_.problem());
  if (figures_.reading()) return soft(ui, "reading the figures …");
  if (!figures_.measured().is_object()) {
    if (figures_.problem().empty())
      soft(ui,
           "This model has no figures of faithfulness. `heed faithfulness --model FOLDER --data FILE --json "
           "> FOLDER/faithfulness.json` measures them.");
    return;
  }
  draw_figures(ui, figures_.measured());
  draw_heads(ui, figures_, explorer_, section_);
}

void EvidencePanel::draw(Ui& ui) {
  title(ui, "Evidence");
  soft(ui, "Does the attention of " + (explorer_.title().empty() ? "a model" : explorer_.title()) +
               " explain its answers? A weight says how much a word is looked at, not what it does. What it "
               "does is measured here.");
  ImGui::Columns(2, "evidence sentence", false);
  draw_sentence(ui, explorer_);
  ImGui::Columns(1);
  const auto& analysis = explorer_.analysis();
  if (!explorer_.model() || !analysis) return;
  struct Tab {
    const char* name;
    Part part;
  };
  for (const Tab& one : {Tab{"On this sentence", Part::kSentence},
                         {"Beside another sentence", Part::kBeside},
                         {"On held-out data", Part::kData}}) {
    if (one.part != Part::kSentence) ImGui::SameLine(0, ui.px(2));
    if (tab(ui, one.name, part_ == one.part)) part_ = one.part;
  }
  hairline(ui);
  if (part_ == Part::kData) {
    figures_.follow();
    return over_data(ui);
  }
  if (!analysis->prediction)
    return soft(ui, "Type a sentence that the model says a class of: there is none yet.");
  if (part_ == Part::kBeside) {
    beside_.follow();
    return draw_beside(ui, beside_);
  }
  evidence_.follow();
  on_sentence(ui);
}

}  // namespace heed::studio
