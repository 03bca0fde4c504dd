// Word vectors by the GloVe objective (Pennington, Socher & Manning 2014, eq. 8 and 9):
//
//   J = Σ_{i,j} f(X_ij) (w_i·c_j + b_i + d_j - log X_ij)²,  f(x) = min(1, (x / x_max)^α)
//
// over the co-occurrences X, with AdaGrad (section 4.2) in an order shuffled anew for each epoch. A word's
// vector is w + c. One thread; the same bits for the same seed on the same kind of machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/data/cooccurrence.h"
#include "engine/tasks/stepping.h"

namespace heed {

struct GloveOptions {
  int64_t width = 50;  // D
  int epochs = 25;
  double rate = 0.05;
  double x_max = 100, alpha = 0.75;
  uint64_t seed = 0;
  double tokens = 0;  // of the corpus: for Position::tokens
};

class Glove : public Stepping {
 public:
  Glove(const std::vector<Cooccurrence>& counts, int32_t V, const GloveOptions& options);

  // Up to `most` terms of J; at the end of an epoch it stops. False when all epochs are done.
  bool step(int64_t most);
  bool step() override { return step(kTermsPerStep); }
  Position position() const override;  // steps of kTermsPerStep

  int epoch() const { return epoch_; }    // epochs done
  int64_t done() const { return next_; }  // terms of this epoch
  int64_t terms() const { return static_cast<int64_t>(terms_.size()); }
  double loss() const { return seen_ > 0 ? loss_ / static_cast<double>(seen_) : 0; }  // mean over the epoch

  // [V, D], w + c of every word.
  std::vector<float> vectors() const;

  Checkpoint save() override;
  void resume(const Checkpoint& checkpoint, const std::string& file) override;

 private:
  static constexpr int64_t kTermsPerStep = int64_t{1} << 20;
  struct Term {
    int32_t word, context;
    float weight, log;  // f(X), log X
  };
  // A word as word or as context: vector, bias, and the sums of squared gradients of both.
  float* row(std::vector<float>& table, int32_t word) const { return table.data() + word * stride_; }
  double update(const Term& term);
  void shuffle();

  std::vector<Term> terms_;
  int32_t V_;
  GloveOptions options_;
  int64_t stride_;                       // of a row: D numbers, the bias, and as many squares
  std::vector<float> words_, contexts_;  // [V, stride]
  int epoch_ = 0;
  int64_t next_ = 0, seen_ = 0;
  double loss_ = 0;
};

}  // namespace heed
