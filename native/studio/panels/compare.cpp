#include "native/studio/panels/compare.h"

#include <algorithm>

#include "native/numbers.h"
#include "native/studio/panels/measured_rows.h"
#include "native/studio/panels/sentence.h"
#include "native/studio/paths.h"
#include "native/studio/ui/path_box.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"
#include "native/studio/views/bars.h"
#include "native/studio/views/matrix.h"

namespace heed::studio {
namespace {

std::string rate(const nlohmann::json& metrics, const char* key) {
  return metrics.is_object() && metrics.contains(key) ? decimal(metrics[key].get<double>(), 4) : "–";
}

// What saying the second of two classes earlier or later gains and costs.
void threshold(Ui& ui, Compared& side, const std::string& number) {
  const std::string& second = side.rows->labels[1];
  real_slider(ui, "“" + second + "” is said from a probability of##threshold " + number, &side.threshold, 0,
              1);
  const nlohmann::json figures = session::threshold_figures(*side.rows, side.threshold);
  for (const auto& [name, key] :
       {std::pair{"precision", "precision"}, {"recall", "recall"}, {"F1", "f1"}, {"share said", "share"}}) {
    if (key != std::string("precision")) ImGui::SameLine(0, ui.px(20));
    figure(ui, name, rate(figures, key));
    ui.mark(std::string(key) + " " + number);
  }
}

void measured(Ui& ui, Comparison& comparison, size_t side, const std::string& number) {
  const nlohmann::json& metrics = comparison.sides[side].metrics;
  if (!metrics.is_object()) return;
  hairline(ui);
  title(ui, "On " + std::to_string(metrics["n"].get<int64_t>()) + " rows");
  for (const auto& [name, key] : {std::pair{"accuracy", "accuracy"},
                                  std::pair{"F1, mean of classes", "macro_f1"}, std::pair{"loss", "loss"}}) {
    if (key != std::string("accuracy")) ImGui::SameLine(0, ui.px(20));
    figure(ui, name, rate(metrics, key));
    ui.mark(key + (" " + number));
  }
  std::vector<std::string> classes;
  for (const nlohmann::json& entry : metrics["per_class"])
    classes.push_back(entry["label"].get<std::string>());
  const float height = std::min(ui.px(40) * static_cast<float>(classes.size()) + ui.px(110), ui.px(320));
  if (classes.size() == 2) threshold(ui, comparison.sides[side], number);
  const auto cell = confusion_matrix(ui, "Confusion " + number, classes,
                                     metrics["confusion"].get<std::vector<std::vector<int64_t>>>(),
                                     {ImGui::GetContentRegionAvail().x, height}, ". A click shows them");
  if (!cell) return;
  const RowChoice::Of of = side == 0 ? RowChoice::Of::kFirst : RowChoice::Of::kSecond;
  comparison.choose({of, static_cast<int>(cell->first), static_cast<int>(cell->second)});
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
  check_box(ui, "Only rows that were held out", &comparison.held_out);
  tip("Rows whose text one of the models was trained on tell little about it. What that was is read from its "
      "run, "
      "or from its card.");
  if (measure) comparison.measure(expand_home(comparison.test_data));
  if (!comparison.note.empty()) soft(ui, comparison.note);
  draw_measured_rows(ui, comparison, explorer);
  hairline(ui);
  const float width = (ImGui::GetContentRegionAvail().x - ui.px(24)) / 2;
  for (size_t side : {size_t{0}, size_t{1}}) {
    if (side == 1) ImGui::SameLine(0, ui.px(24));
    ImGui::BeginChild(("side" + std::to_string(side)).c_str(), {width, 0});
    const std::string number = std::to_string(side + 1);
    choose_model(ui, comparison, side, number, recent);
    draw_side(ui, comparison, side, &explorer.pointing, number);
    ImGui::EndChild();
  }
}

}  // namespace heed::studio
