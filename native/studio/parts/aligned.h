// Two sentences' tokens, one under the other: the fewest words that stand alone or under another word
// (Levenshtein 1966).
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace heed::studio {

// Places in either sentence; none where it has none there.
struct AlignedColumn {
  std::optional<size_t> own, other;
};

std::vector<AlignedColumn> aligned(const std::vector<std::string>& own,
                                   const std::vector<std::string>& other);

// "send", "send → pay", "+ not", "− not": what stands there, of both.
std::string name_of(const AlignedColumn& column, const std::vector<std::string>& own,
                    const std::vector<std::string>& other);

}  // namespace heed::studio
