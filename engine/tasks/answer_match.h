// How near an answer is to a given one, as SQuAD's evaluation script has it (Rajpurkar et al. 2016, section
// 6.1, evaluate-v1.1.py).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heed {

// In lower case, without the punctuation of ASCII and the words a, an and the, with single spaces.
std::string normalised_answer(std::string_view answer);

struct AnswerMatch {
  double exact = 0;  // 0 or 1: alike after normalisation
  double f1 = 0;     // of the words that both have
};

// Each the best over the given answers; 0 where there are none.
AnswerMatch match_answer(std::string_view predicted, const std::vector<std::string>& given);

}  // namespace heed
