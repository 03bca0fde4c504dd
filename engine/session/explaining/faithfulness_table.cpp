// What a measurement found, for people: what speaks for the attention beside what speaks against it.
#include "engine/session/explaining/faithfulness.h"
#include "engine/session/training/inside/table.h"

namespace heed::session {

using nlohmann::json;

namespace {

std::string in_thousandths(const json& value) {
  return fixed(value.get<double>(), 3);
}

std::string rates_table(const json& m) {
  Table table({"", "as it is", "made even"});
  for (const char* key : {"accuracy", "macro_f1", "loss"})
    table.add({key == std::string("macro_f1") ? "F1, mean of classes" : key, in_thousandths(m.at(key)),
               in_thousandths(m.at("even").at(key))});
  return table.str() +
         "Answers that are others under even attention: " + in_thousandths(m.at("even").at("changed")) +
         ". Evenness of the maps' rows: " + in_thousandths(m.at("evenness").at("mean")) + ".\n";
}

std::string tau_table(const json& tau) {
  Table table({"attention with", "Kendall's tau", "sd", "p <= 0.05", "same first"});
  for (const char* with : {"gradient", "leave-one-out"}) {
    const json& of = tau.at(with);
    table.add({with, in_thousandths(of.at("mean")), in_thousandths(of.at("sd")),
               in_thousandths(of.at("significant")), in_thousandths(of.at("same_first"))});
  }
  return table.str();
}

std::string erased_table(const json& m) {
  Table table({"words first by", "comprehensiveness", "normalised", "sufficiency", "normalised"});
  const json& normalised = m.at("normalised");
  for (const auto& [method, value] : m.at("comprehensiveness").items())
    table.add({method, in_thousandths(value), in_thousandths(normalised.at("comprehensiveness").at(method)),
               in_thousandths(m.at("sufficiency").at(method)),
               in_thousandths(normalised.at("sufficiency").at(method))});
  return table.str();
}

std::string silence_table(const json& silence) {
  Table table({"weights silenced by", "mean share", "median", "answer turns"});
  for (const auto& [order, of] : silence.items())
    table.add({order, in_thousandths(of.at("mean")), in_thousandths(of.at("median")),
               in_thousandths(of.at("turned"))});
  return table.str();
}

std::string heads_table(const json& heads) {
  Table table({"layer.head", "looks at", "evenness", "supports label", "accuracy without", "loss without"});
  for (const json& head : heads)
    table.add({std::to_string(head.at("layer").get<int>()) + "." + std::to_string(head.at("head").get<int>()),
               head.at("role").get<std::string>(), in_thousandths(head.at("evenness")),
               in_thousandths(head.at("supports")), in_thousandths(head.at("accuracy_without")),
               in_thousandths(head.at("loss_without"))});
  return table.str();
}

std::string guides_table(const json& guides) {
  Table table({"a small network guided by", "accuracy", "macro F1"});
  for (const auto& [guide, of] : guides.items())
    table.add({guide, in_thousandths(of.at("accuracy")), in_thousandths(of.at("macro_f1"))});
  return table.str() + "\n";
}

}  // namespace

std::string faithfulness_table(const json& m) {
  const json &permuted = m.at("permutations"), &worst = m.at("adversarial");
  return std::to_string(m.at("n").get<int64_t>()) + " texts of " + fixed(m.at("tokens").get<double>(), 1) +
         " tokens\n\n" + rates_table(m) + "\n" + tau_table(m.at("tau")) + "\n" + erased_table(m) + "\n" +
         silence_table(m.at("silence")) + "\n" + (m.contains("guides") ? guides_table(m.at("guides")) : "") +
         heads_table(m.at("heads")) + "\nOf " + std::to_string(permuted.at("count").get<int>()) +
         " permutations of a map the median moves the answer by " + in_thousandths(permuted.at("median")) +
         ", the worst by " + in_thousandths(permuted.at("largest")) + ".\n" +
         "A map that moves it by at most " + in_thousandths(worst.at("within")) + " can be as far away as " +
         in_thousandths(worst.at("mean")) + " (Jensen-Shannon, at most 0.693).\n";
}

}  // namespace heed::session
