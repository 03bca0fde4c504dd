#include "native/studio/ui/theme.h"

namespace heed::studio {
namespace {

ImVec4 vec(ImU32 colour, double alpha = 1) {
  return ImGui::ColorConvertU32ToFloat4(with_alpha(colour, alpha));
}

void colours(ImGuiStyle& style, const Palette& p) {
  ImVec4* c = style.Colors;
  c[ImGuiCol_Text] = c[ImGuiCol_CheckMark] = vec(p.ink);
  c[ImGuiCol_TextDisabled] = vec(p.ink_soft);
  c[ImGuiCol_WindowBg] = vec(p.paper);
  c[ImGuiCol_ChildBg] = vec(p.paper, 0);
  c[ImGuiCol_PopupBg] = vec(p.paper_raised);
  c[ImGuiCol_Border] = c[ImGuiCol_Separator] = c[ImGuiCol_TableBorderStrong] = c[ImGuiCol_TableBorderLight] =
      vec(p.hairline);
  c[ImGuiCol_BorderShadow] = vec(p.paper, 0);
  c[ImGuiCol_FrameBg] = c[ImGuiCol_Button] = vec(p.paper_sunk);
  c[ImGuiCol_ScrollbarBg] = vec(p.paper, 0);
  c[ImGuiCol_FrameBgHovered] = c[ImGuiCol_ButtonHovered] = c[ImGuiCol_FrameBgActive] = vec(p.hairline);
  c[ImGuiCol_ButtonActive] = vec(p.hairline_strong, 0.6);
  c[ImGuiCol_ScrollbarGrab] = vec(p.hairline);
  c[ImGuiCol_ScrollbarGrabHovered] = c[ImGuiCol_ScrollbarGrabActive] = vec(p.hairline_strong);
  c[ImGuiCol_SliderGrab] = c[ImGuiCol_SliderGrabActive] = c[ImGuiCol_NavHighlight] = vec(p.accent);
  c[ImGuiCol_Header] = vec(p.accent, 0.14);
  c[ImGuiCol_HeaderHovered] = vec(p.accent, 0.1);
  c[ImGuiCol_HeaderActive] = vec(p.accent, 0.2);
  c[ImGuiCol_SeparatorHovered] = c[ImGuiCol_SeparatorActive] = vec(p.accent);
  c[ImGuiCol_TextSelectedBg] = vec(p.accent, 0.25);
  c[ImGuiCol_ModalWindowDimBg] = {0, 0, 0, p.dark ? 0.55f : 0.3f};
  c[ImGuiCol_TableHeaderBg] = vec(p.paper_sunk);
  c[ImGuiCol_TableRowBg] = c[ImGuiCol_TableRowBgAlt] = vec(p.paper, 0);
  c[ImGuiCol_PlotLines] = c[ImGuiCol_PlotHistogram] = vec(p.accent);
  c[ImGuiCol_DragDropTarget] = vec(p.accent);
}

}  // namespace

void apply_theme(const Palette& palette, float scale) {
  ImGuiStyle style;
  style.WindowPadding = {16, 12};
  style.FramePadding = {8, 5};
  style.ItemSpacing = {8, 6};
  style.ItemInnerSpacing = {6, 4};
  style.CellPadding = {6, 3};
  style.ScrollbarSize = 12;
  style.FrameRounding = style.PopupRounding = style.GrabRounding = style.ScrollbarRounding = 6;
  style.WindowRounding = style.ChildRounding = 0;
  style.WindowBorderSize = style.ChildBorderSize = 0;
  style.FrameBorderSize = 1;
  style.GrabMinSize = 14;
  style.DisabledAlpha = 0.45f;
  style.ScaleAllSizes(scale);
  colours(style, palette);
  ImGui::GetStyle() = style;
}

}  // namespace heed::studio
