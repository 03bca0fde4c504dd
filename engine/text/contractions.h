// A preprocessing step: contractions are cut as in the Penn Treebank, and in the texts made from it (SST):
// "don't" becomes "do n't", "can't" "ca n't", "it's" "it 's", "they'll" "they 'll", "cannot" "can not". A
// model that counts words then knows "n't" from all of them. What is cut already stays as it is.
#pragma once

#include "engine/text/aligned_text.h"

namespace heed {

// Capital letters too, and the apostrophe ’, which becomes '.
AlignedText cut_contractions(const AlignedText& text);

}  // namespace heed
