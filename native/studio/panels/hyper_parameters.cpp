#include "native/studio/panels/hyper_parameters.h"

#include "native/studio/ui/typography.h"

namespace heed::studio {
namespace {

using Setting = session::Setting;

// "training.optimizer.rate" → "optimizer rate"
std::string name_of(const std::string& key) {
  std::string name = key.rfind("training.", 0) == 0 ? key.substr(9) : key;
  for (char& c : name) c = c == '.' || c == '_' ? ' ' : c;
  return name;
}

std::string group_of(const std::string& key) {
  const std::string group = key.substr(0, key.find('.'));
  return group == "training" ? "Training" : group == "model" ? "Model" : "Text, split and seeds";
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

std::string meaning(const Setting& setting) {
  std::string words = setting.meaning;
  if (setting.kind == Setting::Kind::kWhole || setting.kind == Setting::Kind::kReal)
    words += "\nFrom " + number(setting.minimum) + " to " + number(setting.maximum) + ".";
  return words + "\n" + setting.key;
}

void edit_number(Form& form, const Setting& setting, const nlohmann::json& value) {
  ImGui::SetNextItemWidth(-1);
  double number = value.get<double>();
  const char* format = setting.kind == Setting::Kind::kWhole ? "%.0f" : "%.6g";
  const bool changed =
      ImGui::InputDouble("##value", &number, 0, 0, format, ImGuiInputTextFlags_EnterReturnsTrue);
  if (changed || ImGui::IsItemDeactivatedAfterEdit()) form.set(setting.key, number);
}

void edit_choice(Form& form, const Setting& setting, const nlohmann::json& value) {
  ImGui::SetNextItemWidth(-1);
  const auto now = value.get<std::string>();
  if (!ImGui::BeginCombo("##value", now.c_str())) return;
  for (const std::string& name : setting.choices)
    if (ImGui::Selectable(name.c_str(), name == now)) form.set(setting.key, name);
  ImGui::EndCombo();
}

void row(Ui& ui, Form& form, const Setting& setting, const nlohmann::json& value) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushID(setting.key.c_str());
  ImGui::AlignTextToFramePadding();
  ImGui::PushFont(ui.fonts->small());
  ImGui::PushStyleColor(ImGuiCol_Text,
                        form.is_changed(setting.key) ? ui.colours().accent : ui.colours().ink_soft);
  ImGui::TextUnformatted(name_of(setting.key).c_str());
  ImGui::PopStyleColor();
  ImGui::PopFont();
  tip(meaning(setting));
  if (form.is_changed(setting.key) && ImGui::IsItemClicked(1)) form.reset(setting.key);
  ImGui::TableNextColumn();
  if (setting.kind == Setting::Kind::kFlag) {
    bool flag = value.get<bool>();
    if (ImGui::Checkbox("##value", &flag)) form.set(setting.key, flag);
  } else if (setting.kind == Setting::Kind::kChoice) {
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
  for (const Setting& setting : session::settings()) {
    const nlohmann::json* found = form.value(setting.key);
    if (found == nullptr) continue;
    if (group_of(setting.key) != group) {
      if (open) ImGui::EndTable();
      group = group_of(setting.key);
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
