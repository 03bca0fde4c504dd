// Whether attention between two texts aligns them: against links between words that a person has marked, and
// whether it goes forwards as the writing does.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/tasks/pair_figures.h"

namespace heed {

// Links join two words, which stand between blanks, by numbers from 0: one of the source, one of the target.
using Links = std::set<std::pair<int, int>>;

struct MarkedLinks {
  Links sure, possible;  // what is sure is possible, too
};
// "0-0 1-2 3?2": with a question mark where a link may be left out. Error for anything else.
MarkedLinks read_links(const std::string& text);

// The alignment error rate 1 - (|A ∩ S| + |A ∩ P|) / (|A| + |S|) of links A against those that are sure and
// possible (Och & Ney 2003, section 5), over all pairs.
class AlignmentError {
 public:
  void take(const Links& found, const MarkedLinks& marked);
  double rate() const;

 private:
  size_t hits_ = 0, most_ = 0;
};

// Figures of each map from the target to the source, the mean of its heads: [{"map", "layer", "monotone",
// "error", "diagonal_error"}]. A word of the target is linked to the word of the source that it looks at
// most. "monotone": how often a token looks at a place that is not before that of the token before it. The
// errors are null where no pair has links; "diagonal_error" is that of links along the diagonal, which look
// at nothing. At most the first 2,000 pairs.
nlohmann::json alignment_figures(const Network& network, const Device& device,
                                 const std::vector<AskedPair>& pairs, const PieceEncoder& pieces,
                                 int32_t end);

}  // namespace heed
