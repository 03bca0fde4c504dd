#include "engine/session/rows/nearest_texts.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "engine/session/error.h"

namespace heed::session {
namespace {

double squared_distance(const float* a, const float* b, size_t D) {
  double sum = 0;
  for (size_t d = 0; d < D; ++d) {
    const double difference = static_cast<double>(a[d]) - static_cast<double>(b[d]);
    sum += difference * difference;
  }
  return sum;
}

// The root mean square of the rows' distances from their mean; 1 where they do not differ.
double spread(const std::vector<float>& vectors, size_t rows) {
  const size_t D = vectors.size() / rows;
  std::vector<double> sums(D);
  for (size_t i = 0; i < vectors.size(); ++i) sums[i % D] += static_cast<double>(vectors[i]);
  std::vector<float> mean(D);
  for (size_t d = 0; d < D; ++d) mean[d] = static_cast<float>(sums[d] / static_cast<double>(rows));
  double squares = 0;
  for (size_t row = 0; row < rows; ++row) squares += squared_distance(&vectors[row * D], mean.data(), D);
  return squares > 0 ? std::sqrt(squares / static_cast<double>(rows)) : 1;
}

}  // namespace

NearestTexts::NearestTexts(const Predictor& predictor, Labelled rows,
                           const std::function<bool(int64_t)>& go_on)
    : predictor_(predictor), rows_(std::move(rows)) {
  check(!rows_.rows.empty(), "[nearest] there is no row to be near to.");
  std::vector<std::string> texts;
  for (const LabelledRow& row : rows_.rows) texts.push_back(row.text);
  int64_t read = static_cast<int64_t>(texts.size());
  vectors_ = predictor.vectors(texts, [&](int64_t done) {
    if (go_on(done)) return true;
    read = done;
    return false;
  });
  rows_.rows.resize(static_cast<size_t>(read));
  if (read > 0) unit_ = spread(vectors_, static_cast<size_t>(read));
}

std::vector<NearText> NearestTexts::nearest(const std::string& text, size_t most) const {
  const std::vector<float> asked = predictor_.vectors({&text, 1}, [](int64_t) { return true; });
  const size_t D = asked.size();
  std::vector<NearText> all;
  for (size_t row = 0; row < rows_.rows.size(); ++row)
    all.push_back({row, std::sqrt(squared_distance(asked.data(), &vectors_[row * D], D)) / unit_});
  // A heap gives the nearest without sorting all.
  const auto farther = [](const NearText& a, const NearText& b) {
    return a.distance != b.distance ? a.distance > b.distance : a.row > b.row;
  };
  std::make_heap(all.begin(), all.end(), farther);
  std::vector<NearText> near;
  std::set<std::pair<std::string_view, int>> seen;
  for (; !all.empty() && near.size() < most; all.pop_back()) {
    std::pop_heap(all.begin(), all.end(), farther);
    const LabelledRow& row = rows_.rows[all.back().row];
    if (seen.emplace(row.text, row.label).second) near.push_back(all.back());
  }
  return near;
}

nlohmann::json nearest_json(const Predictor& predictor, const NearestTexts& rows, const std::string& text,
                            size_t most) {
  const Predictions said = predictor.predict({&text, 1}, [](int64_t) { return true; });
  const Predictions::Answer answer = said.answer(0, predictor.labels().size());
  nlohmann::json near = nlohmann::json::array();
  for (const NearText& one : rows.nearest(text, most)) {
    const LabelledRow& row = rows.rows().rows[one.row];
    near.push_back({{"row", row.place.number > 0 ? row.place.number : one.row + 1},
                    {"distance", one.distance},
                    {"label", rows.rows().labels[static_cast<size_t>(row.label)]},
                    {"text", row.text}});
    if (const auto& files = rows.rows().files; files.size() > 1)
      near.back()["file"] = files[static_cast<size_t>(row.place.file)];
  }
  return {{"text", text},
          {"label", predictor.labels()[static_cast<size_t>(answer.predicted)]},
          {"probability", answer.probability},
          {"nearest", near}};
}

}  // namespace heed::session
