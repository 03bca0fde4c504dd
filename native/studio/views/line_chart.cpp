#include "native/studio/views/line_chart.h"

#include <algorithm>
#include <cmath>

#include "native/numbers.h"

namespace heed::studio {
namespace {

// 1, 2 or 5 times a power of ten, so that about `count` of them fit.
float tick_step(float extent, int count) {
  const float rough = std::max(extent, 1e-9f) / static_cast<float>(count);
  const float power = std::pow(10.0f, std::floor(std::log10(rough)));
  for (float factor : {1.0f, 2.0f, 5.0f})
    if (factor * power >= rough) return factor * power;
  return 10 * power;
}

float logarithm(float value) {
  return std::log10(std::max(value, 1e-9f));
}

struct Frame {
  ImVec2 min, max;       // of the plot on the screen
  float x0, x1, y0, y1;  // values at its edges; of y its logarithms, where that is the scale
  bool logarithmic = false;
  float x(float value) const { return min.x + (value - x0) / (x1 - x0) * (max.x - min.x); }
  float y(float value) const {
    const float at = logarithmic ? logarithm(value) : value;
    return max.y - (at - y0) / (y1 - y0) * (max.y - min.y);
  }
  float value_at(float pixel) const { return x0 + (pixel - min.x) / (max.x - min.x) * (x1 - x0); }
};

void y_tick(Ui& ui, ImDrawList& draw, const Frame& f, float y, int digits) {
  ImFont* font = ui.fonts->small();
  const std::string words = decimal(static_cast<double>(y), digits);
  const float width = font->CalcTextSizeA(font->FontSize, 1e6f, 0, words.c_str()).x;
  draw.AddLine({f.min.x, f.y(y)}, {f.max.x, f.y(y)}, ui.colours().hairline);
  draw.AddText(font, font->FontSize, {f.min.x - width - ui.px(6), f.y(y) - font->FontSize / 2},
               ui.colours().ink_soft, words.c_str());
}

// 1, 2 and 5 times each power of ten, or only the powers where there are many.
void logarithmic_ticks(Ui& ui, ImDrawList& draw, const Frame& f) {
  const bool many = f.y1 - f.y0 > 2;
  for (float power = std::floor(f.y0); power <= f.y1; ++power)
    for (float factor : {1.0f, 2.0f, 5.0f}) {
      const float value = factor * std::pow(10.0f, power);
      if ((many && factor > 1) || logarithm(value) < f.y0 || logarithm(value) > f.y1) continue;
      y_tick(ui, draw, f, value, std::max(0, -static_cast<int>(power)));
    }
}

void axes(Ui& ui, ImDrawList& draw, const Frame& f) {
  ImFont* font = ui.fonts->small();
  const float size = font->FontSize;
  const float dy = tick_step(f.y1 - f.y0, 4);
  const int digits = std::max(0, -static_cast<int>(std::floor(std::log10(dy))));
  if (f.logarithmic)
    logarithmic_ticks(ui, draw, f);
  else
    for (float y = std::ceil(f.y0 / dy) * dy; y <= f.y1 + dy * 1e-3f; y += dy) y_tick(ui, draw, f, y, digits);
  const float dx = std::max(1.0f, tick_step(f.x1 - f.x0, 8));
  for (float x = std::ceil(f.x0 / dx) * dx; x <= f.x1 + dx * 1e-3f; x += dx) {
    const std::string words = decimal(static_cast<double>(x), 0);
    const float width = font->CalcTextSizeA(size, 1e6f, 0, words.c_str()).x;
    draw.AddText(font, size, {f.x(x) - width / 2, f.max.y + ui.px(3)}, ui.colours().ink_soft, words.c_str());
  }
}

// From `along` the curve on; returns how far along its end is.
float dashes(ImDrawList& draw, ImVec2 a, ImVec2 b, float along, float dash, ImU32 colour, float width) {
  const float length = std::hypot(b.x - a.x, b.y - a.y);
  auto at = [&](float t) { return ImVec2{a.x + (b.x - a.x) * t / length, a.y + (b.y - a.y) * t / length}; };
  for (float t = 0; t < length;) {
    const float phase = std::fmod(along + t, 2 * dash);
    const bool drawn = phase < dash;
    const float end = std::min(length, t + (drawn ? dash : 2 * dash) - phase + 1e-3f);
    if (drawn) draw.AddLine(at(t), at(end), colour, width);
    t = end;
  }
  return std::fmod(along + length, 2 * dash);
}

void curve(Ui& ui, ImDrawList& draw, const Frame& f, const Curve& c) {
  const float width = ui.px(c.faint ? 1.0f : 1.75f);
  size_t last = 0;  // drawn
  float along = 0;  // the curve, so that dashes go on from one piece to the next
  for (size_t i = 1; i < c.points.size(); ++i) {
    const ImVec2 a{f.x(c.points[last].x), f.y(c.points[last].y)}, b{f.x(c.points[i].x), f.y(c.points[i].y)};
    if (b.x - a.x < 0.75f && i + 1 < c.points.size()) continue;  // a run of many epochs has more than pixels
    last = i;
    if (c.dashed)
      along = dashes(draw, a, b, along, ui.px(4), c.colour, width);
    else
      draw.AddLine(a, b, c.colour, width);
  }
  if (c.points.size() <= 40 && !c.faint)
    for (const ImVec2& point : c.points)
      draw.AddCircleFilled({f.x(point.x), f.y(point.y)}, ui.px(2.4f), c.colour);
  for (const ImVec2& point : c.points)
    if (c.marked > 0 && point.x == c.marked)
      draw.AddCircle({f.x(point.x), f.y(point.y)}, ui.px(6), c.colour, 0, ui.px(1.75f));
}

// Zoom about the mouse, drag, double click.
void move(const Frame& f, ChartRange* range, float first, float last) {
  const ImGuiIO& io = ImGui::GetIO();
  float from = f.x0, to = f.x1;
  if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
    const float centre = f.value_at(io.MousePos.x), factor = std::pow(0.8f, io.MouseWheel);
    from = centre - (centre - from) * factor;
    to = centre + (to - centre) * factor;
  }
  if (ImGui::IsItemActive() && io.MouseDelta.x != 0 && range->to > range->from) {
    const float moved = io.MouseDelta.x / (f.max.x - f.min.x) * (f.x1 - f.x0);
    from -= moved;
    to -= moved;
  }
  const bool all = ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0);
  if (from == f.x0 && to == f.x1 && !all) return;
  const float width = std::max(1.0f, to - from);
  if (all || width >= last - first) {
    *range = {};
    return;
  }
  from = std::clamp(from, first, last - width);
  *range = {from, from + width};
}

// The values of all curves at the epoch nearest to the mouse.
void readout(Ui& ui, ImDrawList& draw, const Frame& f, const std::vector<Curve>& curves, int digits) {
  const float at = std::round(f.value_at(ImGui::GetIO().MousePos.x));
  std::string words;
  for (const Curve& c : curves)
    for (const ImVec2& point : c.points) {
      if (point.x != at || c.faint) continue;
      words += "\n" + c.name + "  " + decimal(static_cast<double>(point.y), digits) +
               (c.marked == at ? ", the best" : "");
      draw.AddCircleFilled({f.x(point.x), f.y(point.y)}, ui.px(4), c.colour);
    }
  if (words.empty()) return;
  draw.AddLine({f.x(at), f.min.y}, {f.x(at), f.max.y}, ui.colours().hairline_strong);
  ImGui::SetTooltip("epoch %d%s", static_cast<int>(at), words.c_str());
}

}  // namespace

std::vector<ImVec2> smoothed(const std::vector<ImVec2>& points, float weight) {
  if (weight <= 0) return points;
  std::vector<ImVec2> all;
  float sum = 0, kept = 1;  // `kept`: the share of the begin, of which nothing is known, in the sum
  for (const ImVec2& point : points) {
    sum = weight * sum + (1 - weight) * point.y;
    kept *= weight;
    all.push_back({point.x, sum / (1 - kept)});
  }
  return all;
}

ImVec2 value_range(const std::vector<Curve>& curves, float from, float to, float floor, float ceiling) {
  float low = INFINITY, high = -INFINITY;
  for (const Curve& c : curves)
    for (const ImVec2& point : c.points) {
      if (point.x < from || point.x > to || !std::isfinite(point.y)) continue;
      low = std::min(low, point.y);
      high = std::max(high, point.y);
    }
  if (low > high) return {floor, std::isfinite(ceiling) ? ceiling : floor + 1};
  const float air = std::max((high - low) * 0.08f, std::max(std::abs(high) * 0.01f, 1e-4f));
  return {std::max(floor, low - air), std::min(ceiling, high + air)};
}

namespace {

ImVec2 logarithmic_range(std::vector<Curve> curves, float from, float to) {
  for (Curve& c : curves)
    for (ImVec2& point : c.points) point.y = logarithm(point.y);
  return value_range(curves, from, to, -9, INFINITY);
}

}  // namespace

void line_chart(Ui& ui, const std::string& label, const std::vector<Curve>& curves, ImVec2 size,
                ChartRange* range, const ChartScale& scale) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton(("##" + label).c_str(), size);
  ui.mark(label);
  float first = 1, last = 2;
  bool any = false;
  for (const Curve& c : curves)
    for (const ImVec2& point : c.points) {
      first = any ? std::min(first, point.x) : point.x;
      last = any ? std::max(last, point.x) : point.x;
      any = true;
    }
  last = std::max(last, first + 1);
  Frame f{{corner.x + ui.px(44), corner.y + ui.px(6)},
          {corner.x + size.x - ui.px(8), corner.y + size.y - ui.px(20)},
          first,
          last,
          0,
          1,
          scale.logarithmic};
  if (range->to > range->from) {
    f.x0 = std::max(range->from, first);
    f.x1 = std::min(std::max(range->to, f.x0 + 1), last);
  }
  const ImVec2 values = scale.logarithmic ? logarithmic_range(curves, f.x0, f.x1)
                                          : value_range(curves, f.x0, f.x1, 0, scale.ceiling);
  f.y0 = values.x;
  f.y1 = std::max(values.y, values.x + 1e-4f);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  axes(ui, draw, f);
  if (any) move(f, range, first, last);
  draw.PushClipRect({f.min.x - ui.px(4), f.min.y - ui.px(4)}, {f.max.x + ui.px(4), f.max.y + ui.px(4)}, true);
  for (const Curve& c : curves) curve(ui, draw, f, c);
  if (ImGui::IsItemHovered()) readout(ui, draw, f, curves, scale.digits);
  draw.PopClipRect();
}

}  // namespace heed::studio
