#include "native/studio/panels/search.h"

#include <algorithm>

#include "native/numbers.h"
#include "native/studio/ui/text_input.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"

namespace heed::studio {
namespace {

std::vector<std::string> keys_of(const Form& form) {
  std::vector<std::string> keys;
  const auto settings = form.settings();
  for (const Field& setting : *settings)
    if ((setting.is_number() || setting.kind == Field::Kind::kChoice || setting.kind == Field::Kind::kFlag) &&
        form.value(setting.key) != nullptr)
      keys.push_back(setting.key);
  return keys;
}

// True when it is to go.
bool tried(Ui& ui, const std::vector<std::string>& keys, Tried& one, size_t number) {
  const std::string which = std::to_string(number + 1);
  auto place = static_cast<size_t>(std::find(keys.begin(), keys.end(), one.key) - keys.begin());
  if (choose(ui, "##tried setting " + which, keys, &place)) one.key = keys[place];
  ImGui::BeginChild(("values" + which).c_str(), {-ui.px(38), ImGui::GetFrameHeight()});
  input(ui, "##tried values " + which, &one.values, "1e-4..1e-2, or 0.1, 0.3");
  ImGui::EndChild();
  ImGui::SameLine(0, ui.px(6));
  const bool gone = button(ui, "×##without setting " + which);
  tip("Not searched");
  return gone;
}

void what_is_tried(Ui& ui, Tuning& tuning, const Form& form) {
  const std::vector<std::string> keys = keys_of(form);
  for (size_t i = 0; i < tuning.over.size();)
    if (tried(ui, keys, tuning.over[i], i))
      tuning.over.erase(tuning.over.begin() + static_cast<ptrdiff_t>(i));
    else
      ++i;
  if (quiet_button(ui, "Another setting") && !keys.empty()) tuning.over.push_back({keys.front(), ""});
  whole_number(ui, "choices##search trials", &tuning.trials, 1, 10000);
  tip("The number of choices to try, drawn at random from all");
  whole_number(ui, "folds##search folds", &tuning.folds, 0, 1000);
  tip("The number of folds for cross-validation; 0 measures on the recipe's validation part");
  if (tuning.folds == 1) tuning.folds = 2;
  whole_number(ui, "seeds##search seeds", &tuning.seeds, 1, 1000);
  tip("Each choice is trained with so many seeds");
  choose(ui, "##Search method", {"every choice in full", "the better third goes on"}, &tuning.method);
  tip("Successive halving: all choices are trained for a few epochs, then the better third for three times "
      "as many, and so on");
}

void result(Ui& ui, Form& form, const session::TrialResult& one) {
  std::string words = one.figures.empty() ? "failed" : decimal(one.mean, 4);
  if (one.figures.size() > 1) words += " ± " + decimal(one.deviation, 4);
  if (one.n > 0) words += " of " + with_separators(one.n);
  words += ", " + std::to_string(one.epochs) + (one.epochs == 1 ? " epoch" : " epochs");
  const std::string name = "choice " + std::to_string(one.trial + 1);
  if (line(ui, name, words, false)) form.set_from(one.set);
  ui.mark(name);
  tip(one.problem.empty() ? "A click puts this choice into the settings above" : one.problem);
  for (const std::string& choice : one.set) soft(ui, choice);
}

void results(Ui& ui, const Tuning& tuning, Form& form) {
  const session::Search& search = *tuning.search();
  soft(ui, std::to_string(search.done()) + " of " + std::to_string(search.runs()) + " runs. Choices by " +
               search.metric() + (search.lower_is_better() ? ", lowest first" : ", highest first") +
               (tuning.results().size() > 1 ? ", mean ± standard deviation" : ""));
  ui.mark("Search progress");
  ImGui::ProgressBar(
      static_cast<float>(search.done()) / static_cast<float>(std::max<int64_t>(1, search.runs())),
      {-1, ui.px(6)}, "");
  constexpr size_t kShown = 10;
  for (size_t i = 0; i < std::min(kShown, tuning.results().size()); ++i)
    result(ui, form, tuning.results()[i]);
}

}  // namespace

void draw_search(Ui& ui, Tuning& tuning, Form& form, bool ready) {
  hairline(ui);
  title(ui, "Search");
  soft(ui, "Tries settings against each other: the queue fills itself with a run for each choice.");
  if (!tuning.going()) what_is_tried(ui, tuning, form);
  problem(ui, tuning.problem);
  if (tuning.going()) {
    if (button(ui, "Stop the search")) tuning.stop();
    tip("Keeps finished runs, so you can resume the search");
  } else if (button(ui, "Search", ready && form.problem().empty(), true)) {
    tuning.begin(form);
  }
  if (tuning.waits()) {
    ImGui::SameLine();
    if (button(ui, "Resume the search")) tuning.go_on();
    ImGui::SameLine();
    if (quiet_button(ui, "Forget it##Forget the search")) tuning.forget();
  }
  if (tuning.search() != nullptr) results(ui, tuning, form);
}

}  // namespace heed::studio
