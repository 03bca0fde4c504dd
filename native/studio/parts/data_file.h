// The file that rows are read from: how it is read, and what the next run is told about it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "native/studio/form.h"
#include "native/studio/parts/data_table.h"
#include "native/studio/parts/file_look.h"
#include "native/studio/paths.h"
#include "native/studio/settings.h"

namespace heed::studio {

// A class as the file has it, and what it is called for the model: two of one name are one class, and the
// rows of one without a name are left out.
struct FileClass {
  std::string name;
  int64_t rows = 0;
  std::string becomes;
};

// How its bytes are read, as the settings "data.delimiter" and so on have it; "": as they look.
struct ReadAs {
  std::string delimiter, encoding, header;
};

class DataFile {
 public:
  DataFile(DataTable& table, FileLook& look, Form& form, Settings& settings)
      : table_(table), look_(look), form_(form), settings_(settings) {}

  // Reads `path` in the format its name suggests, or in another one.
  void open(const std::string& path);
  void open_as(const std::string& format);  // "": as its name says
  // Reads the file again with the columns, or with the bytes, as they are chosen now.
  void read_columns();
  void read_bytes();
  // What columns the file has, as far as one could see.
  std::vector<std::string> columns() const;
  const nlohmann::json& look() const { return look_.found(); }  // of the file that is named
  // The same with the classes as they are to be called now.
  void rename_classes();
  bool classes_wait() const { return label_map() != label_map_; }  // what is typed was not read so yet

  // Another file waits while rows of this one are changed and not saved.
  bool waiting() const { return next_.has_value(); }
  void give_changes_up();
  void keep_changes();

  // Whether the rows that the next run trains on are those of the file that is named.
  bool is_read() const { return (path.empty() || absolute(path) == form_.data()) && !classes_wait(); }
  void tell_form();  // what the next run reads

  std::string path, format, text_column, label_column;  // what is typed and chosen
  ReadAs as;
  std::vector<FileClass> classes;
  std::string save_to;  // where the edited rows are to go

 private:
  struct Reading {
    std::string path, format;
    std::vector<std::string> set;
    nlohmann::json label_map;
    ReadAs as;
  };

  std::vector<std::string> chosen_columns() const;
  nlohmann::json label_map() const;  // null: every class is called as it is
  void read(Reading reading);
  void was_read(const Reading& reading);
  void was_looked_at();

  std::optional<Reading> next_;
  nlohmann::json label_map_;      // by which the rows were read
  std::vector<std::string> set_;  // likewise
  ReadAs as_;                     // likewise

  DataTable& table_;
  FileLook& look_;
  Form& form_;
  Settings& settings_;
};

}  // namespace heed::studio
