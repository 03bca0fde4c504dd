// A question beside its text as a network reads them: in one window, or where the text is longer in several
// that overlap, each behind the same question.
#pragma once

#include "engine/data/text_encoder.h"
#include "engine/tasks/question_data.h"

namespace heed {

struct WindowSizes {
  int64_t most = 0;    // tokens of a window, the question's among them; 0: any number
  int64_t stride = 0;  // tokens of the text that two neighbours share
};

struct QuestionWindow {
  EncodedText text;                 // without tokens
  int32_t first = 0, last = 0;      // its tokens of the context: [first, last)
  std::vector<int32_t> begin, end;  // of these, the bytes of the context that they cover
  int32_t answer[2] = {0, 0};  // first and last token of the answer; token 0 where it is not in here whole
};

// Error where the question alone fills a window. Empty where no token of the context is left.
std::vector<QuestionWindow> question_windows(const TextToIds& encoder, const Question& question,
                                             const std::string& context, const WindowSizes& sizes);

// The span of a window's context, of up to kLongestAnswer tokens, with the highest sum of scores [tokens, 2]
// of its first and its last token.
constexpr int32_t kLongestAnswer = 30;  // as the reference implementation of BERT has it
struct AnswerSpan {
  size_t start = 0, end = 0;  // bytes of the context
  double score = 0;
};
AnswerSpan best_span(const QuestionWindow& window, const float* scores);

}  // namespace heed
