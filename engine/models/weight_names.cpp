#include "engine/models/weight_names.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "engine/base/error.h"

namespace heed {
namespace {

std::string_view without_star(std::string_view pattern) {
  return pattern.substr(0, 1) == "*" ? pattern.substr(1) : pattern;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// `name` after `to`, if it is made after `from`.
std::optional<std::string> translated(std::string_view name, std::string_view from, std::string_view to) {
  std::string number;
  size_t at = 0;
  for (const char c : from) {
    if (c == '#') {
      const size_t first = at;
      while (at < name.size() && is_digit(name[at])) ++at;
      number = name.substr(first, at - first);
      if (number.empty()) return std::nullopt;
    } else if (at == name.size() || name[at++] != c) {
      return std::nullopt;
    }
  }
  const std::string_view rest = name.substr(at);
  if (rest != "" && rest != ".weight" && rest != ".bias") return std::nullopt;
  std::string result;
  for (const char c : to) result += c == '#' ? number : std::string(1, c);
  return result + std::string(rest);
}

// A stored name as the rules have it: without the prefix, and with the names of today.
std::string of_today(const WeightRules& rules, const std::string& stored) {
  std::string name = stored;
  if (name.rfind(rules.prefix, 0) == 0) name.erase(0, rules.prefix.size());
  for (const auto& [old, now] : {std::pair(".gamma", ".weight"), std::pair(".beta", ".bias")})
    if (const size_t size = std::strlen(old);
        name.size() > size && name.compare(name.size() - size, size, old) == 0)
      name.replace(name.size() - size, size, now);
  return name;
}

// Columns [first, first + count) of a matrix as rows. Some of its rows at a time: the processor's cache holds
// what is looked at of them until the next column.
template <class T>
Tensor turned_of(const Tensor& x, int64_t first, int64_t count) {
  constexpr int64_t kRows = 32;
  const int64_t rows = x.size(0), columns = x.size(1);
  Tensor y({count, rows}, x.dtype());
  const auto* from = x.data<T>() + first;
  auto* to = y.data<T>();
  for (int64_t r0 = 0; r0 < rows; r0 += kRows)
    for (int64_t c = 0; c < count; ++c)
      for (int64_t r = r0; r < std::min(r0 + kRows, rows); ++r) to[c * rows + r] = from[r * columns + c];
  return y;
}

Tensor turned(const Tensor& x, int64_t first, int64_t count) {
  return (x.dtype() == DType::kInt8 ? turned_of<int8_t> : turned_of<float>)(x, first, count);
}

Tensor with_rows(const Tensor& like, int64_t rows) {
  return {like.shape().rank() == 2 ? Shape{rows, like.size(1)} : Shape{rows}, like.dtype()};
}

// Several tensors of equal sizes, one below the other, in each of `heads` blocks.
Tensor joined(const std::vector<Tensor>& parts, int64_t heads) {
  const auto count = static_cast<int64_t>(parts.size()), run = parts.front().size(0) / heads;
  Tensor whole = with_rows(parts.front(), count * heads * run);
  for (int64_t i = 0; i < count * heads; ++i) {
    const Tensor from = parts[static_cast<size_t>(i % count)].rows(i / count * run, run);
    std::memcpy(whole.rows(i * run, run).raw(), from.raw(), from.bytes());
  }
  return whole;
}

// The other way: a part's rows of each block.
Tensor part_of(const Tensor& whole, const StoredWeight& place) {
  const WeightRule& rule = *place.rule;
  const int64_t run = whole.size(0) / (rule.parts * place.heads);
  check(run * rule.parts * place.heads == whole.size(0), "[weights] ", place.name, " is ", whole.shape(),
        ": it cannot be shared by ", rule.parts * place.heads, ".");
  Tensor part = with_rows(whole, run * place.heads);
  for (int64_t h = 0; h < place.heads; ++h) {
    const Tensor from = whole.rows((h * rule.parts + rule.part) * run, run);
    std::memcpy(part.rows(h * run, run).raw(), from.raw(), from.bytes());
  }
  return part;
}

Tensor moved(const Tensor& x, double by) {
  if (by == 0) return x;
  Tensor y = x.clone();
  for (int64_t i = 0; i < y.count(); ++i) y.data<float>()[i] += static_cast<float>(by);
  return y;
}

}  // namespace

Shape StoredWeight::theirs(const Shape& ours) const {
  if (rule == nullptr || as_it_is()) return ours;
  const int64_t rows = ours[0] * rule->parts;
  if (ours.rank() != 2) return {rows};
  return rule->transposed ? Shape{ours[1], rows} : Shape{rows, ours[1]};
}

Tensor StoredWeight::ours(const Tensor& stored) const {
  if (as_it_is()) return stored;
  const bool turns = rule->transposed && stored.shape().rank() == 2;
  const int64_t all = stored.size(turns ? 1 : 0), rows = all / rule->parts;
  check(rows * rule->parts == all, "[weights] ", name, " is ", stored.shape(), ": it cannot be shared by ",
        rule->parts, ".");
  if (turns) return turned(stored, rule->part * rows, rows);
  return moved(part_of(stored, *this), rule->added);
}

std::optional<Quantised> StoredWeight::ours(const Quantised& stored) const {
  const Shape& scales = stored.scale.shape();
  if (rule->transposed != (scales.rank() == 2)) return std::nullopt;
  if (as_it_is()) return stored;
  const Tensor all = stored.scale.reshaped({scales.count()});
  return Quantised{ours(stored.values), part_of(all, *this)};
}

std::map<std::string, StoredWeight> find_weights(const WeightRules& rules,
                                                 const std::vector<std::string>& stored, int64_t heads) {
  std::vector<std::pair<std::string, std::string>> names;  // as it is stored, and of today
  names.reserve(stored.size());
  for (const std::string& name : stored) names.emplace_back(name, of_today(rules, name));
  std::map<std::string, StoredWeight> found;
  for (const auto* list : {&rules.rules, &rules.second})
    for (const WeightRule& rule : *list)
      for (const auto& [name, today] : names)
        if (const auto ours = translated(today, without_star(rule.theirs), rule.ours))
          found.emplace(*ours, StoredWeight{name, &rule, rule.by_head ? heads : 1});
  return found;
}

std::vector<std::string> our_names(const WeightRules& rules, const std::string& stored) {
  const std::string today = of_today(rules, stored);
  std::vector<std::string> names;
  for (const auto* list : {&rules.rules, &rules.second})
    for (const WeightRule& rule : *list)
      if (auto ours = translated(today, without_star(rule.theirs), rule.ours))
        names.push_back(std::move(*ours));
  return names;
}

bool is_repeated(const WeightRules& rules, const std::string& stored) {
  return std::find(rules.repeated.begin(), rules.repeated.end(), stored) != rules.repeated.end();
}

bool is_transposed(const WeightRules& rules, const std::string& stored) {
  const std::string today = of_today(rules, stored);
  return std::any_of(rules.rules.begin(), rules.rules.end(), [&](const WeightRule& rule) {
    return rule.transposed && translated(today, without_star(rule.theirs), rule.ours);
  });
}

StoredWeight library_place(const WeightRules& rules, const std::string& ours,
                           const std::vector<std::string>& stored) {
  const bool has_prefix = stored.empty() || std::any_of(stored.begin(), stored.end(), [&](const auto& name) {
                            return name.rfind(rules.prefix, 0) == 0;
                          });
  for (const WeightRule& rule : rules.rules)
    if (const auto theirs = translated(ours, rule.ours, without_star(rule.theirs)))
      return {(rule.theirs[0] == '*' && has_prefix ? rules.prefix : std::string()) + *theirs, &rule};
  return {ours};
}

std::map<std::string, Tensor> stored_weights(const WeightRules& rules,
                                             const std::map<std::string, Tensor>& ours, bool bare,
                                             int64_t heads) {
  std::map<std::string, Tensor> stored;
  std::map<std::string, std::vector<Tensor>> parts;
  for (const auto& [name, tensor] : ours) {
    bool known = false;
    for (const WeightRule& rule : rules.rules) {
      const auto theirs = translated(name, rule.ours, without_star(rule.theirs));
      if (!theirs || known) continue;
      known = true;
      const std::string full = (rule.theirs[0] == '*' && !bare ? rules.prefix : std::string()) + *theirs;
      std::vector<Tensor>& whole = parts[full];
      whole.resize(static_cast<size_t>(rule.parts));
      whole[static_cast<size_t>(rule.part)] = tensor;
      bool complete = true;
      for (const Tensor& part : whole) complete = complete && part.defined();
      if (!complete) continue;
      const Tensor all =
          moved(rule.parts == 1 ? tensor : joined(whole, rule.by_head ? heads : 1), -rule.added);
      stored[full] = rule.transposed && all.shape().rank() == 2 ? turned(all, 0, all.size(1)) : all;
    }
    for (const WeightRule& rule : rules.second)
      if (const auto theirs = translated(name, rule.ours, without_star(rule.theirs)))
        stored[*theirs] = tensor;
    check(known, "[weights] the library's name of ", name, " is not known.");
  }
  return stored;
}

}  // namespace heed
