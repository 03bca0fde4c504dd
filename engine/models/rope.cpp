#include "engine/models/rope.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/autograd/ops.h"
#include "engine/base/error.h"
#include "engine/base/portable_math.h"

namespace heed {
namespace {

using nlohmann::json;

constexpr double kTurn = 6.283185307179586;

// The object under "rope_scaling" or "rope_parameters".
class RopeReader {
 public:
  RopeReader(const json& rope, const char* key, const std::string& file)
      : rope_(rope), key_(key), file_(file) {
    check(rope.is_object(), "[", file, "] \"", key, "\" is ", rope.dump(), ": expected null or an object.");
    for (const auto& [name, value] : rope.items())
      check(!value.is_object(), "[", file, "] \"", key, "\" has other turns for ", name,
            ": only one kind for all layers is supported.");
  }

  // "type" is its name in older files.
  std::string kind() const {
    for (const char* name : {"rope_type", "type"})
      if (const auto found = rope_.find(name); found != rope_.end() && !found->is_null()) {
        if (!found->is_string()) refuse(name, "the name of a kind");
        return found->get<std::string>();
      }
    return "default";
  }

  double number(const char* name) const {
    const auto found = rope_.find(name);
    if (found == rope_.end() || !found->is_number() || found->get<double>() <= 0)
      refuse(name, "a number above 0, which this kind needs");
    return found->get<double>();
  }
  double number_or(const char* name, double usual) const { return has(name) ? number(name) : usual; }

  bool flag_or(const char* name, bool usual) const {
    if (!has(name)) return usual;
    if (!rope_[name].is_boolean()) refuse(name, "true or false");
    return rope_[name].get<bool>();
  }

  // Null and 0 are as good as not there.
  bool has(const char* name) const {
    const auto found = rope_.find(name);
    return found != rope_.end() && !found->is_null() && *found != 0;
  }

  [[noreturn]] void refuse(const std::string& name, const std::string& expected) const {
    const auto found = rope_.find(name);
    fail("[", file_, "] \"", key_, "\" has ", name, " ", found == rope_.end() ? "missing" : found->dump(),
         ": expected ", expected, ".");
  }

 private:
  const json& rope_;
  const char* key_;
  const std::string& file_;
};

void read_llama3(const RopeReader& rope, int64_t positions, RotaryTurns& turns) {
  turns.factor = rope.number("factor");
  turns.low = rope.number("low_freq_factor");
  turns.high = rope.number("high_freq_factor");
  turns.places = rope.number_or("original_max_position_embeddings", static_cast<double>(positions));
  if (turns.low >= turns.high) rope.refuse("high_freq_factor", "more than low_freq_factor");
}

// What cosines and sines are multiplied by: scores then by its square.
double yarn_scale(const RopeReader& rope, double factor) {
  const auto grown = [factor](double by) { return factor <= 1 ? 1 : 0.1 * by * portable_log(factor) + 1; };
  if (rope.has("attention_factor")) return rope.number("attention_factor");
  if (!rope.has("mscale") || !rope.has("mscale_all_dim")) return grown(1);
  return grown(rope.number("mscale")) / grown(rope.number("mscale_all_dim"));
}

// Peng et al. 2023: the pair that turns r times within the places trained on is K ln(places / 2πr) / 2 ln θ.
void read_yarn(const RopeReader& rope, int64_t K, int64_t positions, Rope& read) {
  RotaryTurns& turns = read.turns;
  const double longest = static_cast<double>(positions);
  const double places = rope.number_or("original_max_position_embeddings", longest);
  turns.factor = rope.has("factor") ? rope.number("factor") : longest / places;
  read.scale = yarn_scale(rope, turns.factor);
  const auto pair = [&](double times) {
    return static_cast<double>(K) * portable_log(places / (kTurn * times)) / (2 * portable_log(turns.theta));
  };
  double first = pair(rope.number_or("beta_fast", 32)), last = pair(rope.number_or("beta_slow", 1));
  if (rope.flag_or("truncate", true)) first = std::floor(first), last = std::ceil(last);
  read.first = std::max(first, 0.);
  read.last = std::min(last, static_cast<double>(K - 1));
  if (read.first == read.last) read.last += 0.001;
  if (read.first > read.last || read.last <= 0)
    rope.refuse("beta_fast", "more than beta_slow, for places that pairs turn in");
}

// A share of a head's K columns, as many as pair up; all of them unless the family turns a part.
int64_t turned_columns(int64_t K, double share, const std::string& file) {
  const auto d = static_cast<int64_t>(static_cast<double>(K) * share);
  check(d >= 2 && d % 2 == 0, "[", file, "] ", d, " of the ", K,
        " numbers of a head are turned: expected an even number, 2 or more.");
  return d;
}

}  // namespace

Rope read_rope(const json& config, double theta, int64_t K, int64_t positions, const std::string& file,
               std::optional<double> share) {
  Rope read;
  read.turns.theta = theta;
  const auto whole = config.find("partial_rotary_factor");
  check(share || whole == config.end() || whole->is_null() || *whole == 1, "[", file,
        "] \"partial_rotary_factor\" is not 1: only heads that turn as a whole are supported.");
  for (const char* key : {"rope_scaling", "rope_parameters"}) {
    const auto found = config.find(key);
    if (found == config.end() || found->is_null() || (found->is_object() && found->empty())) continue;
    const RopeReader rope(*found, key, file);
    RotaryTurns& turns = read.turns;
    turns.theta = rope.number_or("rope_theta", theta);
    const double part = rope.number_or("partial_rotary_factor", share.value_or(1));
    if (!share && part != 1)
      rope.refuse("partial_rotary_factor", "1: only heads that turn as a whole are supported");
    read.turned = turned_columns(K, part, file);
    const std::string kind = rope.kind();
    if (kind == "linear") {
      turns.factor = rope.number("factor");
    } else if (kind == "dynamic") {
      read.grows_from = static_cast<double>(positions), read.grows_by = rope.number("factor");
    } else if (kind == "llama3") {
      read_llama3(rope, positions, turns);
    } else if (kind == "yarn") {
      read_yarn(rope, read.turned, positions, read);
    } else {
      check(kind == "default", "[", file, "] \"", key, "\" is of the kind ", kind,
            ": the supported ones are default, linear, dynamic, llama3 and yarn.");
    }
    break;
  }
  if (read.turned == 0) read.turned = turned_columns(K, share.value_or(1), file);
  return read;
}

Tensor Rope::angles(Context& ctx, int64_t length, int64_t T, int64_t K, DType dtype) const {
  const int64_t before = length - T, half = K / 2;
  if (last == 0) return rotary_angles(ctx, length, K, of(length, K), dtype).rows(before, T);
  Tensor table({T, K}, DType::kFloat64);
  for (int64_t j = 0; j < half; ++j) {
    const double pair = static_cast<double>(j);
    const double slowed = std::clamp((pair - first) / (last - first), 0., 1.);
    const double turn =
        portable_pow(turns.theta, -pair / static_cast<double>(half)) * (1 - slowed + slowed / turns.factor);
    for (int64_t t = 0; t < T; ++t) {
      const SinCos at = portable_sincos(static_cast<double>(before + t) * turn);
      table.data<double>()[t * K + j] = scale * at.cos;
      table.data<double>()[t * K + half + j] = scale * at.sin;
    }
  }
  return ctx.upload(table.to(wide(dtype)));
}

RotaryTurns Rope::of(int64_t length, int64_t K) const {
  RotaryTurns now = turns;
  const double times = static_cast<double>(length) / grows_from, width = static_cast<double>(K);
  if (grows_from > 0 && times > 1)
    now.theta *= portable_pow(grows_by * times - (grows_by - 1), width / (width - 2));
  return now;
}

}  // namespace heed
