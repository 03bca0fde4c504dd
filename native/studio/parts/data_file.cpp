#include "native/studio/parts/data_file.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "native/studio/paths.h"

namespace heed::studio {

void DataFile::open(const std::string& given) {
  read({given, "", {}, nullptr});
}

void DataFile::open_as(const std::string& name) {
  format = name;
  read({path, format, {}, nullptr});
}

std::vector<std::string> DataFile::chosen_columns() const {
  if (table_.data().columns.empty()) return {};
  return {"data.text_column=" + nlohmann::json(text_column).dump(),
          "data.label_column=" + nlohmann::json(label_column).dump()};
}

void DataFile::read_columns() {
  read({table_.path(), table_.data().format, chosen_columns(), nullptr});
}

void DataFile::rename_classes() {
  read({table_.path(), table_.data().format, chosen_columns(), label_map()});
}

nlohmann::json DataFile::label_map() const {
  const bool as_they_are = std::all_of(classes.begin(), classes.end(),
                                       [](const FileClass& one) { return one.becomes == one.name; });
  if (as_they_are) return nullptr;
  nlohmann::json map = nlohmann::json::object();
  for (const FileClass& one : classes)
    if (!one.becomes.empty()) map[one.name] = one.becomes;
  return map;
}

void DataFile::give_changes_up() {
  Reading next = *std::exchange(next_, std::nullopt);
  table_.forget_changes();
  read(std::move(next));
}

void DataFile::keep_changes() {
  next_.reset();
  path = table_.path();
  format = table_.data().format;
  text_column = table_.data().text_column;
  label_column = table_.data().label_column;
  for (FileClass& one : classes)
    one.becomes = label_map_.is_null() ? one.name : label_map_.value(one.name, "");
}

void DataFile::read(Reading reading) {
  path = absolute(reading.path);
  if (!table_.changed.empty()) {
    next_ = std::move(reading);
    return;
  }
  std::vector<std::string> set = reading.set;
  if (!reading.label_map.is_null()) set.push_back("data.label_map=" + reading.label_map.dump());
  table_.load(path, reading.format, set, [this, map = reading.label_map] { was_read(map); });
}

void DataFile::was_read(const nlohmann::json& map) {
  const session::Labelled& data = table_.data();
  settings_.remember_data(table_.path());
  label_map_ = map;
  if (map.is_null()) {  // the classes are those of the file
    classes.clear();
    const std::vector<int64_t> counts = data.class_counts();
    for (size_t c = 0; c < counts.size(); ++c) classes.push_back({data.labels[c], counts[c], data.labels[c]});
  }
  text_column = data.text_column;
  label_column = data.label_column;
  format = data.format;
  const std::filesystem::path file(table_.path());
  save_to = (file.parent_path() / (file.stem().string() + "-edited.csv")).string();
  tell_form();
}

void DataFile::tell_form() {
  form_.use_data(table_.path(), table_.data(), label_map_);
}

}  // namespace heed::studio
