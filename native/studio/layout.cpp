#include "native/studio/layout.h"

#include <algorithm>

#include "native/studio/panels/attention.h"
#include "native/studio/panels/compare.h"
#include "native/studio/panels/curves.h"
#include "native/studio/panels/data_source.h"
#include "native/studio/panels/epochs.h"
#include "native/studio/panels/fetch.h"
#include "native/studio/panels/findings.h"
#include "native/studio/panels/head.h"
#include "native/studio/panels/hyper_parameters.h"
#include "native/studio/panels/lab.h"
#include "native/studio/panels/nearest.h"
#include "native/studio/panels/next_word.h"
#include "native/studio/panels/prediction.h"
#include "native/studio/panels/recipe.h"
#include "native/studio/panels/runs.h"
#include "native/studio/panels/search.h"
#include "native/studio/panels/sentence.h"
#include "native/studio/panels/status.h"
#include "native/studio/panels/tokenizers.h"
#include "native/studio/panels/tokens.h"
#include "native/studio/panels/top_pairs.h"
#include "native/studio/panels/train.h"
#include "native/studio/panels/translation.h"
#include "native/studio/panels/two_sentences.h"
#include "native/studio/panels/why.h"

namespace heed::studio {

Layout::Layout(Ui& ui, Workspace& work)
    : ui_(ui),
      work_(work),
      data_(work.data, work.data_file, work.folds, work.form, work.explorer, work.explained, work.section),
      models_(work.models, work.explorer, work.settings),
      vectors_(work.vectors),
      what_if_(work.why, work.explorer),
      evidence_(work.evidence, work.beside, work.figures, work.explorer, work.section) {}

// A column that scrolls by itself, as high as there is room.
template <class Draw>
void Layout::column(const char* name, float width, const Draw& draw) {
  ImGui::BeginChild(name, {width, ImGui::GetContentRegionAvail().y}, false,
                    ImGuiWindowFlags_AlwaysUseWindowPadding);
  draw();
  ImGui::EndChild();
  ui_.mark(std::string("column ") + name);
}

// A line between two columns that can be dragged; `sign` is the direction in which `width` grows.
void Layout::divider(const char* name, double* width, double sign) {
  ImGui::SameLine(0, 0);
  const float height = ImGui::GetContentRegionAvail().y;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton(name, {ui_.px(7), height});
  const bool lit = ImGui::IsItemHovered() || ImGui::IsItemActive();
  if (lit) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (ImGui::IsItemActive())
    *width = std::clamp(*width + sign * static_cast<double>(ImGui::GetIO().MouseDelta.x / ui_.scale), 200.0,
                        800.0);
  ImGui::GetWindowDrawList()->AddLine({at.x + ui_.px(3), at.y}, {at.x + ui_.px(3), at.y + height},
                                      lit ? ui_.colours().accent : ui_.colours().hairline);
  ImGui::SameLine(0, 0);
}

// What can be found by looking at one sentence, and why, where that is asked.
void Layout::sentence(Why* why) {
  draw_sentence(ui_, work_.explorer);
  if (work_.explorer.finds() == session::Finds::kClass)
    draw_prediction(ui_, work_.explorer.analysis(), why);
  else if (work_.explorer.finds() == session::Finds::kNext)
    draw_next_word(ui_, work_.writing, work_.explorer);
  else if (work_.explorer.finds() == session::Finds::kTarget)
    draw_translation(ui_, work_.explorer);
  else
    draw_findings(ui_, work_.findings, work_.explorer);
  if (why != nullptr) draw_why(ui_, *why, work_.explorer);
  const session::Edited* edited = why != nullptr ? why->edited() : nullptr;
  draw_tokens(ui_, work_.explorer, edited);
  draw_top_pairs(ui_, work_.explorer, edited);
  if (why != nullptr) draw_nearest(ui_, work_.nearest, work_.explorer, work_.data);
}

// Left: recipe and data; centre: curves over the map; right: sentence and prediction.
void Layout::train() {
  const float room = ImGui::GetContentRegionAvail().x;
  Settings& settings = work_.settings;
  // In a narrow window the side columns give way.
  const float most = (room / ui_.scale - 14) * 0.34f;
  const float left = ui_.px(std::min(static_cast<float>(settings.left), most));
  const float right = ui_.px(std::min(static_cast<float>(settings.right), most));
  column("left", left, [&] { train_left(); });
  divider("##left edge", &settings.left, 1);
  column("centre", room - left - right - 2 * ui_.px(7), [&] { train_centre(); });
  divider("##right edge", &settings.right, -1);
  column("sentence", right, [&] { sentence(nullptr); });
}

void Layout::train_left() {
  draw_recipe(ui_, work_.form, work_.data_file);
  const bool ready = !work_.data.loading && work_.data_file.is_read() && has_data(work_.form);
  draw_orders(ui_, work_.runs, work_.watch, work_.form, ready);
  draw_progress(ui_, work_.runs);
  draw_unfinished(ui_, work_.settings.unfinished, work_.runs, work_.watch);
  draw_failure(ui_, work_.watch);
  if (draw_data_source(ui_, work_.data_file, work_.data, work_.form, work_.fetching)) {
    data_.show_file();
    work_.section = Section::kData;
  }
  draw_device(ui_, work_.devices, work_.form, work_.notice);
  draw_hyper_parameters(ui_, work_.form);
  draw_search(ui_, work_.tuning, work_.form, ready);
}

void Layout::train_centre() {
  const float height = ImGui::GetContentRegionAvail().y * 0.34f;
  draw_curves(ui_, work_.runs, work_.watch.curves, height);
  draw_runs(ui_, work_.runs, work_.watch);
  draw_figures(ui_, work_.watch, work_.notice);
  draw_epochs(ui_, work_.watch, work_.explorer);
  const bool measured = work_.watch.run() && !work_.watch.run()->epochs.empty();
  draw_attention(ui_, work_.explorer, ImGui::GetContentRegionAvail().y,
                 measured ? [this](ImVec2 size) { confusion(size); } : BesideMap());
}

void Layout::confusion(ImVec2 size) {
  if (const std::optional<ClickedCell> clicked = draw_confusion(ui_, work_.watch, size))
    work_.show_rows(*clicked->run, clicked->after, clicked->on_validation, clicked->cell);
}

void Layout::explore() {
  const float room = ImGui::GetContentRegionAvail().x;
  double& right = work_.settings.right;
  const float width = std::max(ui_.px(static_cast<float>(right)), room * 0.32f);
  column("map", room - width - ui_.px(7), [&] {
    const float height = ImGui::GetContentRegionAvail().y - what_if_.height();
    draw_attention(ui_, work_.explorer, height, nullptr, work_.why.edited());
    what_if_.draw(ui_);
  });
  divider("##right edge", &right, -1);
  column("sentence", width, [&] { sentence(&work_.why); });
}

void Layout::section() {
  const float width = ImGui::GetContentRegionAvail().x;
  switch (work_.section) {
    case Section::kTrain:
      return train();
    case Section::kExplore:
      return explore();
    case Section::kEvidence:
      return column("evidence", width, [&] { evidence_.draw(ui_); });
    case Section::kTwoSentences:
      return column("two sentences", width, [&] { draw_two_sentences(ui_, work_.two_sentences, vectors_); });
    case Section::kLab:
      return column("lab", width, [&] { draw_lab(ui_, work_.lab, vectors_); });
    case Section::kTokenizer:
      return column("tokenizer", width, [&] { draw_tokenizers(ui_, work_.tokenizers); });
    case Section::kData:
      return column("data", width, [&] { data_.draw(ui_); });
    case Section::kCompare:
      return column("compare", width, [&] {
        draw_compare(ui_, work_.comparison, work_.explorer, work_.settings.recent_models);
      });
    case Section::kModels:
      return column("models", width, [&] { models_.draw(ui_); });
  }
}

void Layout::draw(Closing& closing) {
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(viewport.Pos);
  ImGui::SetNextWindowSize(viewport.Size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui_.px(8), 0});
  ImGui::Begin("Heed Studio", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus);
  ImGui::PopStyleVar(2);
  draw_head(ui_, work_.section, work_.settings, work_.devices);
  const std::shared_ptr<Run> active = work_.runs.active();
  if (closing.asked) draw_closing(ui_, active ? active->name : "", work_.data.changed.size(), closing);
  draw_status(ui_, work_.notice);
  section();
  ImGui::End();
}

}  // namespace heed::studio
