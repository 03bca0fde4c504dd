// What the pre-tokenizer and the decoder Metaspace share: SentencePiece's "▁" for a blank.
#pragma once

#include <string>

#include "engine/text/pipeline/part.h"

namespace heed {

struct MetaspaceOptions {
  enum class Scheme { kAlways, kFirst, kNever };  // where a text gets a sign at its beginning

  std::string replacement = "▁";
  Scheme scheme = Scheme::kAlways;
  bool split = true;
};

// Old files say "add_prefix_space" instead of "prepend_scheme".
inline MetaspaceOptions read_metaspace(const Part& part) {
  MetaspaceOptions options;
  options.replacement = part.character("replacement");
  options.split = part.flag("split", true);
  const bool add_prefix_space = part.flag("add_prefix_space", true);
  if (part.has("prepend_scheme"))
    options.scheme =
        static_cast<MetaspaceOptions::Scheme>(part.one_of("prepend_scheme", {"always", "first", "never"}));
  else if (!add_prefix_space)
    options.scheme = MetaspaceOptions::Scheme::kNever;
  return options;
}

}  // namespace heed
