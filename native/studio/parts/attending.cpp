#include "native/studio/parts/attending.h"

#include <algorithm>
#include <exception>

namespace heed::studio {
namespace {

// A mechanism that cannot do it has an answer too: why.
AttendAnswer answered(const AttendQuestion& question, const std::string& mechanism,
                      const session::WordVectors* vectors) {
  session::AttendOptions options = question.options;
  options.mechanism = mechanism;
  try {
    if (!session::mechanism_named(mechanism).traits.several_heads) options.heads = 0;
    if (question.tensors) return {mechanism, "", session::attend(session::random_tensors(42, 3, 4), options)};
    return {mechanism, "", session::attend(*vectors, question.query, question.key, options)};
  } catch (const std::exception& error) {
    return {mechanism, error.what(), std::nullopt};
  }
}

}  // namespace

std::vector<std::string> names_of(const std::vector<session::AttendToken>& tokens) {
  std::vector<std::string> names(tokens.size());
  std::transform(tokens.begin(), tokens.end(), names.begin(), [](const auto& token) { return token.text; });
  return names;
}

std::vector<std::string> Attending::words() const {
  if (question.tensors) return {};
  std::vector<std::string> all = session::words_of(question.query);
  for (std::string& word : session::words_of(question.key)) all.push_back(std::move(word));
  return all;
}

void Attending::follow(const std::string& name, const std::shared_ptr<const session::WordVectors>& vectors) {
  if ((question == asked_ && vectors == asked_vectors_) || (!vectors && !question.tensors)) return;
  asked_ = question;
  asked_vectors_ = vectors;
  const int number = ++wanted_;
  jobs_.newest(
      name,
      [this, number, vectors, question = question]() -> Jobs::Apply {
        std::vector<AttendAnswer> found;
        for (const std::string& mechanism : question.mechanisms)
          found.push_back(answered(question, mechanism, vectors.get()));
        return [this, number, found] {
          shown_ = number;
          take(found);
        };
      },
      [this, number](const std::string&) { shown_ = number; });
}

void Attending::take(const std::vector<AttendAnswer>& found) {
  std::vector<AttendAnswer> before = std::exchange(answers_, found);
  for (AttendAnswer& now : answers_) {
    const auto last = std::find_if(before.begin(), before.end(),
                                   [&](const AttendAnswer& a) { return a.mechanism == now.mechanism; });
    if (!now.attended && last != before.end()) now.attended = std::move(last->attended);
  }
}

const AttendAnswer* Attending::answer(const std::string& mechanism) const {
  for (const AttendAnswer& a : answers_)
    if (a.mechanism == mechanism) return &a;
  return nullptr;
}

Heat heat_of(const session::Attended& a, int head, bool absolute) {
  Heat heat;
  heat.keys = names_of(a.key_tokens);
  heat.queries = a.T == static_cast<int64_t>(a.query_tokens.size()) ? names_of(a.query_tokens)
                                                                    : std::vector<std::string>{"all"};
  const auto cells = a.T * a.S;
  const auto first = a.weights.begin() + cells * std::clamp<int64_t>(head, 0, a.H - 1);
  heat.weights = {first, first + cells};
  heat.full = absolute ? 1 : std::max(1e-6f, *std::max_element(heat.weights.begin(), heat.weights.end()));
  return heat;
}

}  // namespace heed::studio
