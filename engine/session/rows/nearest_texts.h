// Which texts a classifier takes for alike: those whose vectors, as its last layer reads them, are close to
// each other (the neighbours of Papernot & McDaniel 2018 and of Wallace, Feng & Boyd-Graber 2018). Among what
// a model learned from they are the examples that stand behind an answer; where all are far, there are none.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/session/rows/predictions.h"
#include "engine/session/training/labelled.h"

namespace heed::session {

struct NearText {
  size_t row = 0;       // of the rows that were read
  double distance = 0;  // Euclidean; 1: as far as rows usually are from the middle of all (root mean square)
};

class NearestTexts {
 public:
  // Reads all rows: D numbers of each stay in memory. `go_on(rows done)` is called now and then; false ends
  // it, with the rows so far. The predictor outlives this. Error where there is no row.
  NearestTexts(const Predictor& predictor, Labelled rows, const std::function<bool(int64_t)>& go_on);

  const Labelled& rows() const { return rows_; }
  // The nearest first; of rows with one text and label the first alone.
  std::vector<NearText> nearest(const std::string& text, size_t most) const;

 private:
  const Predictor& predictor_;
  Labelled rows_;
  std::vector<float> vectors_;  // [rows][D]
  double unit_ = 1;
};

// {"text", "label", "probability", "nearest": [{"row" (RowPlace::number), "file" (where several were read),
// "distance", "label", "text"}, …]}
nlohmann::json nearest_json(const Predictor& predictor, const NearestTexts& rows, const std::string& text,
                            size_t most);

}  // namespace heed::session
