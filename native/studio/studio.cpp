#include "native/studio/studio.h"

#include "native/studio/ui/theme.h"

namespace heed::studio {

Studio::Studio(Window& window, Settings settings)
    : window_(window),
      workspace_(std::move(settings), Window::wake),
      palette_(workspace_.settings.theme == "dark"),
      layout_(ui_, workspace_) {
  ui_.palette = &palette_;
  ui_.fonts = &window.fonts();
  ui_.chooser = &chooser_;
  ui_.spreadsheet = &workspace_.settings.spreadsheet;
  ui_.photograph = [&window](ImVec2 min, ImVec2 max, Window::Photograph taken) {
    window.photograph(min, max, std::move(taken));
  };
}

bool Studio::turn() {
  for (const std::string& path : window_.take_dropped()) workspace_.drop(path);
  ask_before_closing();
  workspace_.turn();
  set_look();
  window_.frame([this] { draw(); });
  if (!window_.close_asked() && !closing_.agreed) return true;
  leave();
  return false;
}

void Studio::leave() {
  window_.size(&workspace_.settings.width, &workspace_.settings.height);
  workspace_.keep_settings();
}

// While something trains, or rows are changed and not saved, the window asks first; what trains leaves its
// checkpoint either way.
void Studio::ask_before_closing() {
  const bool loses = workspace_.runs.active() || !workspace_.data.changed.empty();
  if (!window_.close_asked() || !loses) return;
  window_.keep_open();
  closing_.asked = true;
}

void Studio::set_look() {
  palette_ = Palette(workspace_.settings.theme == "dark");
  window_.background = palette_.paper;
  window_.scale = static_cast<float>(workspace_.settings.scale);
  ui_.scale = window_.scale * window_.density();
  apply_theme(palette_, ui_.scale);
}

void Studio::draw() {
  ImGuiIO& io = ImGui::GetIO();
  // A map that has the arrow keys keeps them from ImGui's walk between widgets, which looks at this flag when
  // the next frame begins.
  if (ui_.map_has_keys)
    io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
  else
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  ui_.map_has_keys = false;
  ui_.seen.clear();
  for (Pointing* pointing :
       {&workspace_.explorer.pointing, &workspace_.two_sentences.pointing, &workspace_.lab.pointing})
    pointing->next_frame();
  layout_.draw(closing_);
}

}  // namespace heed::studio
