// In the page's first module: its download has no room for models of other makers.
#include <nlohmann/json.hpp>

#include "engine/base/error.h"
#include "engine/session/models/inside/model_impl.h"

namespace heed::session {

std::unique_ptr<ModelImpl> open_pretrained(const std::string& folder, const nlohmann::json&, int, Precision,
                                           const Device&) {
  fail("[", folder, "/config.json] is of a model that this module does not open: it needs the whole engine.");
}

FilledMasks ModelImpl::fill_mask(const std::string&, int) const {
  return {};
}
Analysis ModelImpl::answer(const std::string&, const std::string&, const AnalysisOptions&) const {
  return {};
}
void write_pretrained(const Analysis&, nlohmann::json&) {}

std::unique_ptr<ModelImpl> open_pretrained(const std::string& name, std::map<std::string, std::string>,
                                           const nlohmann::json& config) {
  return open_pretrained(name, config, 1, Precision::kAsStored, {});
}

}  // namespace heed::session
