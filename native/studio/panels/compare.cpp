#include "native/studio/panels/compare.h"

#include <algorithm>

#include "native/numbers.h"
#include "native/studio/panels/measured_figures.h"
#include "native/studio/panels/measured_rows.h"
#include "native/studio/panels/sentence.h"
#include "native/studio/paths.h"
#include "native/studio/ui/path_box.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"
#include "native/studio/views/bars.h"

namespace heed::studio {
namespace {

std::string rate(const nlohmann::json& metrics, const char* key) {
  return metrics.is_object() && metrics.contains(key) ? decimal(metrics[key].get<double>(), 4) : "–";
}

void measured(Ui& ui, Comparison& comparison, size_t side, const std::string& number) {
  const nlohmann::json& metrics = comparison.sides[side].metrics;
  if (!metrics.is_object()) return;
  hairline(ui);
  title(ui, "On " + with_separators(metrics["n"].get<int64_t>()) + " " + comparison.sides[side].measured_on);
  ui.mark("measured on " + number);
  for (const auto& [name, key] : {std::pair{"accuracy", "accuracy"},
                                  std::pair{"F1, mean of classes", "macro_f1"}, std::pair{"loss", "loss"}}) {
    if (key != std::string("accuracy")) ImGui::SameLine(0, ui.px(20));
    figure(ui, name, rate(metrics, key));
    ui.mark(key + (" " + number));
  }
  draw_measured_figures(ui, comparison, side);
}

void said(Ui& ui, const session::Analysis& analysis, const std::string& number) {
  if (!analysis.prediction) return;
  hairline(ui);
  ui.fonts->need(analysis.prediction->label);
  ImGui::PushFont(ui.fonts->large());
  ImGui::TextUnformatted(analysis.prediction->label.c_str());
  ui.mark("Prediction " + number);
  ImGui::PopFont();
  bars(ui, analysis.classes, 5);
}

void map_of(Ui& ui, const session::Analysis& analysis, Pointing* pointing, const std::string& number) {
  if (analysis.attention.empty()) return;
  hairline(ui);
  const session::AttentionMap& map = analysis.attention.back();
  const Heat heat = heat_of(analysis, map, weights_of(map, -1), false);
  const float width = ImGui::GetContentRegionAvail().x;
  heat_map(ui, "Map " + number, heat, {width, std::min(width, ui.px(300))}, pointing);
  legend(ui, heat.full, "last layer, mean of heads");
}

// A model by its path, or one of those that were open lately.
void choose_model(Ui& ui, Comparison& comparison, size_t index, const std::string& number,
                  const std::vector<std::string>& recent) {
  std::string& path = comparison.sides[index].path;
  if (path_box(ui, "Model " + number + "##Model " + number, &path, "a model folder", PathFor::kFolder))
    comparison.open(index, expand_home(path));
  std::vector<std::string> entries{"recent models"};
  entries.insert(entries.end(), recent.begin(), recent.end());
  size_t chosen = 0;
  if (choose(ui, "##Recent models " + number, entries, &chosen)) comparison.open(index, entries[chosen]);
}

void draw_side(Ui& ui, Comparison& comparison, size_t which, Pointing* pointing, const std::string& number) {
  const Compared& side = comparison.sides[which];
  problem(ui, side.problem);
  if (!side.model) return;
  const session::ModelInfo info = side.model->info();
  soft(ui, info.name + ", " + info.architecture + ", " + with_separators(info.parameters) + " parameters");
  if (side.analysis) said(ui, *side.analysis, number);
  measured(ui, comparison, which, number);
  if (side.analysis) map_of(ui, *side.analysis, pointing, number);
}

}  // namespace

void draw_compare(Ui& ui, Comparison& comparison, Explorer& explorer,
                  const std::vector<std::string>& recent) {
  title(ui, "Compare two models");
  draw_sentence(ui, explorer);
  hairline(ui);
  bool measure =
      path_box(ui, "Test data##Test data", &comparison.test_data, "labelled rows both are measured on");
  const bool ready = comparison.ready() && !comparison.test_data.empty() && comparison.measuring == 0;
  const bool both = comparison.sides[0].model && comparison.sides[1].model;
  const std::string words = comparison.measuring > 0 ? "Measuring …" : both ? "Measure both" : "Measure";
  measure = button(ui, words + "##measure", ready) || measure;
  ImGui::SameLine();
  check_box(ui, "Only held-out rows", &comparison.held_out);
  tip("Rows that a model was trained on tell little about it. Its training data is read from its run, or "
      "from its card.");
  if (measure) comparison.measure(expand_home(comparison.test_data));
  if (!comparison.note.empty()) soft(ui, comparison.note);
  draw_measured_rows(ui, comparison, explorer);
  hairline(ui);
  const float width = (ImGui::GetContentRegionAvail().x - ui.px(24)) / 2;
  const float height = std::max(ImGui::GetContentRegionAvail().y, ui.px(480));  // below it all of it scrolls
  for (size_t side : {size_t{0}, size_t{1}}) {
    if (side == 1) ImGui::SameLine(0, ui.px(24));
    ImGui::BeginChild(("side" + std::to_string(side)).c_str(), {width, height});
    const std::string number = std::to_string(side + 1);
    choose_model(ui, comparison, side, number, recent);
    draw_side(ui, comparison, side, &explorer.pointing, number);
    ImGui::EndChild();
  }
}

}  // namespace heed::studio
