#include "native/studio/panels/next_word.h"

#include <algorithm>
#include <cmath>

#include "native/numbers.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"
#include "native/studio/views/bars.h"
#include "native/studio/views/chips.h"

namespace heed::studio {
namespace {

std::string read_as(const session::NextToken& token) {
  return token.text.empty() ? token.token : token.text;
}

void candidates(Ui& ui, Writing& writing) {
  title(ui, "Next word");
  std::vector<session::ClassProbability> tokens;
  for (const session::NextToken& one : writing.found().next)
    tokens.push_back({read_as(one), one.probability});
  if (const auto chosen = bars_to_click(ui, tokens, tokens.size(), {}))
    for (const session::NextToken& one : writing.found().next)
      if (read_as(one) == *chosen) {
        writing.write(one);
        break;
      }
  soft(ui, "Candidates for the next token. Click one to append it.");
}

void orders_to_write(Ui& ui, Writing& writing) {
  session::WritingOptions& options = writing.options;
  real_slider(ui, "Temperature##writing temperature", &options.temperature, 0, 2);
  tip("0: always the likeliest token. Else tokens are drawn, the more evenly the higher it is");
  if (options.temperature > 0) {
    real_slider(ui, "Top p##top p", &options.top_p, 0.05f, 1);
    tip("Samples from the most likely tokens that together have this probability (Holtzman et al. 2020); 1: "
        "all");
    whole_number(ui, "Top k, 0: all##top k", &options.top_k, 0, 1000);
    auto seed = static_cast<int64_t>(options.seed);
    if (whole_number(ui, "Seed##writing seed", &seed, 0, 4294967295))
      options.seed = static_cast<uint64_t>(seed);
  }
  whole_number(ui, "Tokens##writing tokens", &writing.tokens, 1, 1000);
  if (writing.going()) {  // as soon as it is pressed: what is above it grows meanwhile
    if (button(ui, "Stop##Stop writing") || ImGui::IsItemActivated()) writing.stop();
  } else if (button(ui, "Write on##Write on")) {
    writing.write_on();
  }
  if (!writing.ended().empty() && !writing.going())
    soft(ui,
         writing.ended() == "end" ? "The model has ended the text." : "No more tokens fit into the model.");
  if (writing.written() == 0) return;
  soft(ui, std::to_string(writing.written()) + (writing.written() == 1 ? " token, " : " tokens, ") +
               decimal(writing.rate(), 0) + " a second");
  ui.mark("Writing rate");
}

double bits_of(const session::NextToken& token) {
  return token.probability > 0 ? -std::log2(token.probability) : 0;
}

// How little each token was to be expected behind those before it.
void surprise(Ui& ui, const Writing& writing) {
  const std::vector<session::NextToken>& given = writing.found().given;
  if (given.size() < 2) return;
  constexpr double kFull = 16;  // bits of the ramp's last colour
  hairline(ui);
  title(ui, "Surprise");
  std::vector<Chip> list;
  double sum = 0;
  for (size_t i = 0; i < given.size(); ++i) {
    Chip chip;
    chip.text = read_as(given[i]);
    std::replace(chip.text.begin(), chip.text.end(), '\n', ' ');
    chip.level = 0.75 * std::min(1.0, bits_of(given[i]) / kFull);
    chip.tip = i == 0 ? chip.text + ": nothing stands before it"
                      : chip.text + ": " + decimal(bits_of(given[i]), 1) + " bits, probability " +
                            decimal(given[i].probability, 4);
    sum += bits_of(given[i]);
    list.push_back(std::move(chip));
  }
  chips(ui, "surprise", list, 200);
  const double mean = sum / static_cast<double>(given.size() - 1);
  soft(ui, decimal(mean, 2) + " bits a token, perplexity " + decimal(std::exp2(mean), 1) +
               ": dark is what it did not expect, up to 16 bits.");
  ui.mark("Surprise mean");
}

// The logit lens: the last token's state after each layer, read as if it were the last.
void after_each_layer(Ui& ui, const Writing& writing) {
  const std::vector<session::LensLayer>& lens = writing.found().lens;
  if (lens.empty()) return;
  hairline(ui);
  title(ui, "After each layer");
  tip("The prediction from each layer's states (logit lens, nostalgebraist 2020)");
  if (!ImGui::BeginTable("lens", 3)) return;
  ImGui::TableSetupColumn("layer", ImGuiTableColumnFlags_WidthFixed, ui.px(58));
  ImGui::TableSetupColumn("says", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("said", ImGuiTableColumnFlags_WidthFixed, ui.px(52));
  for (const session::LensLayer& layer : lens) {
    std::string says;
    for (const session::NextToken& one : layer.candidates)
      says += (says.empty() ? "" : "   ") + read_as(one) + " " + decimal(one.probability, 2);
    std::replace(says.begin(), says.end(), '\n', ' ');
    ui.fonts->need(says);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    soft(ui, layer.layer < 0 ? "words" : std::to_string(layer.layer));
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(says.c_str());
    ImGui::TableNextColumn();
    soft(ui, decimal(layer.said.probability, 3));
    tip("of what the whole network says: " + read_as(layer.said));
  }
  ImGui::EndTable();
  ui.mark("Lens");
}

std::string in_quotes(const std::string& token) {
  return "“" + on_a_line(token, 40) + "”";
}

void why_the_first(Ui& ui, const Writing& writing) {
  const auto& parts = writing.found().parts;
  const auto& next = writing.found().next;
  if (parts.empty() || next.size() < 2) return;
  hairline(ui);
  title(ui, "Why " + in_quotes(read_as(next[0])) + " and not " + in_quotes(read_as(next[1])));
  tip("What each part of the network adds to the difference of their scores (direct logit attribution, "
      "Elhage et al. 2021)");
  constexpr size_t kMost = 8;
  const double most = std::abs(parts.front().value);
  if (!ImGui::BeginTable("parts", 2)) return;
  ImGui::TableSetupColumn("part", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("adds", ImGuiTableColumnFlags_WidthFixed, ui.px(120));
  for (size_t i = 0; i < std::min(parts.size(), kMost); ++i) {
    const session::DirectPart& part = parts[i];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const std::string words = part.name + (part.from.empty() ? "" : ", from " + in_quotes(part.from));
    ui.fonts->need(words);
    ImGui::TextUnformatted(words.c_str());
    ImGui::TableNextColumn();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetTextLineHeight(), width = ui.px(60);
    const auto share = static_cast<float>(std::abs(part.value) / std::max(most, 1e-9));
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + height * 0.25f},
                                              {at.x + width * share, at.y + height * 0.8f},
                                              ui.colours().signed_at(part.value > 0 ? 0.7 : -0.7), ui.px(2));
    ImGui::Dummy({width, height});
    ImGui::SameLine(0, ui.px(6));
    ImGui::TextUnformatted(((part.value > 0 ? "+" : "−") + decimal(std::abs(part.value), 2)).c_str());
  }
  ImGui::EndTable();
  ui.mark("Parts");
}

}  // namespace

void draw_next_word(Ui& ui, Writing& writing, Explorer& explorer) {
  if (!explorer.analysis() || !explorer.model()) return;
  hairline(ui);
  problem(ui, writing.problem());
  candidates(ui, writing);
  orders_to_write(ui, writing);
  surprise(ui, writing);
  after_each_layer(ui, writing);
  why_the_first(ui, writing);
}

}  // namespace heed::studio
