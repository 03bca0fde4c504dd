// A model's figures over its held-out data, as `heed faithfulness` measured them.
#include <algorithm>

#include "native/numbers.h"
#include "native/studio/panels/evidence.h"
#include "native/studio/panels/evidence_words.h"
#include "native/studio/ui/typography.h"
#include "native/studio/views/bars.h"
#include "native/studio/views/histogram.h"

namespace heed::studio {
namespace {

using nlohmann::json;

std::string percent(double share) {
  return decimal(100 * share, 1) + " %";
}

void even(Ui& ui, const json& m) {
  const double as_it_is = m["accuracy"], made_even = m["even"]["accuracy"];
  title(ui, "What even attention costs");
  shares(ui, {{"as it is", as_it_is, ""}, {"made even", made_even, ""}});
  soft(ui, "With even attention, the model loses " + decimal(100 * (as_it_is - made_even), 1) +
               " points of accuracy; " + percent(m["even"]["changed"]) + " of its answers change.");
}

void agreement(Ui& ui, const json& tau, const std::string& with) {
  title(ui, "Agreement with " + with);
  histogram(ui, "Kendall's τ with " + with + ", over the texts",
            {tau["histogram"].get<std::vector<double>>(), -1, 1, tau["mean"]});
  soft(ui, "Kendall's τ " + decimal(tau["mean"], 3) + " on average (± " + decimal(tau["sd"], 3) +
               "), beyond chance in " + percent(tau["significant"]) +
               " of the texts. Both have the same word first in " + percent(tau["same_first"]) + ".");
}

void by_method(Ui& ui, const json& values, const std::string& name, const std::string& meaning) {
  static const std::vector<Method> methods = every_method();
  std::vector<Share> rows;
  for (const auto& [method, share] : values.items())
    rows.push_back({method_in_words(methods, method), share, ""});
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Share& a, const Share& b) { return a.share > b.share; });
  title(ui, name);
  shares(ui, rows);
  soft(ui, meaning);
}

void silence(Ui& ui, const json& orders) {
  std::vector<Share> rows;
  for (const auto& [order, one] : orders.items())
    rows.push_back({order_in_words(order), one["mean"], "turned " + percent(one["turned"])});
  title(ui, "Weights set to 0 until the answer changes");
  shares(ui, rows);
  soft(ui,
       "The share of words whose weight is set to 0; 1 if the answer never changed. A good order needs few.");
}

void adversarial(Ui& ui, const json& one) {
  title(ui, "Another map, the same answer");
  histogram(ui, "Distance of the furthest map with the same answer",
            {one["histogram"].get<std::vector<double>>(), 0, 0.7, one["mean"]});
  soft(ui, "The furthest map that moves the answer by at most " + decimal(one["within"], 2) + " is " +
               decimal(one["mean"], 3) + " away on average (Jensen–Shannon, at most 0.693).");
}

void shuffled(Ui& ui, const json& one) {
  std::vector<Share> rows;
  for (const json& bin : one["by_largest_weight"])
    if (bin["n"] > 0)
      rows.push_back({"largest weight " + decimal(bin["from"], 2) + "–" + decimal(bin["to"], 2),
                      bin["median"], with_separators(bin["n"]) + " texts"});
  title(ui, "Shuffled");
  shares(ui, rows);
  soft(ui, with_separators(one["count"]) + " permutations of each map move the answer by " +
               decimal(one["median"], 3) + " in the middle, and by " + decimal(one["largest"], 3) +
               " at most, on average.");
}

}  // namespace

void draw_figures(Ui& ui, const json& m) {
  soft(ui, with_separators(m["n"]) +
               " texts. Rank correlations count the many words that matter to nobody as much as the few that "
               "do: they are never the only number.");
  ui.mark("Figures");
  if (!ImGui::BeginTable("figures", 2, ImGuiTableFlags_SizingStretchSame)) return;
  auto part = [&](const auto& draw) {
    ImGui::TableNextColumn();
    ImGui::Dummy({0, ui.px(6)});
    draw();
  };
  part([&] { even(ui, m); });
  for (const auto& [key, name] : {std::pair{"leave-one-out", "leaving words out"}, {"gradient", "gradients"}})
    if (m["tau"].contains(key)) part([&, k = key, n = name] { agreement(ui, m["tau"][k], n); });
  part([&] {
    by_method(ui, m["normalised"]["comprehensiveness"], "Words that are needed",
              "The drop of the answer without the words that a method ranks first, from none (0) to the drop "
              "without any word (1). An order has to beat chance.");
  });
  part([&] {
    by_method(ui, m["normalised"]["sufficiency"], "Words that are enough",
              "The share of the answer that these words keep alone; 1 means all of it.");
  });
  part([&] { silence(ui, m["silence"]); });
  part([&] { adversarial(ui, m["adversarial"]); });
  part([&] { shuffled(ui, m["permutations"]); });
  ImGui::EndTable();
}

}  // namespace heed::studio
