#include "native/studio/panels/hyper_parameters.h"

#include <cctype>

#include "native/studio/ui/typography.h"

namespace heed::studio {
namespace {

// "training.optimizer.rate" → "Optimizer" and "rate"
struct Name {
  std::string group, own;
};

std::string words(std::string key) {
  for (char& c : key) c = c == '.' || c == '_' ? ' ' : c;
  return key;
}

Name name_of(const std::string& key) {
  const size_t last = key.rfind('.');
  if (last == std::string::npos) return {"Seeds and storage", words(key)};
  std::string group = key.substr(0, last);
  if (group.rfind("training.", 0) == 0) group = group.substr(9);
  group[0] = static_cast<char>(std::toupper(group[0]));
  return {words(group), words(key.substr(last + 1))};
}

std::string meaning(const Field& setting) {
  std::string text = setting.meaning;
  if (setting.is_number()) text += "\nExpected: " + setting.bounds.words() + ".";
  return text + "\n" + setting.key;
}

bool has_row(const Field& setting) {
  return setting.is_number() || setting.kind == Field::Kind::kFlag || setting.kind == Field::Kind::kChoice;
}

void edit_number(Form& form, const Field& setting, const nlohmann::json& value) {
  ImGui::SetNextItemWidth(-1);
  double number = value.get<double>();
  const char* format = setting.kind == Field::Kind::kWhole ? "%.0f" : "%.6g";
  const bool changed =
      ImGui::InputDouble("##value", &number, 0, 0, format, ImGuiInputTextFlags_EnterReturnsTrue);
  if (changed || ImGui::IsItemDeactivatedAfterEdit()) form.set(setting.key, number);
}

void edit_choice(Form& form, const Field& setting, const nlohmann::json& value) {
  ImGui::SetNextItemWidth(-1);
  const auto now = value.get<std::string>();
  auto shown = [](const std::string& name) { return name.empty() ? "none" : name.c_str(); };
  if (!ImGui::BeginCombo("##value", shown(now))) return;
  for (const std::string& name : setting.choices)
    if (ImGui::Selectable(shown(name), name == now)) form.set(setting.key, name);
  ImGui::EndCombo();
}

void row(Ui& ui, Form& form, const Field& setting, const nlohmann::json& value) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushID(setting.key.c_str());
  ImGui::AlignTextToFramePadding();
  ImGui::PushFont(ui.fonts->small());
  ImGui::PushStyleColor(ImGuiCol_Text,
                        form.is_changed(setting.key) ? ui.colours().accent : ui.colours().ink_soft);
  ImGui::TextUnformatted(name_of(setting.key).own.c_str());
  ImGui::PopStyleColor();
  ImGui::PopFont();
  tip(meaning(setting));
  if (form.is_changed(setting.key) && ImGui::IsItemClicked(1)) form.reset(setting.key);
  ImGui::TableNextColumn();
  if (setting.kind == Field::Kind::kFlag) {
    bool flag = value.get<bool>();
    if (ImGui::Checkbox("##value", &flag)) form.set(setting.key, flag);
  } else if (setting.kind == Field::Kind::kChoice) {
    edit_choice(form, setting, value);
  } else {
    edit_number(form, setting, value);
  }
  ui.mark(setting.key);
  tip(meaning(setting));
  ImGui::PopID();
}

}  // namespace

void draw_hyper_parameters(Ui& ui, Form& form) {
  hairline(ui);
  title(ui, "Settings");
  std::string group;
  bool open = false;
  const auto settings = form.settings();  // what is typed makes them anew
  for (const Field& setting : *settings) {
    const nlohmann::json* found = has_row(setting) ? form.value(setting.key) : nullptr;
    if (found == nullptr) continue;
    if (name_of(setting.key).group != group) {
      if (open) ImGui::EndTable();
      group = name_of(setting.key).group;
      soft(ui, group);
      open = ImGui::BeginTable(group.c_str(), 2);
      if (open) ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch, 1.25f);
      if (open) ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch, 1);
    }
    // A copy: what is typed makes the values anew.
    if (open) row(ui, form, setting, nlohmann::json(*found));
  }
  if (open) ImGui::EndTable();
}

}  // namespace heed::studio
