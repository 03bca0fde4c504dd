#include "native/studio/views/histogram.h"

#include <algorithm>

#include "native/numbers.h"
#include "native/studio/ui/typography.h"
#include "native/studio/views/labels.h"

namespace heed::studio {

void histogram(Ui& ui, const std::string& label, const Histogram& given) {
  ImFont* small = ui.fonts->small();
  const float width = ImGui::GetContentRegionAvail().x, height = ui.px(56);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Dummy({width, height + small->FontSize + ui.px(3)});
  ui.mark(label);
  tip(label);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const double most = std::max(1.0, *std::max_element(given.counts.begin(), given.counts.end()));
  const float bar = width / static_cast<float>(given.counts.size());
  for (size_t i = 0; i < given.counts.size(); ++i) {
    const float tall = height * static_cast<float>(given.counts[i] / most);
    const float left = at.x + bar * static_cast<float>(i);
    draw.AddRectFilled({left, at.y + height - tall}, {left + std::max(bar - 1, 1.0f), at.y + height},
                       ui.colours().at(0.55));
  }
  draw.AddLine({at.x, at.y + height}, {at.x + width, at.y + height}, ui.colours().hairline_strong);
  const double share = std::clamp((given.mark - given.from) / (given.to - given.from), 0.0, 1.0);
  const float x = at.x + width * static_cast<float>(share);
  draw.AddLine({x, at.y}, {x, at.y + height}, ui.colours().ink, ui.px(1.5f));
  const ImVec2 below{at.x, at.y + height + ui.px(2)};
  const std::string from = decimal(given.from, 1), to = decimal(given.to, 1);
  draw.AddText(small, small->FontSize, below, ui.colours().ink_soft, from.c_str());
  draw.AddText(small, small->FontSize, {at.x + width - width_of(small, to), below.y}, ui.colours().ink_soft,
               to.c_str());
}

std::vector<double> binned(const std::vector<double>& values, size_t bins, double most) {
  std::vector<double> counts(bins, 0.0);
  for (const double value : values) {
    const auto bin = static_cast<size_t>(value / most * static_cast<double>(bins));
    counts[std::min(bin, bins - 1)] += 1;
  }
  return counts;
}

}  // namespace heed::studio
