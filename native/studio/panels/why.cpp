#include "native/studio/panels/why.h"

#include <algorithm>
#include <cmath>

#include "native/numbers.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"
#include "native/studio/views/signed_words.h"

namespace heed::studio {
namespace {

std::string question_of(const WordValues& values) {
  if (values.label.empty()) return "Why";  // of any class
  return "Why " + values.label + (values.against.empty() ? "" : " and not " + values.against);
}

// "words +4.42, bias −0.30: together +4.12, the score of request"
std::string sum_of(const WordValues& values) {
  if (values.gap)
    return "Together they are " + with_sign(*values.gap, 3) + " off what they should add up to.";
  if (!values.is_sum) return "";
  double words = 0;
  for (const double value : values.values) words += value;
  std::string sum = "Words " + with_sign(words, 2) + ", bias " + with_sign(values.bias, 2);
  if (values.remainder) sum += ", remainder " + with_sign(*values.remainder, 2);
  return sum + ": together " + with_sign(values.score, 2) + ", " +
         (values.against.empty() ? "the score of " + values.label
                                 : "the lead of " + values.label + " over " + values.against) +
         ".";
}

void choose_question(Ui& ui, Why& why, const session::Analysis& analysis) {
  std::vector<std::string> titles, others{"–"};
  for (const Method& method : why.methods()) titles.push_back(method.title);
  for (const session::ClassProbability& c : analysis.classes)
    if (c.label != why.asked()) others.push_back(c.label);
  ImGui::Columns(2, "question", false);
  choose(ui, "Method", titles, &why.chosen);
  ImGui::NextColumn();
  auto against = static_cast<size_t>(std::find(others.begin(), others.end(), why.against) - others.begin());
  if (against == others.size()) against = 0;
  if (choose(ui, "and not", others, &against)) why.ask(against == 0 ? why.against : others[against], true);
  ImGui::Columns(1);
}

// Dimmed while a newer one is on its way.
void answer(Ui& ui, const Why& why, Explorer& explorer) {
  const WordValues& values = *why.values();
  const bool old = why.stale() || explorer.stale();
  if (old) ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 0.5f * ImGui::GetStyle().Alpha);
  text(ui, strongest_words(values, why.method().is_signed));
  ui.mark("Strongest words");
  const bool pooling = explorer.map() != nullptr && explorer.map()->kind == "pooling";
  signed_words(ui, {values.words, values.values, values.parts, why.method().is_signed}, pooling,
               &explorer.pointing);
  if (const std::string sum = sum_of(values); !sum.empty()) {
    soft(ui, sum);
    ui.mark("Sum");
  }
  if (old) ImGui::PopStyleVar();
}

}  // namespace

std::string strongest_words(const WordValues& values, bool is_signed) {
  std::vector<size_t> order(values.values.size());
  for (size_t n = 0; n < order.size(); ++n) order[n] = n;
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::fabs(values.values[a]) > std::fabs(values.values[b]);
  });
  order.resize(std::min<size_t>(order.size(), 3));
  std::string sides[2];
  for (const size_t n : order) {
    const double value = values.values[n];
    std::string& side = sides[is_signed && value < 0 ? 1 : 0];
    side += (side.empty() ? "" : ", ") + values.words[n] + " " +
            (is_signed ? with_sign(value, 2) : decimal(value, 2));
  }
  if (!is_signed) return "Most: " + sides[0] + ".";
  const std::string about = values.label.empty()     ? ""
                            : values.against.empty() ? " " + values.label
                                                     : " " + values.label + " rather than " + values.against;
  if (sides[0].empty()) return "Against" + about + ": " + sides[1] + ".";
  return "For" + about + ": " + sides[0] + "." + (sides[1].empty() ? "" : " Against: " + sides[1] + ".");
}

void draw_why(Ui& ui, Why& why, Explorer& explorer) {
  const auto& analysis = explorer.analysis();
  if (!analysis || !analysis->prediction) return;
  hairline(ui);
  title(ui, why.values() ? question_of(*why.values()) : "Why");
  ui.mark("Why");
  choose_question(ui, why, *analysis);
  const bool answered = why.problem().empty() || why.edits_fail();
  if (!answered) problem(ui, why.problem());
  if (answered && why.values())
    answer(ui, why, explorer);
  else if (why.stale())
    soft(ui, "computing what each word adds …");
  soft(ui, why.method().measures + " Limits: " + why.method().misses);
}

}  // namespace heed::studio
