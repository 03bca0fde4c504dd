// The ways to say which words an answer comes from, each described once: command line, page and studio make
// their lists of this table.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/explain/subject.h"
#include "engine/explain/target.h"

namespace heed::explain {

// What a method says of one text and target.
struct Attribution {
  std::vector<double> values;  // [N], one per token
  // The gap where values are to add up to something: Σ values - what they should be.
  std::optional<double> gap;
  int steps = 0;  // of integrated gradients
};

struct MethodTraits {
  bool is_signed = true;   // values below zero speak against
  bool per_class = true;   // depends on what is asked; attention alone does not
  bool gradient = false;   // needs the way back
  bool attention = false;  // needs an attention map
  bool adds_up = false;    // the values' sum means something: gap says how far it is off
};

struct MethodEntry {
  const char* name;      // "integrated-gradients"
  const char* title;     // "Integrated gradients"
  const char* formula;   // of a token's value, z the score that is asked for
  const char* measures;  // one sentence
  const char* misses;    // one sentence: what it does not
  const char* source;    // "Sundararajan et al. 2017"
  MethodTraits traits;
  Attribution (*attribute)(const Subject&, const EncodedText&, const Target&);
};

// In the order of lists.
std::span<const MethodEntry> methods();
// UsageError that lists them for a name that there is not.
const MethodEntry& method_named(const std::string& name);
// Why this text of this model cannot be asked so; "" where it can.
std::string lacks(const MethodEntry& method, const Subject& subject, const EncodedText& text);

}  // namespace heed::explain
