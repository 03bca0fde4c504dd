#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/session/reading/attend.h"

namespace heed::session {

using nlohmann::json;

namespace {

// [R][C]; a masked score is null.
json rows_of(const float* values, int64_t R, int64_t C) {
  json rows = json::array();
  for (int64_t r = 0; r < R; ++r) {
    json row = json::array();
    for (int64_t c = 0; c < C; ++c, ++values) row.push_back(std::isfinite(*values) ? json(*values) : json());
    rows.push_back(std::move(row));
  }
  return rows;
}

json heads_of(const std::vector<float>& values, int64_t H, int64_t R, int64_t C) {
  json heads = json::array();
  for (int64_t h = 0; h < H; ++h) heads.push_back(rows_of(values.data() + h * R * C, R, C));
  return heads;
}

json texts_of(const std::vector<AttendToken>& tokens) {
  json texts = json::array();
  for (const AttendToken& token : tokens) texts.push_back(token.text);
  return texts;
}

// Key by key: an object in braces is an array of pairs first, and of these there are hundreds in an answer.
json places_of(const std::vector<AttendToken>& tokens) {
  json written = json::array();
  for (const AttendToken& token : tokens) {
    json& one = written.emplace_back(json::object());
    one["text"] = token.text;
    one["start"] = token.start;
    one["end"] = token.end;
    one["missing"] = token.missing;
  }
  return written;
}

json entropies(const Attended& a) {
  json heads = json::array();
  for (int64_t h = 0; h < a.H; ++h)
    heads.push_back(std::vector<double>(a.entropy.begin() + h * a.T, a.entropy.begin() + (h + 1) * a.T));
  return heads;
}

}  // namespace

json places_to_json(const Attended& a) {
  return {{"query", places_of(a.query_tokens)}, {"key", places_of(a.key_tokens)}};
}

json facts_to_json(const Attended& a) {
  json written = {{"mechanism", a.mechanism}, {"missing", a.missing}, {"normalised", a.normalised}};
  if (!a.distance.empty()) written["soft"] = a.soft;
  if (!a.sampled.empty()) written["sampled"] = a.sampled;
  if (a.window) written.update({{"window", *a.window}, {"centres", a.centres}});
  return written;
}

json steps_to_json(const Attended& a) {
  json written = json::array();
  for (const NamedMatrix& m : a.matrices) {
    json& one = written.emplace_back(json::object());
    one["name"] = m.name;
    one["letter"] = m.letter;
    one["formula"] = m.formula;
    one["rows"] = m.rows;
    one["columns"] = m.columns;
    one["shape"] = {m.H, m.R, m.C};
  }
  return written;
}

json to_json(const Attended& a, bool detailed) {
  json written = facts_to_json(a);
  written.update({{"query_tokens", texts_of(a.query_tokens)},
                  {"key_tokens", texts_of(a.key_tokens)},
                  {"entropy", entropies(a)},
                  {"scores", heads_of(a.scores, a.H, a.T, a.S)},
                  {"weights", heads_of(a.weights, a.H, a.T, a.S)},
                  {"output", rows_of(a.output.data(), a.T, a.output_width)}});
  if (!a.distance.empty()) written["distance"] = a.distance;
  if (!detailed) return written;
  written["tokens"] = places_to_json(a);
  json& steps = written["matrices"] = steps_to_json(a);
  for (size_t i = 0; i < a.matrices.size(); ++i) {
    const NamedMatrix& m = a.matrices[i];
    steps[i]["values"] = heads_of(m.values, m.H, m.R, m.C);
  }
  written["warnings"] = a.warnings;
  return written;
}

}  // namespace heed::session
