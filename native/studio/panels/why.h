// Why: the words of the sentence with what each adds for and against the class that is asked about.
#pragma once

#include "native/studio/parts/why.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

void draw_why(Ui& ui, Why& why, Explorer& explorer);

// The three words of the largest values, in words: "For request: send +2.31, me +1.20. Against: today −0.40."
std::string strongest_words(const WordValues& values, bool is_signed);

}  // namespace heed::studio
