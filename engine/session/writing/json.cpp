#include <nlohmann/json.hpp>

#include "engine/format/json.h"

#include "engine/session/writing/writer.h"

namespace heed::session {

nlohmann::json to_json(const Written& written) {
  nlohmann::json tokens = nlohmann::json::array(), ids = nlohmann::json::array(),
                 probabilities = nlohmann::json::array(), given = nlohmann::json::array();
  for (const NextToken& token : written.tokens) {
    tokens.push_back(token.token);
    ids.push_back(token.id);
    probabilities.push_back(token.probability);
  }
  for (size_t n = 0; n < written.given.size(); ++n) {
    const NextToken& token = written.given[n];
    given.push_back({{"token", token.token},
                     {"id", token.id},
                     {"probability", n == 0 ? nlohmann::json() : nlohmann::json(token.probability)}});
  }
  return {{"text", written.text + written.continuation},
          {"continuation", written.continuation},
          {"given", given},
          {"tokens", tokens},
          {"ids", ids},
          {"probabilities", probabilities},
          {"ended", written.ended}};
}

nlohmann::json to_json(const std::vector<NextToken>& tokens) {
  nlohmann::json all = nlohmann::json::array();
  for (const NextToken& token : tokens)
    all.push_back(JsonObject()
                      .add("token", token.token)
                      .add("id", token.id)
                      .add("probability", token.probability)
                      .add("text", token.text)
                      .take());
  return all;
}

}  // namespace heed::session
