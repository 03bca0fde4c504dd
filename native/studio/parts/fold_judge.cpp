#include "native/studio/parts/fold_judge.h"

#include <chrono>
#include <cmath>
#include <memory>

namespace heed::studio {
namespace {

constexpr int kFolds = 5;
constexpr auto kReportEvery = std::chrono::milliseconds(100);  // two reports: nobody reads more

std::vector<session::RowScore> scores_of(const session::JudgedRows& rows) {
  const size_t C = rows.labels.size();
  std::vector<session::RowScore> scores;
  for (size_t row = 0; row < rows.truth.size(); ++row) {
    const session::Predictions::Answer answer = rows.said.answer(row, C);
    const double p = rows.said.probabilities[row * C + static_cast<size_t>(rows.truth[row])];
    scores.push_back({-std::log(p), answer.probability, answer.predicted});
  }
  return scores;
}

double done_of(int fold, const session::Progress& now) {
  const double epoch =
      now.epoch - 1 + (now.steps > 0 ? static_cast<double>(now.step) / static_cast<double>(now.steps) : 0);
  return (fold + epoch / std::max(now.epochs, 1)) / kFolds;
}

}  // namespace

void FoldJudge::begin(session::TrainOptions options) {
  if (going_) return;
  going_ = true;
  cancelled_ = false;
  share_ = 0;
  at_ = "beginning";
  problem.clear();
  note.clear();
  began_ = std::chrono::steady_clock::now();
  auto work = [this, options = std::move(options), path = table_.path()]() -> Jobs::Apply {
    auto told = std::chrono::steady_clock::now();
    const auto watch = [&](int fold, const session::Progress& now) {
      if (std::chrono::steady_clock::now() - told >= kReportEvery) {
        told = std::chrono::steady_clock::now();
        mailbox_.post([this, share = done_of(fold, now),
                       at = "fold " + std::to_string(fold + 1) + " of " + std::to_string(kFolds) +
                            ", epoch " + std::to_string(now.epoch) + " of " + std::to_string(now.epochs)] {
          share_ = share;
          at_ = at;
        });
      }
      return !cancelled_;
    };
    auto scores = std::make_shared<std::vector<session::RowScore>>(
        scores_of(session::out_of_fold(options, kFolds, watch)));
    return [this, scores, path] {
      going_ = false;
      if (scores->empty()) return;
      note = "Cross-validated: each row was scored by one of " + std::to_string(kFolds) +
             " models, one that never saw it.";
      if (!table_.take_scores(path, scores, "models that never saw them"))
        note = "You opened another file meanwhile, so these results were dropped.";
    };
  };
  jobs_.run(work, [this](const std::string& message) {
    going_ = false;
    problem = message;
  });
}

double FoldJudge::seconds_left() const {
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - began_;
  return share_ > 0 ? taken.count() * (1 - share_) / share_ : 0;
}

}  // namespace heed::studio
