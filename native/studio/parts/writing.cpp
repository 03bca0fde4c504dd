#include "native/studio/parts/writing.h"

#include <chrono>
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
  if (!going_) ended_.clear();
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

struct Writing::Going {
  Question from;
  session::WritingOptions how;
  std::string so_far;                                 // the sentence as it was left
  std::unique_ptr<session::Writer> writer = nullptr;  // of the jobs' thread
};

void Writing::write_on() {
  if (going_) return;
  going_ = true;
  stopped_ = false;
  written_ = 0;
  seconds_ = 0;
  ended_.clear();
  write_one(std::make_shared<Going>(Going{asked_, options, asked_.sentence}));
}

// A job for each token, so that what is seen of the text follows it.
void Writing::write_one(const std::shared_ptr<Going>& text) {
  auto work = [this, text]() -> Jobs::Apply {
    if (!text->writer)
      text->writer = std::make_unique<session::Writer>(*text->from.model, text->from.sentence, text->how);
    const auto begun = std::chrono::steady_clock::now();
    const bool more = text->writer->write().has_value();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
    return [this, text, more, taken = taken.count(), ended = text->writer->ended(),
            whole = text->from.sentence + text->writer->text()] {
      const bool untouched = explorer_.sentence() == text->so_far;  // else somebody else writes
      going_ = more && untouched && !stopped_ && written_ + 1 < tokens;
      if (untouched) ended_ = ended;
      if (!more || !untouched || stopped_) return;
      ++written_;
      seconds_ += taken;
      text->so_far = whole;
      explorer_.write(whole);
      if (going_) write_one(text);
    };
  };
  jobs_.run(work, [this](const std::string& message) {
    going_ = false;
    problem_ = message;
  });
}

}  // namespace heed::studio
