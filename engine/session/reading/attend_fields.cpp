#include "engine/format/fields_json.h"
#include "engine/session/reading/inside/attend_impl.h"

namespace heed::session {
namespace {

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const MechanismEntry* entry : mechanisms()) all.push_back(entry->name);
  return all;
}

}  // namespace

const Fields<AttendOptions>& attend_fields() {
  using O = AttendOptions;
  constexpr double kMostSeed = 4294967295.0;  // of 32 bits
  static const auto fields =
      Fields<O>()
          .choice("mechanism", &O::mechanism, names(), "How scores and weights are made, see below")
          .flag("causal", &O::causal, "Query t sees keys 1 to t only")
          .number("seed", &O::seed, {0, kMostSeed}, "Seed of the weights, as for torch.manual_seed")
          .choice("parameters", &O::parameters, {"drawn", "trained"},
                  "Weights of trainable mechanisms: drawn from the seed, or trained over these vectors")
          .number("draw", &O::draw, {0, 1.8e19}, "Number of the draw, for mechanisms that sample")
          .number("width", &O::width, {1, 8192},
                  "Mechanisms with weight matrices W or U: length of the vectors that these matrices make "
                  "from queries and keys")
          .number("heads", &O::heads, {0, 8192}, "multi-head: how many; 0: 4")
          .number("temperature", &O::temperature, {0, 1e30, true, false}, "Scores are divided by it")
          .number("window", &O::window, {0, kMostTokens},
                  "Local mechanisms: keys to either side of the centre")
          .number("centre", &O::centre, {-1e30, 1e30}, "Local mechanisms: one centre for all queries, from 0")
          .choice("tokenizer", &O::tokenizer, {"whitespace", "words"},
                  "Tokenizer of the texts: whitespace or words");
  return fields;
}

AttendOptions read_attend_options(const nlohmann::json& options) {
  return read_as(options, attend_fields(), "attend", "", Beside::kAnything);
}

}  // namespace heed::session
