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

json places_of(const std::vector<AttendToken>& tokens) {
  json written = json::array();
  for (const AttendToken& token : tokens)
    written.push_back(
        {{"text", token.text}, {"start", token.start}, {"end", token.end}, {"missing", token.missing}});
  return written;
}

json matrices_of(const std::vector<NamedMatrix>& matrices, bool floats) {
  json written = json::array();
  for (const NamedMatrix& m : matrices) {
    written.push_back({{"name", m.name},
                       {"letter", m.letter},
                       {"formula", m.formula},
                       {"rows", m.rows},
                       {"columns", m.columns},
                       {"shape", {m.H, m.R, m.C}}});
    if (floats) written.back()["values"] = heads_of(m.values, m.H, m.R, m.C);
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

json to_json(const Attended& a, bool detailed, bool floats) {
  json written = {{"mechanism", a.mechanism},
                  {"query_tokens", texts_of(a.query_tokens)},
                  {"key_tokens", texts_of(a.key_tokens)},
                  {"missing", a.missing},
                  {"normalised", a.normalised},
                  {"entropy", entropies(a)}};
  if (floats)
    written.update({{"scores", heads_of(a.scores, a.H, a.T, a.S)},
                    {"weights", heads_of(a.weights, a.H, a.T, a.S)},
                    {"output", rows_of(a.output.data(), a.T, a.output_width)}});
  if (!a.distance.empty()) written.update({{"distance", a.distance}, {"soft", a.soft}});
  if (!a.sampled.empty()) written["sampled"] = a.sampled;
  if (a.window) written.update({{"window", *a.window}, {"centres", a.centres}});
  if (!detailed) return written;
  written["tokens"] = {{"query", places_of(a.query_tokens)}, {"key", places_of(a.key_tokens)}};
  written["matrices"] = matrices_of(a.matrices, floats);
  written["warnings"] = a.warnings;
  return written;
}

}  // namespace heed::session
