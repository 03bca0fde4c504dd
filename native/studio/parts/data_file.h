// The file that rows are read from: how it is read, and what the next run is told about it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "native/studio/form.h"
#include "native/studio/parts/data_table.h"
#include "native/studio/paths.h"
#include "native/studio/settings.h"

namespace heed::studio {

class DataFile {
 public:
  DataFile(DataTable& table, Form& form, Settings& settings)
      : table_(table), form_(form), settings_(settings) {}

  // Reads `path` in the format its name suggests, or in another one.
  void open(const std::string& path);
  void open_as(const std::string& format);  // "": as its name says
  // Reads the file again with the columns that are chosen now.
  void read_columns();

  // Another file waits while rows of this one are changed and not saved.
  bool waiting() const { return next_.has_value(); }
  void give_changes_up();
  void keep_changes();

  // Whether the rows that the next run trains on are those of the file that is named.
  bool is_read() const { return path.empty() || absolute(path) == form_.data(); }

  std::string path, format, text_column, label_column;  // what is typed and chosen
  std::string save_to;                                  // where the edited rows are to go

 private:
  struct Next {
    std::string path, format;
    std::vector<std::string> set;
  };

  void load(const std::string& path, const std::string& format, const std::vector<std::string>& set);

  std::optional<Next> next_;

  DataTable& table_;
  Form& form_;
  Settings& settings_;
};

}  // namespace heed::studio
