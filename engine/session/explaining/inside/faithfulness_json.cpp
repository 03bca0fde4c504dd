#include "engine/session/explaining/inside/faithfulness_json.h"

namespace heed::session {

using nlohmann::json;

namespace {

json tau_json(const explain::TauFigures& tau) {
  return {{"mean", tau.mean},
          {"sd", tau.sd},
          {"significant", tau.significant},
          {"n", tau.n},
          {"same_first", tau.same_first},
          {"histogram", tau.spread.counts}};
}

void add_erased(const std::vector<explain::ErasedFigures>& erased, json& written) {
  json& normalised = written["normalised"];
  json& curves = written["curves"];
  curves["shares"] = explain::eraser_shares();
  for (const explain::ErasedFigures& of : erased) {
    written["comprehensiveness"][of.method] = of.mean_comprehensiveness;
    written["sufficiency"][of.method] = of.mean_sufficiency;
    normalised["comprehensiveness"][of.method] = of.normalised_comprehensiveness;
    normalised["sufficiency"][of.method] = of.normalised_sufficiency;
    curves["comprehensiveness"][of.method] = of.comprehensiveness;
    curves["sufficiency"][of.method] = of.sufficiency;
  }
}

json permutations_json(const explain::DataFigures& figures, int count) {
  json quarters = json::array();
  const auto n = static_cast<double>(figures.by_largest_weight.size());
  for (size_t i = 0; i < figures.by_largest_weight.size(); ++i)
    quarters.push_back({{"from", static_cast<double>(i) / n},
                        {"to", static_cast<double>(i + 1) / n},
                        {"n", figures.by_largest_weight[i].n},
                        {"median", figures.by_largest_weight[i].median}});
  return {{"count", count},
          {"median", figures.permuted_median},
          {"largest", figures.permuted_largest},
          {"by_largest_weight", quarters}};
}

json looked_json(const explain::LookedAt& at, bool pooling) {
  json written = {{"first", at.first}, {"separators", at.separators}};
  if (!pooling)
    written.update({{"self", at.self},
                    {"previous", at.previous},
                    {"next", at.next},
                    {"same_word", at.same_word},
                    {"distance", at.distance}});
  return written;
}

}  // namespace

void add_heads(const std::vector<explain::HeadRole>& roles, const explain::HeadImportance& importance,
               json& written) {
  json& heads = written["heads"] = json::array();
  for (size_t i = 0; i < roles.size(); ++i)
    heads.push_back({{"layer", roles[i].layer},
                     {"head", roles[i].head},
                     {"role", explain::name_of(roles[i])},
                     {"looks_at", looked_json(roles[i].looked, roles[i].pooling)},
                     {"even", looked_json(roles[i].even, roles[i].pooling)},
                     {"evenness", roles[i].evenness},
                     {"supports", roles[i].supports},
                     {"accuracy_without", importance.alone[i].accuracy},
                     {"loss_without", importance.alone[i].loss}});
  json& removing = written["removing"] = json::array();
  for (const explain::Without& left : importance.removed)
    removing.push_back({{"layer", left.head.layer},
                        {"head", left.head.head},
                        {"accuracy", left.accuracy},
                        {"loss", left.loss}});
}

json figures_json(const explain::DataFigures& figures, const explain::FaithfulnessOptions& options) {
  json written = {
      {"n", figures.n},
      {"tokens", figures.tokens},
      {"tau", {{"gradient", tau_json(figures.gradient)}, {"leave-one-out", tau_json(figures.left_out)}}},
      {"permutations", permutations_json(figures, options.permutations)},
      {"adversarial",
       {{"within", options.adversarial.within},
        {"mean", figures.adversarial_mean},
        {"median", figures.adversarial_median},
        {"histogram", figures.adversarial.counts}}},
      {"evenness", {{"mean", figures.evenness}, {"rows_above_0.95", figures.even_rows}}}};
  add_erased(figures.erased, written);
  for (const explain::SilencedFigures& of : figures.silenced)
    written["silence"][of.order] = {{"mean", of.mean}, {"median", of.median}, {"turned", of.turned}};
  return written;
}

}  // namespace heed::session
