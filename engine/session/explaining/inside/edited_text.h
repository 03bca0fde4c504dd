// A text and the network that reads it, both as edits leave them: what every explanation is of.
#pragma once

#include <string>
#include <vector>

#include "engine/explain/intervene.h"
#include "engine/explain/subject_edits.h"

namespace heed::session {

struct EditedText {
  std::vector<explain::Edit> edits;
  EncodedText text;  // as the edits of words leave it
  explain::Subject subject;
};

}  // namespace heed::session
