// Two models side by side: on the same sentence, and on the same labelled rows.
#include "native/studio/path_box.h"
#include "native/studio/studio.h"
#include "native/studio/views/bars.h"
#include "native/studio/views/matrix.h"

namespace heed::studio {
namespace {

std::string rate(const nlohmann::json& metrics, const char* key) {
  return metrics.is_object() && metrics.contains(key) ? decimal(metrics[key].get<double>(), 4) : "–";
}

void measured(Studio& studio, const nlohmann::json& metrics, size_t side) {
  Ui& ui = studio.ui;
  if (!metrics.is_object()) return;
  hairline(ui);
  title(ui, "On " + std::to_string(metrics["n"].get<int64_t>()) + " rows");
  for (const auto& [name, key] : {std::pair{"accuracy", "accuracy"},
                                  std::pair{"F1, mean of classes", "macro_f1"}, std::pair{"loss", "loss"}}) {
    if (key != std::string("accuracy")) ImGui::SameLine(0, ui.px(20));
    figure(ui, name, rate(metrics, key));
    ui.mark(std::string(key) + " " + std::to_string(side + 1));
  }
  std::vector<std::string> classes;
  for (const nlohmann::json& entry : metrics["per_class"])
    classes.push_back(entry["label"].get<std::string>());
  const float height = std::min(ui.px(40) * static_cast<float>(classes.size()) + ui.px(110), ui.px(320));
  confusion_matrix(ui, "Confusion " + std::to_string(side + 1), classes,
                   metrics["confusion"].get<std::vector<std::vector<int64_t>>>(),
                   {ImGui::GetContentRegionAvail().x, height});
}

void said(Studio& studio, Compared& side, size_t index) {
  Ui& ui = studio.ui;
  const session::Analysis& analysis = *side.analysis;
  if (!analysis.prediction) return;
  hairline(ui);
  ui.fonts->need(analysis.prediction->label);
  ImGui::PushFont(ui.fonts->large());
  ImGui::TextUnformatted(analysis.prediction->label.c_str());
  ui.mark("Prediction " + std::to_string(index + 1));
  ImGui::PopFont();
  bars(ui, analysis.classes, 5);
}

void map_of(Studio& studio, const session::Analysis& analysis, size_t index) {
  Ui& ui = studio.ui;
  if (analysis.attention.empty()) return;
  hairline(ui);
  const session::AttentionMap& map = analysis.attention.back();
  const Heat heat = heat_of(analysis, map, weights_of(map, -1), false);
  const float width = ImGui::GetContentRegionAvail().x;
  heat_map(ui, "Map " + std::to_string(index + 1), heat, {width, std::min(width, ui.px(300))},
           &studio.explorer.pointing);
  legend(ui, heat.full, "last layer, mean of heads");
}

void draw_side(Studio& studio, size_t index) {
  Ui& ui = studio.ui;
  Compared& side = studio.comparison.sides[index];
  const std::string number = std::to_string(index + 1);
  std::string& path = studio.compare_path[index];
  if (path_box(ui, "Model " + number + "##Model " + number, &path, "a model folder"))
    studio.compare_with(index, expand_home(path));
  std::vector<std::string> recent{"recent models"};
  recent.insert(recent.end(), studio.settings.recent_models.begin(), studio.settings.recent_models.end());
  size_t chosen = 0;
  if (choose(ui, "##Recent models " + number, recent, &chosen)) studio.compare_with(index, recent[chosen]);
  problem(ui, side.problem);
  if (!side.model) return;
  const session::ModelInfo info = side.model->info();
  soft(ui, info.name + ", " + info.architecture + ", " + with_separators(info.parameters) + " parameters");
  if (side.analysis) said(studio, side, index);
  measured(studio, side.metrics, index);
  if (side.analysis) map_of(studio, *side.analysis, index);
}

}  // namespace

void draw_compare(Studio& studio) {
  Ui& ui = studio.ui;
  title(ui, "Compare two models");
  draw_sentence(studio);
  hairline(ui);
  if (path_box(ui, "Test data##Test data", &studio.test_path, "labelled rows both are measured on"))
    studio.comparison.measure(expand_home(studio.test_path), "");
  const bool ready = studio.comparison.sides[0].model && studio.comparison.sides[1].model;
  if (button(ui, studio.comparison.measuring ? "Measuring …##measure" : "Measure both##measure",
             ready && !studio.test_path.empty() && !studio.comparison.measuring))
    studio.comparison.measure(expand_home(studio.test_path), "");
  hairline(ui);
  const float width = (ImGui::GetContentRegionAvail().x - ui.px(24)) / 2;
  for (size_t side : {size_t{0}, size_t{1}}) {
    if (side == 1) ImGui::SameLine(0, ui.px(24));
    ImGui::BeginChild(("side" + std::to_string(side)).c_str(), {width, 0});
    draw_side(studio, side);
    ImGui::EndChild();
  }
}

}  // namespace heed::studio
