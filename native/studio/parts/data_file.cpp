#include "native/studio/parts/data_file.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "native/studio/paths.h"

namespace heed::studio {

void DataFile::open(const std::string& given) {
  read({given, "", {}, nullptr, {}});
}

void DataFile::open_as(const std::string& name) {
  format = name;
  read({path, format, {}, nullptr, {}});
}

std::vector<std::string> DataFile::columns() const {
  if (look().is_null()) return table_.data().columns;
  std::vector<std::string> names;
  for (const nlohmann::json& column : look()["columns"]) names.push_back(column["name"]);
  return names;
}

std::vector<std::string> DataFile::chosen_columns() const {
  std::vector<std::string> set;
  if (!text_column.empty()) set.push_back("data.text_column=" + nlohmann::json(text_column).dump());
  if (!label_column.empty()) set.push_back("data.label_column=" + nlohmann::json(label_column).dump());
  return set;
}

void DataFile::read_columns() {
  read({path, format, chosen_columns(), nullptr, as});
}

void DataFile::read_bytes() {
  read({path, format, {}, nullptr, as});
}

void DataFile::rename_classes() {
  read({table_.path(), table_.data().format, chosen_columns(), label_map(), as});
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
  as = as_;
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
  as = as_ = reading.as;
  if (reading.set.empty()) text_column = label_column = "";  // as they look
  for (const auto& [key, value] : {std::pair("delimiter", as.delimiter), std::pair("encoding", as.encoding)})
    if (!value.empty())
      reading.set.push_back(std::string("data.") + key + "=" + nlohmann::json(value).dump());
  if (!as.header.empty()) reading.set.push_back("data.header=" + as.header);
  std::vector<std::string> set = reading.set;
  if (!reading.label_map.is_null()) set.push_back("data.label_map=" + reading.label_map.dump());
  table_.load(path, reading.format, set, [this, reading] { was_read(reading); });
  look_.at(path, reading.format, reading.set, [this] { was_looked_at(); });
}

// What looks like text and label, where the rows could not be read by it.
void DataFile::was_looked_at() {
  if (look().is_null()) return;
  const std::vector<std::string> names = columns();
  const auto is_there = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  const bool text = is_there(text_column), label = is_there(label_column);
  for (const nlohmann::json& column : look()["columns"]) {
    if (column["role"] == "text" && !text) text_column = column["name"];
    if (column["role"] == "label" && !label) label_column = column["name"];
  }
}

void DataFile::was_read(const Reading& reading) {
  const nlohmann::json& map = reading.label_map;
  set_ = reading.set;
  const session::Labelled& data = table_.data();
  settings_.remember_data(table_.path());
  label_map_ = map;
  if (map.is_null()) {  // the classes are those of the file
    classes.clear();
    const std::vector<int64_t> counts = data.class_counts();
    for (size_t c = 0; c < counts.size(); ++c) classes.push_back({data.labels[c], counts[c], data.labels[c]});
  }
  if (!data.columns.empty()) {
    text_column = data.text_column;
    label_column = data.label_column;
  }
  format = data.format;
  const std::filesystem::path file(table_.path());
  save_to = (file.parent_path() / (file.stem().string() + "-edited.csv")).string();
  tell_form();
}

void DataFile::tell_form() {
  form_.use_data(table_.path(), table_.data(), label_map_, set_);
}

}  // namespace heed::studio
