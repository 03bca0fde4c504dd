#include "native/cli/attend_display.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "native/cli/output.h"

namespace heed::cli {

namespace {

using session::Attended;
using session::AttendToken;
using session::NamedMatrix;

constexpr int kWidestLabel = 16;
constexpr int64_t kMostColumns = 12;  // of vectors; of keys all are shown

std::string name_of(const AttendToken& token) {
  const std::string text = printable(token.text);
  return left(text, std::min(width_of(text), kWidestLabel));
}

int widest(const std::vector<AttendToken>& tokens) {
  int width = 5;
  for (const AttendToken& token : tokens) width = std::max(width, width_of(name_of(token)));
  return width;
}

void show_tokens(std::ostream& out, const char* role, const std::vector<AttendToken>& tokens) {
  out << bold(left(role, 7));
  for (const AttendToken& token : tokens)
    out << ' ' << printable(token.text) << (token.missing ? dim("(no vector)") : "");
  out << '\n';
}

const std::vector<AttendToken>* tokens_of(const Attended& a, const std::string& axis, int64_t count) {
  const auto* tokens = axis == "query" ? &a.query_tokens : axis == "key" ? &a.key_tokens : nullptr;
  return tokens != nullptr && static_cast<int64_t>(tokens->size()) == count ? tokens : nullptr;
}

std::string cell(float value) {
  return std::isfinite(value) ? decimal(static_cast<double>(value), 3) : "–";
}

void show_head(std::ostream& out, const Attended& a, const NamedMatrix& m, int64_t head) {
  const auto* rows = tokens_of(a, m.rows, m.R);
  const auto* columns = tokens_of(a, m.columns, m.C);
  const int64_t shown = columns != nullptr ? m.C : std::min(m.C, kMostColumns);
  const int width = rows != nullptr ? widest(*rows) : 5;
  std::vector<int> widths;
  if (columns != nullptr) out << "  " << left("", width);
  for (int64_t c = 0; c < shown; ++c) {
    const std::string name = columns != nullptr ? name_of((*columns)[static_cast<size_t>(c)]) : "";
    widths.push_back(std::max(width_of(name), 7));
    if (columns != nullptr) out << "  " << right(name, widths.back());
  }
  if (columns != nullptr) out << '\n';
  for (int64_t r = 0; r < m.R; ++r) {
    out << "  "
        << left(rows != nullptr ? name_of((*rows)[static_cast<size_t>(r)])
                : m.R == 1      ? "all"
                                : "",
                width);
    for (int64_t c = 0; c < shown; ++c)
      out << "  "
          << right(cell(m.values[static_cast<size_t>((head * m.R + r) * m.C + c)]),
                   widths[static_cast<size_t>(c)]);
    out << (shown < m.C ? dim("  … " + std::to_string(m.C) + " in all") : "") << '\n';
  }
}

void show_matrix(std::ostream& out, const Attended& a, const NamedMatrix& m) {
  for (int64_t h = 0; h < m.H; ++h) {
    out << '\n'
        << bold(m.name) << (m.H > 1 ? ", head " + std::to_string(h) : "") << "  " << dim(m.formula)
        << dim(" [" + std::to_string(m.R) + ", " + std::to_string(m.C) + "]") << '\n';
    show_head(out, a, m, h);
  }
}

void show_pairs(std::ostream& out, const Attended& a, int top) {
  std::vector<size_t> order(a.weights.size());
  std::iota(order.begin(), order.end(), size_t{0});
  const size_t n = std::min(order.size(), static_cast<size_t>(std::max(0, top)));
  std::partial_sort(
      order.begin(), order.begin() + static_cast<std::ptrdiff_t>(n), order.end(),
      [&](size_t i, size_t j) { return a.weights[i] != a.weights[j] ? a.weights[i] > a.weights[j] : i < j; });
  if (n > 0) out << '\n' << bold("strongest pairs") << dim("  query → key") << '\n';
  const auto T = static_cast<size_t>(a.T), S = static_cast<size_t>(a.S);
  for (size_t i = 0; i < n; ++i) {
    const size_t query = order[i] / S % T, key = order[i] % S;
    const std::string from = a.T == 1 && a.query_tokens.size() > 1 ? "all" : name_of(a.query_tokens[query]);
    out << "  " << right(from, widest(a.query_tokens)) << " → "
        << left(name_of(a.key_tokens[key]), widest(a.key_tokens)) << "  "
        << decimal(static_cast<double>(a.weights[order[i]]), 3)
        << (a.H > 1 ? dim("  head " + std::to_string(order[i] / S / T)) : "") << '\n';
  }
}

}  // namespace

void show(std::ostream& out, const Attended& a, int top) {
  show_tokens(out, "query", a.query_tokens);
  show_tokens(out, "key", a.key_tokens);
  for (const NamedMatrix& m : a.matrices) show_matrix(out, a, m);
  if (!a.normalised) out << dim("rows of the weights need not sum to 1 here") << '\n';
  show_pairs(out, a, top);
  out << std::flush;
}

}  // namespace heed::cli
