#include "engine/session/explaining/inside/kept_rows.h"

#include <cmath>
#include <limits>

#include "engine/format/json.h"

namespace heed::session {

using explain::Eraser;
using explain::Silenced;
using explain::TextFigures;
using nlohmann::json;

namespace {

// JSON has no NaN: it is written as null.
double number_or_nan(const json& value) {
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

std::vector<double> numbers_or_nan(const json& values) {
  std::vector<double> all;
  for (const json& value : values) all.push_back(number_or_nan(value));
  return all;
}

json written(const explain::Agreement& agreement) {
  return {agreement.tau.tau, agreement.tau.p, agreement.same_first};
}

explain::Agreement agreement_from(const json& a) {
  return {{number_or_nan(a.at(0)), number_or_nan(a.at(1))}, a.at(2).get<bool>()};
}

json written(const Eraser& e) {
  return {e.comprehensiveness,
          e.sufficiency,
          e.mean_comprehensiveness,
          e.mean_sufficiency,
          e.normalised_comprehensiveness,
          e.normalised_sufficiency};
}

Eraser eraser_from(const json& e) {
  return {{},
          numbers_or_nan(e.at(0)),
          numbers_or_nan(e.at(1)),
          number_or_nan(e.at(2)),
          number_or_nan(e.at(3)),
          number_or_nan(e.at(4)),
          number_or_nan(e.at(5))};
}

json written(const TextFigures& row) {
  json erased = json::array(), silenced = json::array();
  for (const Eraser& e : row.erased) erased.push_back(written(e));
  for (const Silenced& s : row.silenced) silenced.push_back({s.keys, s.share, s.turned});
  return {row.label,          row.tokens,     written(row.gradient), written(row.left_out), erased,
          row.largest_weight, row.median_tvd, row.largest_tvd,       row.adversarial_js,    silenced,
          row.evenness,       row.even_rows};
}

TextFigures row_from(const json& given) {
  TextFigures row;
  row.label = given.at(0).get<int64_t>();
  row.tokens = given.at(1).get<int64_t>();
  row.gradient = agreement_from(given.at(2));
  row.left_out = agreement_from(given.at(3));
  for (const json& e : given.at(4)) row.erased.push_back(eraser_from(e));
  row.largest_weight = number_or_nan(given.at(5));
  row.median_tvd = number_or_nan(given.at(6));
  row.largest_tvd = number_or_nan(given.at(7));
  row.adversarial_js = number_or_nan(given.at(8));
  for (const json& s : given.at(9))
    row.silenced.push_back({s.at(0).get<int64_t>(), number_or_nan(s.at(1)), s.at(2).get<bool>()});
  row.evenness = number_or_nan(given.at(10));
  row.even_rows = number_or_nan(given.at(11));
  return row;
}

}  // namespace

std::string write_rows(uint64_t identity, const std::vector<TextFigures>& rows) {
  json all = json::array();
  for (const TextFigures& row : rows) all.push_back(written(row));
  return json{{"faithfulness", identity}, {"rows", std::move(all)}}.dump();
}

std::vector<TextFigures> read_rows(const std::string& text, uint64_t identity, const std::string& file) {
  const json given = parse_json_object(text, file);
  check(require<uint64_t>(given, "faithfulness", file) == identity, "[", file,
        "] holds rows of another model, of other data or of other options: remove it to begin anew.");
  std::vector<TextFigures> rows;
  try {
    for (const json& row : given.at("rows")) rows.push_back(row_from(row));
  } catch (const json::exception&) {
    fail("[", file, "] holds no rows of a measurement: remove it to begin anew.");
  }
  return rows;
}

}  // namespace heed::session
