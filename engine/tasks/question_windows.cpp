#include "engine/tasks/question_windows.h"

#include <algorithm>
#include <limits>

#include "engine/base/error.h"

namespace heed {
namespace {

// The context's tokens within the pair: [first, last).
std::pair<size_t, size_t> context_in(const EncodedText& pair) {
  size_t first = 0, last = 0;
  for (size_t n = 0; n < pair.tokens.size(); ++n) {
    const TextToken& token = pair.tokens[n];
    if (token.sequence != 1 || token.start == token.end) continue;
    if (last == 0) first = n;
    last = n + 1;
  }
  return {first, last};
}

// The tokens [from, to) of the context with what stands before and behind it.
QuestionWindow window_of(const EncodedText& pair, size_t first, size_t last, size_t from, size_t to) {
  QuestionWindow window;
  auto take = [&](size_t begin, size_t end) {
    for (size_t n = begin; n < end; ++n) {
      window.text.ids.push_back(pair.ids[n]);
      if (!pair.types.empty()) window.text.types.push_back(pair.types[n]);
    }
  };
  take(0, first);
  take(from, to);
  take(last, pair.ids.size());
  window.first = static_cast<int32_t>(first);
  window.last = static_cast<int32_t>(first + to - from);
  for (size_t n = from; n < to; ++n) {
    window.begin.push_back(static_cast<int32_t>(pair.tokens[n].start));
    window.end.push_back(static_cast<int32_t>(pair.tokens[n].end));
  }
  return window;
}

// The tokens of the bytes [start, end) of the context, if all of them are in the window.
void mark_answer(QuestionWindow& window, size_t start, size_t end, size_t context_begin, size_t context_end) {
  const auto from = static_cast<int32_t>(start), to = static_cast<int32_t>(end);
  // What the neighbours hold is no part of this window.
  if (static_cast<int32_t>(context_begin) > from || static_cast<int32_t>(context_end) < to) return;
  int32_t begin = -1, last = -1;
  for (size_t n = 0; n < window.begin.size(); ++n)
    if (window.end[n] > from && window.begin[n] < to) {
      if (begin < 0) begin = static_cast<int32_t>(n);
      last = static_cast<int32_t>(n);
    }
  if (begin < 0) return;
  window.answer[0] = window.first + begin;
  window.answer[1] = window.first + last;
}

}  // namespace

std::vector<QuestionWindow> question_windows(const TextToIds& encoder, const Question& question,
                                             const std::string& context, const WindowSizes& sizes) {
  const EncodedText pair = encoder.encode_pair(question.question, context);
  const auto [first, last] = context_in(pair);
  std::vector<QuestionWindow> windows;
  if (first == last) return windows;
  const size_t around = pair.ids.size() - (last - first);
  size_t room = last - first;
  if (sizes.most > 0 && pair.ids.size() > static_cast<size_t>(sizes.most)) {
    check(around < static_cast<size_t>(sizes.most), "[questions] \"", question.question, "\" has ", around,
          " tokens: nothing of its text fits into a window of ", sizes.most, ".");
    room = static_cast<size_t>(sizes.most) - around;
  }
  const size_t shared = std::min(static_cast<size_t>(sizes.stride), room - 1);
  for (size_t from = first;; from += room - shared) {
    const size_t to = std::min(from + room, last);
    windows.push_back(window_of(pair, first, last, from, to));
    mark_answer(windows.back(), question.start, question.end,
                from == first ? 0 : static_cast<size_t>(pair.tokens[from].start),
                to == last ? context.size() : static_cast<size_t>(pair.tokens[to - 1].end));
    if (to == last) return windows;
  }
}

AnswerSpan best_span(const QuestionWindow& window, const float* scores) {
  AnswerSpan best;
  best.score = -std::numeric_limits<double>::infinity();
  for (int32_t s = window.first; s < window.last; ++s)
    for (int32_t e = s; e < std::min(s + kLongestAnswer, window.last); ++e) {
      const double score = static_cast<double>(scores[2 * s]) + static_cast<double>(scores[2 * e + 1]);
      if (!(score > best.score)) continue;
      best = {static_cast<size_t>(window.begin[static_cast<size_t>(s - window.first)]),
              static_cast<size_t>(window.end[static_cast<size_t>(e - window.first)]), score};
    }
  return best;
}

}  // namespace heed
