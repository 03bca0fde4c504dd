// What a network that writes would say next if it ended after each of its layers (the logit lens,
// nostalgebraist 2020).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/session/writing/writer.h"

namespace heed::session {

struct LensLayer {
  int layer = -1;                     // -1: the embeddings, before the first layer
  std::vector<NextToken> candidates;  // the likeliest first
  NextToken said;                     // what the whole network says, as likely as it is here
};

// After the token number `place` of the text (-1: the last), layer by layer. Error for a model that does not
// write, an empty text, and a place that is not there. `edits`: of maps, made on the way.
std::vector<LensLayer> lens(const Model& model, const std::string& text, int64_t place, int64_t top,
                            const std::vector<std::string>& edits = {});
// [{"layer", "candidates", "said"}, …]
nlohmann::json to_json(const std::vector<LensLayer>& layers);

}  // namespace heed::session
