// Attention between two texts under one mechanism or several, made on a thread of its own; while an answer is
// on its way the last one stays.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/session/reading/attend.h"
#include "native/studio/parts/jobs.h"
#include "native/studio/views/heat_map.h"

namespace heed::studio {

struct AttendQuestion {
  std::string query, key;
  bool tensors = false;  // random tensors of seed 42, [3, 4], in place of the texts
  std::vector<std::string> mechanisms;
  session::AttendOptions options;
  bool operator==(const AttendQuestion&) const = default;
};

struct AttendAnswer {
  std::string mechanism, problem;
  std::optional<session::Attended> attended;  // the last that could be computed
};

class Attending {
 public:
  explicit Attending(Jobs& jobs) : jobs_(jobs) {}

  // What the panel's widgets change; follow() notices.
  AttendQuestion question;
  Pointing pointing;
  int head = 0;
  std::string chosen;  // the mechanism that is gone through step by step
  int row = 0;

  // Asks when the question or the vectors are others than last time. `name` tells sections apart.
  void follow(const std::string& name, const std::shared_ptr<const session::WordVectors>& vectors);
  // In the order of the question's mechanisms.
  const std::vector<AttendAnswer>& answers() const { return answers_; }
  const AttendAnswer* answer(const std::string& mechanism) const;
  bool stale() const { return wanted_ != shown_; }
  // All words of the question's texts.
  std::vector<std::string> words() const;

 private:
  void take(const std::vector<AttendAnswer>& answers);

  Jobs& jobs_;
  AttendQuestion asked_;
  std::shared_ptr<const session::WordVectors> asked_vectors_;
  std::vector<AttendAnswer> answers_;
  int wanted_ = 0, shown_ = 0;
};

std::vector<std::string> names_of(const std::vector<session::AttendToken>& tokens);

// One head's weights as a view draws them; full colour is 1, or the largest weight.
Heat heat_of(const session::Attended& attended, int head, bool absolute);

}  // namespace heed::studio
