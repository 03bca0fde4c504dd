// Experiments with the explorer's sentence, each as soon as it is measured.
#include <algorithm>
#include <numeric>

#include "native/numbers.h"
#include "native/studio/panels/evidence.h"
#include "native/studio/panels/evidence_words.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"
#include "native/studio/views/bars.h"
#include "native/studio/views/histogram.h"
#include "native/studio/views/number_table.h"

namespace heed::studio {
namespace {

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t n = values.size();
  return n == 0 ? 0 : (values[(n - 1) / 2] + values[n / 2]) / 2;
}

double mean_of(const std::vector<double>& values) {
  return values.empty()
             ? 0
             : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

void other_map(Ui& ui, const Measured& measured) {
  const session::AdversarialMap& map = *measured.done.adversarial;
  title(ui, "Another map, the same answer");
  NumberTable table;
  table.columns = measured.words;
  table.C = static_cast<int>(measured.words.size());
  table.rows = {"Attention", "Furthest from it"};
  table.one_sided = {true, true};
  table.by_row = true;
  table.cell = 62;
  table.values.assign(map.attended.begin(), map.attended.end());
  table.values.insert(table.values.end(), map.adversarial.begin(), map.adversarial.end());
  if (map.attended.size() == measured.words.size()) number_table(ui, "Adversarial map", table);
  soft(ui, "A search found a map at a distance of " + decimal(map.js, 3) +
               " (Jensen–Shannon, at most 0.693). It moves the answer by " + decimal(map.moved, 3) +
               ", where 0.05 is allowed.");
}

void shuffled(Ui& ui, Evidence& evidence) {
  const std::vector<double>& moved = evidence.measured().done.permutations->moved;
  if (moved.empty()) return;
  const double largest = *std::max_element(moved.begin(), moved.end()), middle = median_of(moved);
  title(ui, "Shuffled");
  const double most = std::max(0.1, std::ceil(largest * 10) / 10);
  histogram(ui, "How far shuffled maps move the answer", {binned(moved, 20, most), 0, most, middle});
  soft(ui, std::to_string(moved.size()) + " times its weights changed places: the answer moved by " +
               decimal(middle, 3) + " in the middle (the line), and by " + decimal(largest, 3) + " at most.");
  if (button(ui, "Shuffle again", evidence.complete())) evidence.shuffle_again();
}

void made_even(Ui& ui, const Measured& measured) {
  const session::EvenMap& even = *measured.done.even;
  title(ui, "Made even");
  shares(ui, {{"the answer moves by", even.moved, ""}});
  soft(ui, "With even attention, the answer is " +
               std::string(even.label == measured.found->label ? "still " : "then ") + even.label +
               ". The map's rows are even to " + decimal(measured.found->evenness, 3) + ".");
}

void silenced(Ui& ui, const Measured& measured) {
  title(ui, "Weights set to 0 until the answer changes");
  std::vector<Share> rows;
  for (const session::WeightsSilenced& one : measured.done.silenced)
    rows.push_back({order_in_words(one.order), one.share, one.turned ? "" : "never turned"});
  shares(ui, rows);
  soft(ui, "The share of words whose weight is set to 0, in this order. A good order needs few.");
}

void erased(Ui& ui, const Evidence& evidence) {
  title(ui, "Words taken away");
  std::vector<Share> rows;
  for (const session::WordsErased& one : evidence.measured().done.erased)
    rows.push_back({method_in_words(evidence.methods(), one.method), mean_of(one.comprehensiveness), ""});
  shares(ui, rows);
  soft(ui,
       "The mean drop of the answer's probability without the first 1, 5, 10, 20 and 50 % of the words, for "
       "each method. The drop is large if these words are the needed ones.");
}

}  // namespace

void draw_experiments(Ui& ui, Evidence& evidence) {
  const Measured& measured = evidence.measured();
  const session::MapExperiments& done = measured.done;
  hairline(ui);
  if (done.adversarial) other_map(ui, measured);
  if (!ImGui::BeginTable("experiments", 2, ImGuiTableFlags_SizingStretchSame)) return;
  auto part = [&](bool there, const auto& draw) {
    if (!there) return;
    ImGui::TableNextColumn();
    ImGui::Dummy({0, ui.px(6)});
    draw();
  };
  part(done.permutations.has_value(), [&] { shuffled(ui, evidence); });
  part(done.even.has_value(), [&] { made_even(ui, measured); });
  part(!done.silenced.empty(), [&] { silenced(ui, measured); });
  part(!done.erased.empty(), [&] { erased(ui, evidence); });
  ImGui::EndTable();
}

}  // namespace heed::studio
