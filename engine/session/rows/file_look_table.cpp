#include "engine/data/delimiter.h"
#include "engine/session/rows/file_look.h"
#include "engine/session/training/inside/table.h"

namespace heed::session {

using nlohmann::json;

namespace {

std::string count(const json& value, const char* one, const char* several) {
  return value.dump() + " " + (value == 1 ? one : several);
}

}  // namespace

std::string delimiter_in(const json& look) {
  return look["delimiter"].is_null() ? "" : name_of_delimiter(look["delimiter"].get<std::string>()[0]);
}

std::string look_summary(const json& look) {
  std::string text = look["format"].get<std::string>();
  if (!look["delimiter"].is_null()) text += " with " + delimiter_in(look) + " between fields";
  return text + ", " + look["encoding"].get<std::string>() + ", " + count(look["rows"], "row", "rows") +
         (look["header"].get<bool>() ? " below a header" : "");
}

std::string look_table(const json& look) {
  std::string text = look["file"].get<std::string>() + ": " + look_summary(look) + "\n\n";
  Table columns({"column", "role", "different values", "empty", "mean length"});
  for (const json& column : look["columns"]) {
    std::string role = column["role"].is_null() ? "" : column["role"].get<std::string>();
    if (column["guessed"].get<bool>()) role += ", guessed";
    columns.add({shortened(column["name"].get<std::string>()), role, column["distinct"].dump(),
                 column["empty"].dump(), fixed(column["mean_length"].get<double>(), 1)});
  }
  text += columns.str();
  if (!look["classes"].empty()) {
    text += "\n";
    Table classes({"class", "rows"});
    for (const json& one : look["classes"])
      classes.add({shortened(one["label"].get<std::string>()), one["n"].dump()});
    text += classes.str();
    if (look["class_count"] > look["classes"].size())
      text += "  and more: " + look["class_count"].dump() + " in all\n";
  }
  if (const json& words = look["words"]; !words.is_null())
    text += "\nWords per text: " + words["shortest"].dump() + " to " + words["longest"].dump() +
            ", half have up to " + words["median"].dump() + ", 95 % up to " + words["long"].dump() + "\n";
  const json& twice = look["duplicates"];
  text += "Texts that are there more than once: " + twice["texts"].dump() + " (" +
          count(twice["rows"], "row", "rows") + "), " + twice["other_label"].dump() +
          " with several labels, " + look["in_two_parts"].dump() + " in several parts of the usual split\n";
  for (const json& problem : look["problems"]) text += "problem: " + problem.get<std::string>() + "\n";
  for (const json& doubt : look["doubts"]) text += "doubt: " + doubt.get<std::string>() + "\n";
  std::string settings;
  for (const json& setting : look["settings"]) settings += " --set " + setting.get<std::string>();
  return text + (settings.empty() ? "" : "To train on these columns:" + settings + "\n");
}

}  // namespace heed::session
