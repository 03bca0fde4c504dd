#include "native/studio/parts/arithmetic.h"

#include <algorithm>
#include <cmath>

#include "native/numbers.h"

namespace heed::studio {
namespace {

using nn::MechanismStep;
using session::NamedMatrix;

std::string number(double value) {
  if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
  return (value < 0 ? "−" : "") + decimal(std::abs(value), 3);
}

std::string term(double value) {
  return value < 0 ? "(" + number(value) + ")" : number(value);
}

class Row {
 public:
  Row(const session::Attended& attended, int64_t head, int64_t row)
      : attended_(attended), head_(head), row_(row) {}

  const NamedMatrix* matrix(const std::string& name) const {
    for (const NamedMatrix& m : attended_.matrices)
      if (m.name == name) return &m;
    return nullptr;
  }

  // A matrix with one column or one row has the same number for all.
  double at(const NamedMatrix& m, int64_t column) const {
    const int64_t head = std::min(head_, m.H - 1), row = std::min(row_, m.R - 1);
    return static_cast<double>(
        m.values[static_cast<size_t>((head * m.R + row) * m.C + std::min(column, m.C - 1))]);
  }

  double largest(const NamedMatrix& m) const {
    double most = at(m, 0);
    for (int64_t column = 1; column < m.C; ++column) most = std::max(most, at(m, column));
    return most;
  }

  // The scores as the weights' rule takes them.
  const NamedMatrix* seen() const {
    for (const char* name : {"masked", "scaled", "scores"})
      if (const NamedMatrix* found = matrix(name)) return found;
    return nullptr;
  }

  // Σ of e^(score − largest score) is what the largest weight is the reciprocal of.
  std::string softmax(const MechanismStep& step, int64_t key) const {
    const NamedMatrix *weights = matrix(step.point), *scores = seen();
    if (weights == nullptr || scores == nullptr) return "";
    const std::string letter = step.letter;
    const double weight = at(*weights, key), most = largest(*weights);
    if (!std::isfinite(at(*scores, key)) || most == 0) return letter + " = 0: this key is hidden";
    return letter + " = e^(" + number(at(*scores, key)) + " − " + term(largest(*scores)) +
           ") ∕ Σ = " + number(weight / most) + " ∕ " + number(1 / most) + " = " + number(weight);
  }

  // "{NAME}" is a number, "{(NAME)}" one in parentheses where it is negative.
  std::string words(const std::string& pattern, int64_t key) const {
    std::string text;
    for (size_t at = 0; at < pattern.size();) {
      const size_t open = pattern.find('{', at), close = pattern.find('}', open);
      text += pattern.substr(at, open - at);
      if (close == std::string::npos) break;
      std::string name = pattern.substr(open + 1, close - open - 1);
      const bool signed_term = name.front() == '(';
      if (signed_term) name = name.substr(1, name.size() - 2);
      text += name == "s"   ? std::to_string(key)
              : signed_term ? term(named(name, key))
                            : number(named(name, key));
      at = close + 1;
    }
    return text;
  }

 private:
  double named(const std::string& name, int64_t key) const {
    if (name == "sigma") return static_cast<double>(attended_.window.value_or(0)) / 2;
    const NamedMatrix* found = name == "seen" ? seen() : matrix(name);
    return found == nullptr ? 0 : at(*found, key);
  }

  const session::Attended& attended_;
  int64_t head_, row_;
};

}  // namespace

std::string arithmetic_of_weight(const session::Attended& attended, int64_t head, int64_t row, int64_t key) {
  const session::MechanismEntry& entry = session::mechanism_named(attended.mechanism);
  const MechanismStep* last = nullptr;
  for (const MechanismStep& step : entry.steps) {
    const std::string rule = step.arithmetic;
    if (std::string(step.columns) == "key" && (rule == "@softmax" || rule.find('{') != std::string::npos))
      last = &step;
  }
  if (last == nullptr) return "";
  const Row numbers(attended, head, row);
  return std::string(last->arithmetic) == "@softmax" ? numbers.softmax(*last, key)
                                                     : numbers.words(last->arithmetic, key);
}

}  // namespace heed::studio
