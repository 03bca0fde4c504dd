#include "native/studio/panels/tokens.h"

#include "native/studio/ui/typography.h"
#include "native/studio/views/token_strip.h"

namespace heed::studio {

void draw_tokens(Ui& ui, Explorer& explorer, const session::Edited* edited) {
  if (!explorer.analysis()) return;
  const session::Analysis& analysis = seen(explorer, edited);
  if (analysis.tokens.empty()) return;
  hairline(ui);
  title(ui, "Tokens");
  // A token is a key alone where what attends is something else.
  const bool pooling =
      explorer.translation() || (explorer.map() != nullptr && explorer.map()->kind == "pooling");
  token_strip(ui, analysis.tokens, analysis.received, pooling, &explorer.pointing);
  ImGui::Dummy({0, ui.px(2)});
  if (!analysis.received.empty()) soft(ui, "coloured by attention received");
}

}  // namespace heed::studio
