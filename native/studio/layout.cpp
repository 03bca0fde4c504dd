// The whole window: what is chosen in the head decides what stands below it.
#include <algorithm>

#include "native/studio/studio.h"

namespace heed::studio {
namespace {

// A column that scrolls by itself.
template <class Draw>
void column(const char* name, float width, float height, const Draw& draw) {
  ImGui::BeginChild(name, {width, height}, false, ImGuiWindowFlags_AlwaysUseWindowPadding);
  draw();
  ImGui::EndChild();
}

// A line between two columns that can be dragged; `sign` is the direction in which `width` grows.
void divider(Studio& studio, const char* name, double* width, double sign, float height) {
  Ui& ui = studio.ui;
  ImGui::SameLine(0, 0);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton(name, {ui.px(7), height});
  const bool lit = ImGui::IsItemHovered() || ImGui::IsItemActive();
  if (lit) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (ImGui::IsItemActive())
    *width =
        std::clamp(*width + sign * static_cast<double>(ImGui::GetIO().MouseDelta.x / ui.scale), 200.0, 800.0);
  ImGui::GetWindowDrawList()->AddLine({at.x + ui.px(3), at.y}, {at.x + ui.px(3), at.y + height},
                                      lit ? ui.colours().accent : ui.colours().hairline);
  ImGui::SameLine(0, 0);
}

// What can be found by looking at one sentence.
void sentence_column(Studio& studio, float width, float height) {
  column("sentence", width, height, [&] {
    draw_sentence(studio);
    draw_prediction(studio);
    draw_tokens(studio);
    draw_top_pairs(studio);
  });
}

// Left: recipe and data; centre: curves over the map; right: sentence and prediction.
void train_tab(Studio& studio) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  Ui& ui = studio.ui;
  double& left = studio.settings.left;
  double& right = studio.settings.right;
  // In a narrow window the side columns give way.
  const float most = (room.x / ui.scale - 14) * 0.34f;
  const float left_width = ui.px(std::min(static_cast<float>(left), most));
  const float right_width = ui.px(std::min(static_cast<float>(right), most));
  column("left", left_width, room.y, [&] {
    draw_recipe(studio);
    draw_data_source(studio);
    draw_train(studio);
    draw_hyper_parameters(studio);
  });
  divider(studio, "##left edge", &left, 1, room.y);
  const float centre = room.x - left_width - right_width - 2 * ui.px(7);
  column("centre", centre, room.y, [&] {
    draw_curves(studio, room.y * 0.34f);
    draw_epochs(studio);
    draw_attention(studio, ImGui::GetContentRegionAvail().y);
  });
  divider(studio, "##right edge", &right, -1, room.y);
  sentence_column(studio, right_width, room.y);
}

void explore_tab(Studio& studio) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  Ui& ui = studio.ui;
  const float right_width = std::max(ui.px(static_cast<float>(studio.settings.right)), room.x * 0.32f);
  column("map", room.x - right_width - ui.px(7), room.y,
         [&] { draw_attention(studio, ImGui::GetContentRegionAvail().y); });
  divider(studio, "##right edge", &studio.settings.right, -1, room.y);
  sentence_column(studio, right_width, room.y);
}

}  // namespace

void draw_layout(Studio& studio) {
  Ui& ui = studio.ui;
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(viewport.Pos);
  ImGui::SetNextWindowSize(viewport.Size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8), 0});
  ImGui::Begin("Heed Studio", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus);
  ImGui::PopStyleVar(2);
  draw_head(studio);
  if (studio.asks_to_close) draw_closing(studio);
  draw_status(studio);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (studio.tab == "Explore")
    explore_tab(studio);
  else if (studio.tab == "Data")
    column("data", room.x, room.y, [&] { draw_data(studio); });
  else if (studio.tab == "Two sentences")
    column("two sentences", room.x, room.y, [&] { draw_two_sentences(studio); });
  else if (studio.tab == "Lab")
    column("lab", room.x, room.y, [&] { draw_lab(studio); });
  else if (studio.tab == "Compare")
    column("compare", room.x, room.y, [&] { draw_compare(studio); });
  else if (studio.tab == "Models")
    column("models", room.x, room.y, [&] { draw_models(studio); });
  else
    train_tab(studio);
  ImGui::End();
}

}  // namespace heed::studio
