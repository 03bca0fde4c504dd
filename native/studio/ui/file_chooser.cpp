#include "native/studio/ui/file_chooser.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <utility>

#include "native/numbers.h"
#include "native/studio/paths.h"
#include "native/studio/settings.h"
#include "native/studio/ui/text_input.h"
#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"

namespace heed::studio {
namespace {

namespace fs = std::filesystem;

std::string in_lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return text;
}

std::string day_of(const fs::directory_entry& entry) {
  std::error_code error;
  const fs::file_time_type time = entry.last_write_time(error);
  if (error) return "";
  const auto seconds = std::chrono::system_clock::to_time_t(
      std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::file_clock::to_sys(time)));
  std::tm parts{};
  if (::localtime_r(&seconds, &parts) == nullptr) return "";
  char words[16];
  return {words, std::strftime(words, sizeof words, "%Y-%m-%d", &parts)};
}

std::string size_in_words(int64_t bytes) {
  if (bytes < 1000) return std::to_string(bytes) + " B";
  if (bytes < 1000000) return decimal(static_cast<double>(bytes) / 1e3, 1) + " kB";
  if (bytes < 1000000000) return decimal(static_cast<double>(bytes) / 1e6, 1) + " MB";
  return decimal(static_cast<double>(bytes) / 1e9, 1) + " GB";
}

// The folder that a path is, or that it is in, or the next above that is there.
std::string folder_near(const std::string& path) {
  fs::path place = absolute(path.empty() ? "." : expand_home(path));
  std::error_code ignored;
  while (!fs::is_directory(place, ignored) && place.has_relative_path()) place = place.parent_path();
  return place.string();
}

}  // namespace

void FileChooser::open(const std::string& label, const std::string& path, PathFor what) {
  label_ = label;
  what_ = what;
  asked_ = true;
  name_ = what == PathFor::kSaving ? fs::path(path).filename().string() : "";
  enter(folder_near(path));
}

std::string FileChooser::of(const std::string& name) const {
  return (fs::path(folder_) / name).string();
}

void FileChooser::enter(const std::string& folder) {
  std::error_code error;
  std::vector<Entry> found;
  fs::directory_iterator entries(folder, error), end;
  for (; !error && entries != end; entries.increment(error)) {
    std::error_code ignored;
    Entry one;
    one.name = entries->path().filename().string();
    one.folder = entries->is_directory(ignored);
    one.model = one.folder && is_model(entries->path().string());
    if (entries->is_regular_file(ignored)) one.bytes = static_cast<int64_t>(entries->file_size(ignored));
    one.changed = day_of(*entries);
    found.push_back(std::move(one));
  }
  problem_ = error ? folder + " cannot be read: " + error.message() + "." : "";
  if (error) return;
  std::sort(found.begin(), found.end(), [](const Entry& a, const Entry& b) {
    if (a.folder != b.folder) return a.folder;
    const std::string first = in_lower_case(a.name), second = in_lower_case(b.name);
    return first == second ? a.name < b.name : first < second;
  });
  entries_ = std::move(found);
  folder_ = folder;
  words_.clear();
  if (what_ != PathFor::kSaving) name_.clear();
  to_top_ = true;
}

// Where people keep things.
void FileChooser::places(Ui& ui) {
  const char* home = std::getenv("HOME");
  std::error_code ignored;
  const std::pair<const char*, std::string> all[] = {
      {"Home", home == nullptr ? "" : home},
      {"Where Heed was started", fs::current_path(ignored).string()},
      {"Fetched data", (fs::path(runs_folder()).parent_path() / "data").string()},
      {"Trained models", runs_folder()},
      {"The whole disk", "/"}};
  for (const auto& [name, folder] : all) {
    if (folder.empty() || !fs::is_directory(folder, ignored)) continue;
    if (line(ui, name, name, absolute(folder) == folder_)) next_ = absolute(folder);
    ui.mark(name);
    tip(folder);
  }
}

// Each folder above, to go back to.
void FileChooser::way(Ui& ui) {
  fs::path above;
  const float right = ImGui::GetContentRegionMax().x;
  for (const fs::path& part : fs::path(folder_)) {
    above /= part;
    const std::string name = part.string();
    ui.fonts->need(name);
    const float width = ImGui::CalcTextSize(name.c_str()).x + ui.px(16);
    if (above != part) ImGui::SameLine(0, ui.px(2));
    if (ImGui::GetCursorPosX() + width > right) ImGui::NewLine();
    if (quiet_button(ui, name + "##up to " + name)) next_ = above.string();
  }
}

// True when a file was chosen.
bool FileChooser::entry(Ui& ui, const Entry& one) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const std::string shown = one.folder ? one.name + "/" : one.name;
  bool chosen = false;
  if (line(ui, "entry " + one.name, shown, one.name == name_)) {
    if (one.folder)
      next_ = of(one.name);
    else
      chosen = std::exchange(name_, one.name) == one.name && what_ != PathFor::kSaving;  // the second click
  }
  ui.mark("entry " + one.name);
  ImGui::TableNextColumn();
  soft(ui, one.model ? "a model" : one.folder ? "" : size_in_words(one.bytes));
  ImGui::TableNextColumn();
  soft(ui, one.changed);
  return chosen;
}

// Those whose names hold the words; files only where one is wanted.
std::vector<const FileChooser::Entry*> FileChooser::shown() const {
  std::vector<const Entry*> shown;
  const std::string words = in_lower_case(words_);
  for (const Entry& one : entries_) {
    if (!hidden_ && one.name[0] == '.') continue;
    if (what_ == PathFor::kFolder && !one.folder) continue;
    if (in_lower_case(one.name).find(words) != std::string::npos) shown.push_back(&one);
  }
  return shown;
}

void FileChooser::entries(Ui& ui, float height) {
  const std::vector<const Entry*> shown = this->shown();
  if (shown.empty())
    return soft(ui, words_.empty() ? "There is nothing here." : "No file here has this name.");
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerH;
  if (!ImGui::BeginTable("entries", 3, kFlags, {0, height})) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("size", ImGuiTableColumnFlags_WidthFixed, ui.px(90));
  ImGui::TableSetupColumn("changed", ImGuiTableColumnFlags_WidthFixed, ui.px(90));
  ImGui::TableHeadersRow();
  if (std::exchange(to_top_, false)) ImGui::SetScrollY(0);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(shown.size()));
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
      if (entry(ui, *shown[static_cast<size_t>(i)])) chosen_ = true;
  ImGui::EndTable();
  ui.mark("Entries");
}

// True when it is over; then *path is what was chosen, or "".
bool FileChooser::orders(Ui& ui, std::string* path) {
  path->clear();
  const bool saving = what_ == PathFor::kSaving;
  if (saving) input(ui, "Name##Name of the file", &name_, "a name");
  std::error_code ignored;
  if (saving && !name_.empty() && fs::exists(of(name_), ignored)) {
    soft(ui, name_ + " is there already.");
    ui.mark("is there already");
  }
  const bool clicked_twice = std::exchange(chosen_, false);
  if (what_ != PathFor::kFolder) {
    const bool pressed = button(ui, saving ? "Use this name" : "Use the file", !name_.empty(), true);
    if (pressed || clicked_twice) *path = of(name_);
    ImGui::SameLine();
  }
  if (!saving) {
    if (button(ui, "Use this folder", true, what_ == PathFor::kFolder)) *path = folder_;
    tip(folder_);
    ImGui::SameLine();
  }
  return button(ui, "Cancel##Choose nothing") || ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)) ||
         !path->empty();
}

bool FileChooser::draw(Ui& ui, const std::string& label, std::string* path) {
  if (label != label_) return false;
  const char* const kTitle = "Choose##file chooser";
  if (std::exchange(asked_, false)) ImGui::OpenPopup(kTitle);
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  const ImVec2 size{std::min(ui.px(780), viewport.Size.x * 0.94f),
                    std::min(ui.px(560), viewport.Size.y * 0.9f)};
  ImGui::SetNextWindowSize(size);
  ImGui::SetNextWindowPos(
      {viewport.Pos.x + (viewport.Size.x - size.x) / 2, viewport.Pos.y + (viewport.Size.y - size.y) / 2});
  constexpr ImGuiWindowFlags kFlags =
      ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove;
  if (!ImGui::BeginPopupModal(kTitle, nullptr, kFlags)) return false;
  title(ui, what_ == PathFor::kFolder ? "Choose a folder"
            : what_ == PathFor::kFile ? "Choose a file or a folder"
                                      : "Choose where it goes");
  way(ui);
  problem(ui, problem_);
  const float below = ui.px(what_ == PathFor::kSaving ? 114 : 40);
  const float height = std::max(ui.px(80), ImGui::GetContentRegionAvail().y - below);
  ImGui::BeginChild("places", {ui.px(190), height});
  places(ui);
  ImGui::EndChild();
  ImGui::SameLine(0, ui.px(12));
  ImGui::BeginChild("folder", {0, height});
  input(ui, "##Find in this folder", &words_, "part of a name");
  check_box(ui, "Show hidden files", &hidden_);
  entries(ui, ImGui::GetContentRegionAvail().y);
  ImGui::EndChild();
  std::string chosen;
  const bool over = orders(ui, &chosen);
  if (over) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
  if (!next_.empty()) enter(std::exchange(next_, ""));
  if (!over) return false;
  label_.clear();
  if (chosen.empty()) return false;
  *path = chosen;
  return true;
}

}  // namespace heed::studio
