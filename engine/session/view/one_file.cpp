#include "engine/session/view/one_file.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/base/error.h"
#include "engine/session/explaining/explain.h"
#include "engine/session/view/one_file_form.h"

namespace heed::session {

namespace {

using nlohmann::json;

std::string base64(const std::string& bytes) {
  static const char* const kSigns = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t at = 0; at < bytes.size(); at += 3) {
    const auto byte = [&](size_t i) {
      return i < bytes.size() ? static_cast<uint32_t>(static_cast<unsigned char>(bytes[i])) : 0U;
    };
    const uint32_t three = byte(at) << 16U | byte(at + 1) << 8U | byte(at + 2);
    for (unsigned sign = 0; sign < 4; ++sign)
      text += at + sign <= bytes.size() ? kSigns[three >> (18U - 6U * sign) & 63U] : '=';
  }
  return text;
}

std::string packed(const std::vector<float>& weights) {
  std::string bytes;
  bytes.reserve(2 * weights.size());
  for (const float weight : weights) {
    const auto value = static_cast<unsigned>(std::lround(65535.0F * std::clamp(weight, 0.0F, 1.0F)));
    bytes += static_cast<char>(value & 255U);
    bytes += static_cast<char>(value >> 8U);
  }
  return base64(bytes);
}

json contributions_of(const Model& model, const Analysis& analysis) {
  json list = json::array();
  if (!analysis.prediction) return list;
  ExplainOptions options;
  options.attributions = options.parts = options.analysed = false;
  for (const ClassContributions& of : explain(model, analysis.text, options).contributions)
    list.push_back({{"class", of.label}, {"bias", of.bias}, {"sum", of.sum}, {"terms", of.terms}});
  return list;
}

// In a script element nothing ends it but "</script", and "<!--" would hide what ends it.
std::string as_block(const json& data) {
  std::string text;
  for (const char c : data.dump(-1, ' ', false, json::error_handler_t::replace))
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  return text;
}

std::string with(std::string form, const std::string& place, const std::string& text) {
  const size_t at = form.find(place);
  check(at != std::string::npos, "[one-file] the form has no ", place, ".");
  return form.replace(at, place.size(), text);
}

}  // namespace

json one_file_item(const Model& model, const std::string& text) {
  const Analysis analysis = model.analyse(text);
  json item = {{"text", analysis.text},    {"tokens", json::array()},
               {"classes", json::array()}, {"prediction", nullptr},
               {"maps", json::array()},    {"contributions", contributions_of(model, analysis)}};
  for (const Token& token : analysis.tokens)
    item["tokens"].push_back({{"text", token.text}, {"known", token.known}});
  for (const ClassProbability& one : analysis.classes)
    item["classes"].push_back({{"label", one.label}, {"probability", one.probability}});
  if (analysis.cut_at) item["total_tokens"] = analysis.total_tokens;
  if (analysis.prediction) item["prediction"] = analysis.prediction->label;
  for (const AttentionMap& map : analysis.attention)
    if (!map.weights.empty())
      item["maps"].push_back(
          {{"layer", map.layer}, {"heads", map.H}, {"rows", map.T}, {"weights", packed(map.weights)}});
  return item;
}

std::string one_file(const Model& model, const std::vector<std::string>& texts,
                     const std::function<void(size_t)>& go_on) {
  check(!texts.empty(), "[one-file] there is no text to show: give one at least.");
  const ModelInfo info = model.info();
  json items = json::array();
  for (const std::string& text : texts) {
    items.push_back(one_file_item(model, text));
    if (go_on) go_on(items.size());
  }
  const std::string task = info.architecture + ", " + std::to_string(info.parameters) + " parameters.";
  const json data = {{"model", {{"name", info.name}, {"task", task}}}, {"items", std::move(items)}};
  return with(with(one_file_form(), "@VERSION@", HEED_VERSION), "@DATA@", as_block(data));
}

}  // namespace heed::session
