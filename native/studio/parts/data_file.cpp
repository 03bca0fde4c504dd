#include "native/studio/parts/data_file.h"

#include <filesystem>
#include <utility>

#include "native/studio/paths.h"

namespace heed::studio {

void DataFile::open(const std::string& given) {
  load(given, "", {});
}

void DataFile::open_as(const std::string& name) {
  format = name;
  load(path, format, {});
}

void DataFile::read_columns() {
  const session::Labelled& data = table_.data();
  std::vector<std::string> set;
  if (text_column != data.text_column) set.push_back("data.text_column=" + text_column);
  if (label_column != data.label_column) set.push_back("data.label_column=" + label_column);
  load(table_.path(), data.format, set);
}

void DataFile::give_changes_up() {
  const Next next = *std::exchange(next_, std::nullopt);
  table_.forget_changes();
  load(next.path, next.format, next.set);
}

void DataFile::keep_changes() {
  next_.reset();
  path = table_.path();
  format = table_.data().format;
  text_column = table_.data().text_column;
  label_column = table_.data().label_column;
}

void DataFile::load(const std::string& given, const std::string& name, const std::vector<std::string>& set) {
  path = absolute(given);
  if (!table_.changed.empty()) {
    next_ = Next{given, name, set};
    return;
  }
  table_.load(path, name, set, [this] {
    settings_.remember_data(table_.path());
    form_.use_data(table_.path(), table_.data());
    text_column = table_.data().text_column;
    label_column = table_.data().label_column;
    format = table_.data().format;
    const std::filesystem::path file(table_.path());
    save_to = (file.parent_path() / (file.stem().string() + "-edited.csv")).string();
  });
}

}  // namespace heed::studio
