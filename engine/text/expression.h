// Regular expressions of tokenizer.json files, as the Rust library of tokenizers reads them: by Oniguruma,
// with its own syntax, on UTF-8. Natively the system's Oniguruma is linked (expression.cpp); in the page it
// is a module of its own, which comes when a tokenizer asks for it (page/expression.cpp).
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

class Expression {
 public:
  // Bytes [first, last) of the text; may be empty.
  struct Match {
    size_t first = 0, last = 0;
  };

  virtual ~Expression() = default;

  // All that it finds from the left, none within another, no empty one where another has just ended. A text
  // that is not UTF-8 holds none. Error where it takes too long: a hostile expression may take years for a
  // few dozen letters. May be called from several threads.
  virtual std::vector<Match> matches(std::string_view text) const = 0;
};

// Error that says what is wrong where `source` is no regular expression, or where there are none.
std::shared_ptr<const Expression> compile_expression(const std::string& source);

}  // namespace heed
