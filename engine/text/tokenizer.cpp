#include "engine/text/tokenizer.h"

#include "engine/base/error.h"
#include "engine/base/names.h"
#include "engine/text/basic_english.h"
#include "engine/text/plain_tokenizers.h"

namespace heed {
namespace {

struct Kind {
  const char* name;
  std::unique_ptr<Tokenizer> (*make)();
};

template <class T>
std::unique_ptr<Tokenizer> make() {
  return std::make_unique<T>();
}

constexpr Kind kKinds[] = {
    {BasicEnglish::kName, make<BasicEnglish>},
    {Whitespace::kName, make<Whitespace>},
    {Words::kName, make<Words>},
    {Characters::kName, make<Characters>},
    {AllCharacters::kName, make<AllCharacters>},
};

}  // namespace

std::unique_ptr<Tokenizer> make_tokenizer(std::string_view name) {
  std::string names;
  for (const Kind& kind : kKinds) {
    if (kind.name == name) return kind.make();
    append_name(names, kind.name);
  }
  fail<UsageError>("[tokenizer] there is no tokenizer \"", name, "\": expected one of ", names, ".");
}

const std::vector<std::string>& tokenizer_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Kind& kind : kKinds) all.push_back(kind.name);
    return all;
  }();
  return names;
}

}  // namespace heed
