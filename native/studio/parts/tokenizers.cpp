#include "native/studio/parts/tokenizers.h"

#include <utility>

#include "native/studio/paths.h"

namespace heed::studio {
namespace {

std::string name_of(const char* what, size_t side) {
  return std::string(what) + (side == 0 ? " left" : " right");
}

}  // namespace

void Tokenizers::begin(const std::array<std::string, 2>& sources, std::vector<std::string> offered,
                       const std::string& first_text) {
  begun_ = true;
  known = std::move(offered);
  text = first_text;
  for (size_t side = 0; side < sources.size(); ++side)
    if (!sources[side].empty()) open(side, sources[side]);
}

void Tokenizers::open(size_t side, const std::string& path) {
  const bool is_path = path.find('/') != std::string::npos || path.starts_with("~");
  const std::string source = is_path ? absolute(path) : path;
  sides[side].path = source;
  jobs_.newest(
      name_of("tokenizer", side),
      [this, side, source]() -> Jobs::Apply {
        auto opened = std::make_shared<const session::OpenTokenizer>(source);
        return [this, side, source, opened] {
          TokenizerSide& one = sides[side];
          one.tokenizer = opened;
          one.opened = source;
          one.problem.clear();
          one.steps.reset();
          one.asked.reset();
        };
      },
      [this, side](const std::string& message) { sides[side].problem = message; });
}

void Tokenizers::follow() {
  for (size_t side = 0; side < sides.size(); ++side) {
    TokenizerSide& one = sides[side];
    if (!one.tokenizer || (one.asked && *one.asked == text)) continue;
    one.asked = text;
    jobs_.newest(
        name_of("cut", side),
        [this, side, tokenizer = one.tokenizer, given = text]() -> Jobs::Apply {
          auto steps = std::make_shared<session::TokenizeSteps>(tokenizer->steps(given));
          return [this, side, steps, tokenizer] {
            if (sides[side].tokenizer != tokenizer) return;
            sides[side].steps = *steps;
            sides[side].problem.clear();
          };
        },
        [this, side](const std::string& message) { sides[side].problem = message; });
  }
}

}  // namespace heed::studio
