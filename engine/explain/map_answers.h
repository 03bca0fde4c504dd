// The answer as a function of the last attention map: other weights there, everything else as it was (Jain &
// Wallace 2019; Wiegreffe & Pinter 2019). Where the logits are a sum over the map's weights, as in Heed's own
// classifiers, the sum is worked out once, and any number of maps costs no pass of the network.
#pragma once

#include <functional>
#include <vector>

#include "engine/explain/maps.h"

namespace heed::explain {

class MapAnswers {
 public:
  // References are kept. Error for a network that does not attend.
  MapAnswers(const Subject& subject, const EncodedText& text);

  const Map& own() const { return own_; }
  const std::vector<double>& own_logits() const { return own_logits_; }  // [C]
  int64_t reach() const { return point_.reach; }
  // Whether a key may have weight in this row of queries: mechanisms with a window see its keys alone.
  bool sees(int64_t t, int64_t s) const;

  // Logits [maps, C] under the maps [maps, H·T·S].
  Matrix logits(const Matrix& maps) const;
  // The answer to one row of logits, [C], and Σ_k slopes[k] ∂p_k/∂z_c.
  std::vector<double> answer(const double* logits) const;
  std::vector<double> by_logits(const std::vector<double>& slopes, const std::vector<double>& p) const;

  // And the way back: Σ_c directions[c] ∂z_c/∂map, [maps, H·T·S].
  struct Slopes {
    Matrix logits, gradient;
  };
  Slopes slopes(const Matrix& maps, const std::function<Matrix(const Matrix& logits)>& directions) const;

 private:
  Matrix sums(const Matrix& maps) const;
  Slopes passes(const Matrix& maps, const std::function<Matrix(const Matrix&)>& directions) const;

  const Subject& subject_;
  const EncodedText& text_;
  const AttentionPoint& point_;
  Map own_;
  Shape shape_;  // of the point's value
  DType dtype_ = DType::kFloat32;
  std::vector<double> own_logits_;
  Matrix weights_;            // [C, H·T·S], where the logits are sums
  std::vector<double> rest_;  // [C], of those sums
};

// Rows of a matrix as one: what was made one by one goes through the network at once.
Matrix matrix_of(const std::vector<std::vector<double>>& rows);

}  // namespace heed::explain
