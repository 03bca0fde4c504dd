// The engine's side of `./dev bench writer`. A line {"model": FOLDER, "threads": n, "int8": false, "read":
// TEXT, "write": n} on standard input is answered by {"read": ms, "write": ms, "ids": [...]}: the text is
// read, and so many tokens are written behind it, always the likeliest.
#include <chrono>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/session/writing/writer.h"

namespace {

using heed::session::Model;
using heed::session::Precision;
using nlohmann::json;

double milliseconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::milli>(now).count();
}

// One at a time stays open.
const Model& opened(const json& wanted) {
  static std::string name;
  static std::optional<Model> model;
  const std::string asked =
      wanted.at("model").dump() + wanted.at("threads").dump() + wanted.at("int8").dump();
  if (name != asked) {
    model.reset();
    model.emplace(Model::open(wanted.at("model"), wanted.at("threads"),
                              wanted.at("int8") ? Precision::kInt8 : Precision::kAsStored));
    name = asked;
  }
  return *model;
}

json answer(const json& wanted) {
  const Model& model = opened(wanted);
  heed::session::WritingOptions greedy;
  greedy.temperature = 0;
  const double begun = milliseconds();
  heed::session::Writer writer(model, wanted.at("read"), greedy);
  const double read = milliseconds();
  std::vector<int> ids;
  for (int n = 0; n < wanted.at("write"); ++n) ids.push_back(writer.write()->id);
  return {{"read", read - begun}, {"write", milliseconds() - read}, {"ids", ids}};
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) std::cout << answer(json::parse(line)) << std::endl;
}
