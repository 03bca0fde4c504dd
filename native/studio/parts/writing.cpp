#include "native/studio/parts/writing.h"

#include <exception>

namespace heed::studio {
namespace {

constexpr int64_t kNext = 8, kOfALayer = 3;

// Some kinds of networks have no such account of themselves; then it is not shown.
template <class Ask>
auto unless_it_fails(const Ask& ask) -> decltype(ask()) {
  try {
    return ask();
  } catch (const std::exception&) {
    return {};
  }
}

}  // namespace

Writing::Found Writing::find(const Question& asked) {
  Found found;
  const session::Writer writer(*asked.model, asked.sentence);
  found.given = writer.given();
  found.next = writer.candidates(kNext);
  if (asked.sentence.empty()) return found;
  found.lens = unless_it_fails([&] { return session::lens(*asked.model, asked.sentence, -1, kOfALayer); });
  found.parts = unless_it_fails([&] {
    const auto all = session::direct_attribution(*asked.model, asked.sentence, 2);
    return session::difference(all, 0, 1);
  });
  return found;
}

void Writing::follow() {
  const Question asked{explorer_.model(), explorer_.sentence()};
  if (!asked.model || explorer_.finds() != session::Finds::kNext || asked == asked_) return;
  if (asked.model != asked_.model) found_ = {};
  asked_ = asked;
  jobs_.newest(
      "writing",
      [this, asked]() -> Jobs::Apply {
        return [this, found = find(asked)] {
          problem_.clear();
          found_ = found;
        };
      },
      [this](const std::string& message) { problem_ = message; });
}

void Writing::write(const session::NextToken& next) {
  explorer_.write(explorer_.sentence() + next.text);
}

double Writing::rate() const {
  return seconds_ > 0 ? static_cast<double>(written_) / seconds_ : 0;
}

void Writing::write_on() {
  if (going_) return;
  going_ = true;
  stopped_ = false;
  written_ = 0;
  seconds_ = 0;
  so_far_ = asked_.sentence;
  auto work = [this, asked = asked_, how = options, most = tokens]() -> Jobs::Apply {
    session::Writer writer(*asked.model, asked.sentence, how);
    const auto begun = std::chrono::steady_clock::now();
    for (int64_t n = 1; n <= most && !stopped_ && writer.write(); ++n)
      mailbox_.post(
          [this, n, text = asked.sentence + writer.text(),
           seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count()] {
            if (explorer_.sentence() != so_far_) stopped_ = true;  // somebody else writes
            if (stopped_) return;
            written_ = n;
            so_far_ = text;
            seconds_ = seconds;
            explorer_.write(text);
          });
    return [this] { going_ = false; };
  };
  writer_jobs_.run(work, [this](const std::string& message) {
    going_ = false;
    problem_ = message;
  });
}

}  // namespace heed::studio
