// Analyses as one page that needs nothing else: all maps, what each word adds, and the texts, in a file that
// opens from a disk. Its markup, style and script are assets/one-file.html (web/one-file/), its data a block
// of JSON; what was typed is text in it, never markup.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/session/models/model.h"

namespace heed::session {

// {"text", "tokens": [{"text", "known"}], "classes": [{"label", "probability"}], "prediction": label or null,
// "maps": [{"layer", "heads", "rows", "weights": [H, T, S] as 16-bit numbers, 65535 for 1, in base64}],
// "total_tokens" where the model reads no more than stand here, "contributions": [{"class", "bias", "sum",
// "terms": one per token}]}
nlohmann::json one_file_item(const Model& model, const std::string& text);

// The page. `go_on(texts done)` is called now and then; what it throws ends it. Error without texts.
std::string one_file(const Model& model, const std::vector<std::string>& texts,
                     const std::function<void(size_t)>& go_on = nullptr);

}  // namespace heed::session
