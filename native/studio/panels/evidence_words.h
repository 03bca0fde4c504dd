// What the panels of Evidence call orders and methods.
#pragma once

#include <string>
#include <vector>

#include "native/studio/parts/why.h"

namespace heed::studio {

// The order in which weights are turned off.
inline std::string order_in_words(const std::string& order) {
  if (order == "attention") return "most attended first";
  if (order == "gradient") return "steepest slope first";
  if (order == "attention-gradient") return "attention × slope first";
  return order == "random" ? "at random" : order;
}

// The method by which words are taken away.
inline std::string method_in_words(const std::vector<Method>& methods, const std::string& name) {
  for (const Method& method : methods)
    if (method.name == name) return method.title;
  return "At random";
}

}  // namespace heed::studio
