#include "native/studio/panels/lab.h"

#include <algorithm>

#include "native/studio/panels/lab_maps.h"
#include "native/studio/panels/lab_steps.h"
#include "native/studio/ui/text_input.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"

namespace heed::studio {
namespace {

// One text that attends to itself, or two.
void lab_texts(Ui& ui, AttendQuestion& question) {
  bool pair = question.query != question.key;
  if (check_box(ui, "A pair of texts", &pair))
    question.key = pair ? session::example_pair().key : question.query;
  soft(ui, pair ? "Query text" : "Query and key text");
  if (wrapped_input(ui, "Lab text", &question.query, 4) && !pair) question.key = question.query;
  if (!pair) return;
  soft(ui, "Key text");
  wrapped_input(ui, "Lab key text", &question.key, 4);
}

void settings(Ui& ui, AttendQuestion& question) {
  session::AttendOptions& options = question.options;
  check_box(ui, "Random tensors", &question.tensors);
  tip("torch.manual_seed(42), q, k, v = randn(1, 3, 4): a published lesson prints the weights of scaled "
      "dot-product attention over them.");
  if (!question.tensors) lab_texts(ui, question);
  real_slider(ui, "Temperature", &options.temperature, 0.05f, 5);
  whole_number(ui, "Window", &options.window, 1, 20);
  whole_number(ui, "Hidden width", &options.width, 1, 256);
  whole_number(ui, "Heads", &options.heads, 1, 16);
  auto seed = static_cast<int64_t>(options.seed);
  if (whole_number(ui, "Seed", &seed, 0, 4294967295)) options.seed = static_cast<uint64_t>(seed);
  check_box(ui, "Causal mask", &options.causal);
}

}  // namespace

void draw_lab(Ui& ui, Attending& lab, WordVectorsPanel& vectors) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float left = std::clamp(room.x * 0.24f, ui.px(200), ui.px(320));
  ImGui::BeginChild("lab settings", {left, room.y});
  title(ui, "Lab");
  soft(ui, "The lab trains nothing. Weights that training would set are drawn at random from the seed.");
  settings(ui, lab.question);
  hairline(ui);
  vectors.draw(ui, lab);
  ImGui::EndChild();
  ImGui::SameLine(0, ui.px(20));
  ImGui::BeginChild("lab maps", {0, room.y});
  draw_lab_maps(ui, lab);
  draw_lab_steps(ui, lab);
  ImGui::EndChild();
}

}  // namespace heed::studio
