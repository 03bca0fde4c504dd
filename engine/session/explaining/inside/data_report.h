// What moves a model's answers over a data set, as "report" of session/explaining/faithfulness.h.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/explain/subject.h"
#include "engine/session/explaining/faithfulness.h"

namespace heed::session {

struct ReportedTexts {
  const std::vector<std::string>& texts;
  const std::vector<EncodedText>& encoded;  // [texts]
  std::function<EncodedText(const std::string&)> encode;
  const std::vector<std::string>& classes;
};

nlohmann::json data_report(const explain::Subject& subject, const ReportedTexts& data, uint64_t seed,
                           const Progressing& progress);

}  // namespace heed::session
