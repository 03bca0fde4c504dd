#include "engine/base/error.h"
#include "engine/session/door/commands.h"
#include "engine/session/reading/tokenize.h"

namespace heed::session {

using nlohmann::json;

namespace {

// By the caller's own numbers.
struct OpenTokenizers {
  std::map<int, OpenTokenizer> all;
};

Reply open_tokenizer(Door& door, const json& given, Files& files) {
  check(files.size() == 1, "[tokenizer] ", files.size(), " files were given: expected one.");
  OpenTokenizer opened = OpenTokenizer::from_bytes(given.at("name"), files[0]);
  json answer = {{"kind", opened.kind()}, {"size", opened.size()}};
  std::map<int, OpenTokenizer>& all = door.part<OpenTokenizers>().all;
  const int number = given.at("number");
  all.erase(number);
  all.emplace(number, std::move(opened));
  return answer;
}

Reply cut(Door& door, const json& given, Files&) {
  const std::map<int, OpenTokenizer>& all = door.part<OpenTokenizers>().all;
  const auto found = all.find(given.at("number").get<int>());
  check(found != all.end(), "[tokenizer] none is open: open one first.");
  return to_json(found->second.steps(given.at("text")));
}

}  // namespace

const Command kOpenTokenizer{"open-tokenizer", open_tokenizer};
const Command kCut{"cut", cut};

}  // namespace heed::session
