#include "engine/tasks/row_plan.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

constexpr int64_t kFewest = 16;  // tokens of a text that is worth a run

}  // namespace

RowPlan::RowPlan(const TrainingOptions& options, int64_t tokens, int64_t around, int64_t longest)
    : tokens_(tokens), around_(around), epoch_steps_(options.epoch_steps) {
  const RowOptions& rows = options.rows;
  const int64_t asked = std::max(rows.length, rows.last_length);
  check(longest == 0 || asked <= longest, "[rows] of ", asked, " tokens: the network takes ", longest,
        "; set training.rows.length.");
  check(tokens >= kFewest, "[rows] ", tokens, " tokens are left to train on: expected some text more.");
  auto add = [&](int64_t length, int epochs) {
    const auto batch =
        static_cast<size_t>(std::max<int64_t>(1, int64_t{options.batch_size} * rows.length / length));
    const int64_t inside = length - around;
    stages_.push_back({length, (tokens + inside - 1) / inside, batch, epochs});
  };
  const auto last_part = static_cast<int>(std::lround(rows.last_part * options.epochs));
  const int last = rows.last_length == 0 ? 0 : std::clamp(last_part, 0, options.epochs);
  if (last < options.epochs || last == 0) add(rows.length, options.epochs - last);
  if (last > 0) add(rows.last_length, last);
}

std::vector<Batch> RowPlan::batches(const TrainingOptions& options, int epoch) const {
  int numbered = 0, in_stage = epoch;
  size_t s = 0;
  for (; s + 1 < stages_.size() && in_stage >= stages_[s].epochs; ++s) {
    in_stage -= stages_[s].epochs;
    numbered += static_cast<int>(stages_[s].rows);
  }
  const Stage& stage = stages_[s];
  const auto rows = static_cast<size_t>(stage.rows);
  std::vector<Batch> batches;
  if (epoch_steps_ == 0) {
    batches = shuffled_batches(rows, stage.batch, options.seed, epoch);
  } else {  // epochs of so many steps go on where the one before ended, pass after pass
    Batch order;
    size_t next = static_cast<size_t>(in_stage) * static_cast<size_t>(epoch_steps_) * stage.batch;
    for (int64_t step = 0; step < epoch_steps_; ++step) {
      Batch& batch = batches.emplace_back();
      for (size_t i = 0; i < stage.batch; ++i, ++next) {
        if (order.empty() || next % rows == 0)
          order = shuffled_batches(rows, rows, options.seed + s, static_cast<int>(next / rows)).front();
        batch.push_back(order[next % rows]);
      }
    }
  }
  for (Batch& batch : batches)
    for (int& row : batch) row += numbered;
  return batches;
}

std::pair<int64_t, int64_t> RowPlan::row(int number) const {
  int64_t row = number;
  const Stage* stage = stages_.data();
  for (; row >= stage->rows; ++stage) row -= stage->rows;
  const int64_t inside = stage->length - around_;
  return {row * inside, std::min(inside, tokens_ - row * inside)};
}

int64_t RowPlan::longest() const {
  int64_t longest = 0;
  for (const Stage& stage : stages_) longest = std::max(longest, stage.length);
  return longest;
}

int64_t RowPlan::steps() const {
  int64_t steps = 0;
  for (const Stage& stage : stages_) {
    const auto batch = static_cast<int64_t>(stage.batch);
    steps += stage.epochs * (epoch_steps_ > 0 ? epoch_steps_ : (stage.rows + batch - 1) / batch);
  }
  return std::max<int64_t>(1, steps);
}

std::string RowPlan::description() const {
  std::string text;
  for (const Stage& stage : stages_)
    text += "Rows: " + std::to_string(stage.epochs) + " epochs of " + std::to_string(stage.batch) +
            " rows of up to " + std::to_string(stage.length) + " tokens a step, " +
            std::to_string(stage.rows) + " rows in all\n";
  return text;
}

}  // namespace heed
