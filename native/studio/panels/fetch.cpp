#include "native/studio/panels/fetch.h"

#include <exception>
#include <optional>

#include "engine/session/training/training.h"
#include "native/numbers.h"
#include "native/studio/ui/path_box.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"

namespace heed::studio {
namespace {

std::string megabytes(int64_t bytes) {
  return decimal(static_cast<double>(bytes) / 1e6, 1) + " MB";
}

// The public data set that the next run reads; none if it reads another file.
std::optional<session::PublicSet> set_of(const Form& form) {
  if (!form.data().empty() || !form.values().contains("data")) return std::nullopt;
  const nlohmann::json& data = form.values()["data"];
  const auto says = [&](const char* key) {
    const auto found = data.find(key);
    return found != data.end() && !found->is_null() && *found != "";
  };
  if (!says("set") || says("examples") || says("toy")) return std::nullopt;
  const auto name = data["set"].get<std::string>();
  try {
    return session::public_set(name);
  } catch (const std::exception&) {
    return std::nullopt;  // of one's own: training says what is missing
  }
}

void progress(Ui& ui, Fetching& fetching) {
  const double share =
      fetching.total() > 0 ? static_cast<double>(fetching.done()) / static_cast<double>(fetching.total()) : 0;
  const double rate = static_cast<double>(fetching.done()) / std::max(fetching.seconds(), 1e-3);
  ImGui::ProgressBar(static_cast<float>(share), {-1, ui.px(6)}, "");
  std::string words = fetching.set() + ": " + megabytes(fetching.done());
  if (fetching.total() > 0)
    words += " of " + megabytes(fetching.total()) + ", " + megabytes(static_cast<int64_t>(rate)) + "/s, " +
             duration(static_cast<double>(fetching.total() - fetching.done()) / std::max(rate, 1.0)) +
             " left";
  soft(ui, words);
  if (button(ui, "Cancel##Cancel fetching")) fetching.cancel();
}

}  // namespace

bool has_data(const Form& form) {
  const std::optional<session::PublicSet> set = set_of(form);
  return !set || set->there;
}

void draw_fetch(Ui& ui, Fetching& fetching, const Form& form) {
  if (fetching.going()) return progress(ui, fetching);
  if (!fetching.note.empty()) soft(ui, fetching.note);
  problem(ui, fetching.problem);
  const std::optional<session::PublicSet> set = set_of(form);
  if (!set || set->there) return;
  text(ui, set->name + " is not on this machine yet.");
  soft(ui, (set->bytes > 0 ? megabytes(set->bytes) + ". " : "") + "Licence: " + set->licence +
               ". It goes to " + set->folder + ", and every file is checked against its SHA-256.");
  tip(set->address);
  if (button(ui, "Fetch it##Fetch", true, true)) fetching.begin(set->name);
  if (fetching.problem.empty()) return;
  path_box(ui, "Or get it from##Fetch from", &fetching.from, "a folder, or another address");
}

}  // namespace heed::studio
