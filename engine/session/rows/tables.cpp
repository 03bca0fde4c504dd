// The figures of judged_rows.h as tables for people.
#include <algorithm>
#include <filesystem>

#include "engine/session/rows/judged_rows.h"
#include "engine/session/training/inside/table.h"

namespace heed::session {
namespace {

using nlohmann::json;

std::string number(const json& value, int digits) {
  return fixed(value.get<double>(), digits);
}

// One line of a text, cut where it is long.
std::string line_of(const json& value) {
  constexpr size_t kLongest = 100;
  auto text = value.get<std::string>();
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  if (text.size() <= kLongest) return text;
  size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // whole characters
  return text.substr(0, end) + "…";
}

// The place of an error or a disagreement: its row, and its file where there are several.
std::string place_of(const json& row) {
  std::string number = row["row"].dump();
  if (!row.contains("file")) return number;
  return std::filesystem::path(row["file"].get<std::string>()).filename().string() + " " + number;
}

std::string and_more(size_t shown, size_t all) {
  return shown < all ? "  and " + std::to_string(all - shown) + " more\n" : "";
}

}  // namespace

std::string p_value(double p) {
  return p < 0.0001 ? "< 0.0001" : fixed(p, 4);
}

std::string errors_table(const json& errors, size_t most) {
  std::string text = std::to_string(errors.size()) + (errors.size() == 1 ? " row is" : " rows are") +
                     " wrong, the surest first: row of the file, label → predicted, its probability\n";
  const size_t shown = std::min(most, errors.size());
  for (size_t i = 0; i < shown; ++i) {
    const json& error = errors[i];
    text += "  " + place_of(error) + "  " + error["label"].get<std::string>() + " → " +
            error["predicted"].get<std::string>() + " " + number(error["probability"], 3) + "  " +
            line_of(error["text"]) + "\n";
  }
  return text + and_more(shown, errors.size());
}

std::string slices_table(const json& slices) {
  Table table({"by", "slice", "rows", "accuracy"});
  std::string before;
  for (const json& slice : slices) {
    const auto by = slice["by"].get<std::string>();
    table.add({by == before ? "" : by, slice["slice"].get<std::string>(), slice["n"].dump(),
               number(slice["accuracy"], 4)});
    before = by;
  }
  return table.str();
}

std::string calibration_table(const json& calibration) {
  Table bins({"confidence", "rows", "mean confidence", "accuracy"});
  for (const json& bin : calibration["bins"])
    bins.add({number(bin["from"], 1) + " to " + number(bin["to"], 1), bin["n"].dump(),
              number(bin["confidence"], 3), number(bin["accuracy"], 3)});
  std::string text = bins.str() + "  expected calibration error " + number(calibration["expected_error"], 4) +
                     "; temperature " + number(calibration["temperature"], 3) +
                     ", fitted on every other row, takes it from " +
                     number(calibration["expected_error_before"], 4) + " to " +
                     number(calibration["expected_error_after"], 4) + " on those between\n";
  if (calibration["thresholds"].empty()) return text;
  Table thresholds({"second class from", "precision", "recall", "F1", "share of rows"});
  for (const json& one : calibration["thresholds"])
    thresholds.add({number(one["threshold"], 2), number(one["precision"], 3), number(one["recall"], 3),
                    number(one["f1"], 3), number(one["share"], 3)});
  return text + thresholds.str();
}

std::string comparison_table(const json& c, size_t most) {
  std::string text = "  accuracy " + number(c["accuracy"][0], 4) + " and " + number(c["accuracy"][1], 4) +
                     "; both right " + c["both_right"].dump() + ", both wrong " + c["both_wrong"].dump() +
                     ", only the first " + c["only_first"].dump() + ", only the second " +
                     c["only_second"].dump() + "; McNemar's p " + p_value(c["p"].get<double>()) + "\n";
  const json& rows = c["disagreements"];
  const size_t shown = std::min(most, rows.size());
  if (!rows.empty()) text += "  where they disagree: row of the file, label: first | second\n";
  for (size_t i = 0; i < shown; ++i)
    text += "  " + place_of(rows[i]) + "  " + rows[i]["label"].get<std::string>() + ": " +
            rows[i]["first"].get<std::string>() + " | " + rows[i]["second"].get<std::string>() + "  " +
            line_of(rows[i]["text"]) + "\n";
  return text + and_more(shown, rows.size());
}

}  // namespace heed::session
