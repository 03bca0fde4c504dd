#include "native/studio/panels/tokens.h"

#include "native/studio/ui/typography.h"
#include "native/studio/views/token_strip.h"

namespace heed::studio {

void draw_tokens(Ui& ui, Explorer& explorer) {
  const auto& analysis = explorer.analysis();
  if (!analysis || analysis->tokens.empty()) return;
  hairline(ui);
  title(ui, "Tokens");
  const bool pooling = explorer.map() != nullptr && explorer.map()->kind == "pooling";
  token_strip(ui, analysis->tokens, analysis->received, pooling, &explorer.pointing);
  ImGui::Dummy({0, ui.px(2)});
  if (!analysis->received.empty()) soft(ui, "coloured by attention received");
}

}  // namespace heed::studio
