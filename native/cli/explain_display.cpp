#include "native/cli/explain_display.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "native/cli/display.h"
#include "native/cli/output.h"

namespace heed::cli {

namespace {

using session::ClassContributions;
using session::Explanation;

constexpr int kSignedBar = 16, kNumber = 8, kNamed = 3;

std::string signed_number(double value) {
  return (value < 0 ? "-" : "+") + decimal(std::abs(value), 2);
}

const ClassContributions* of_class(const Explanation& e, const std::string& label) {
  for (const ClassContributions& c : e.contributions)
    if (c.label == label) return &c;
  return nullptr;
}

// To the left of the middle what speaks against, to the right what speaks for.
std::string signed_bar(double value, double most) {
  const double share = most > 0 ? std::abs(value) / most : 0;
  const std::string drawn = bar(share, kSignedBar / 2), space(static_cast<size_t>(kSignedBar / 2), ' ');
  if (value >= 0) return space + "│" + left(drawn, kSignedBar / 2);
  std::string against;
  for (int i = 0; i < static_cast<int>(std::lround(share * kSignedBar / 2)); ++i) against += "█";
  return right(against, kSignedBar / 2) + "│" + space;
}

void show_classes(std::ostream& out, const Explanation& e) {
  int widest = 0;
  for (size_t c = 0; c < e.analysis.values.size(); ++c) {
    const auto& entry = e.analysis.values[c];
    out << "  " << printable(entry.label) << "  " << decimal(entry.value, 4);
    if (e.edited) out << " → " << decimal(e.edited->run.values[c].value, 4);
    out << '\n';
  }
  for (const auto& entry : e.analysis.classes) widest = std::max(widest, width_of(printable(entry.label)));
  for (size_t c = 0; c < e.analysis.classes.size(); ++c) {
    const auto& entry = e.analysis.classes[c];
    const bool chosen = e.analysis.prediction && entry.label == e.analysis.prediction->label;
    const std::string label = left(printable(entry.label), widest);
    out << (chosen ? "▸ " : "  ") << (chosen ? bold(label) : label) << "  " << decimal(entry.probability, 3);
    if (e.edited) {
      const double after = e.edited->run.classes[c].probability;
      out << " → " << decimal(after, 3) << "  " << signed_number(after - entry.probability);
    }
    out << '\n';
  }
}

// Terms of one class, or of the difference of two.
ClassContributions asked(const Explanation& e, const session::ExplainOptions& options) {
  const session::Analysis& said = e.explained();
  const std::string usual = said.prediction ? said.prediction->label : said.values.front().label;
  const std::string label = options.label.empty() ? usual : options.label;
  ClassContributions c = *of_class(e, label);
  if (const ClassContributions* other = of_class(e, options.against)) {
    for (size_t n = 0; n < c.terms.size(); ++n) c.terms[n] -= other->terms[n];
    c.bias -= other->bias;
    c.sum -= other->sum;
    c.logit -= other->logit;
    if (c.remainder) *c.remainder -= other->remainder.value_or(0);
    c.label += ", not " + other->label;
  }
  return c;
}

void show_columns(std::ostream& out, const Explanation& e, const ClassContributions& c) {
  const int width = tokens_width(e.explained());
  double most = 0;
  for (const double value : c.terms) most = std::max(most, std::abs(value));
  out << "\n  " << left("", width) << "  " << dim(right("adds", kNumber) + std::string(kSignedBar + 3, ' '));
  for (const session::Attributed& a : e.attributions)
    if (a.method != "contribution")
      out << "  " << dim(right(a.method, std::max(kNumber, width_of(a.method))));
  out << '\n';
  for (size_t n = 0; n < c.terms.size(); ++n) {
    out << "  " << left(token_name(e.explained(), static_cast<int>(n)), width) << "  "
        << right(signed_number(c.terms[n]), kNumber) << "  " << signed_bar(c.terms[n], most);
    for (const session::Attributed& a : e.attributions)
      if (a.method != "contribution")
        out << "  " << right(decimal(a.values[n], 3), std::max(kNumber, width_of(a.method)));
    out << '\n';
  }
}

void show_sum(std::ostream& out, const Explanation& e, const ClassContributions& c) {
  const int width = tokens_width(e.explained());
  const auto line = [&](const char* name, double value) {
    out << "  " << dim(left(name, width)) << "  " << right(signed_number(value), kNumber) << '\n';
  };
  line("bias", c.bias);
  if (c.remainder) line("remainder", *c.remainder);
  line("score", c.logit);
  for (const session::Attributed& a : e.attributions)
    if (a.method == "integrated-gradients" && a.gap)
      out << "  "
          << dim("integrated gradients miss their sum by " + decimal(*a.gap, 4) + " in " +
                 std::to_string(a.steps) + " steps")
          << '\n';
}

void show_why(std::ostream& out, const Explanation& e, const session::ExplainOptions& options) {
  if (e.contributions.empty()) {
    out << "\n  An edit takes a state from another text, so no sum over these words is the score.\n"
           "  With --json, heed explain prints the other methods.\n";
    return;
  }
  const ClassContributions c = asked(e, options);
  out << "\n  why " << bold(printable(c.label)) << ": " << strongest(e, c.terms) << '\n';
  show_columns(out, e, c);
  show_sum(out, e, c);
}

// How much of the way to the other text's score each state of it brings, in hundredths.
void show_patched(std::ostream& out, const Explanation& e) {
  const session::Patched& p = *e.patched;
  const int width = tokens_width(e.explained());
  out << "\n  of the way from " << signed_number(p.score) << " to the other text's "
      << signed_number(p.of_other) << " (" << printable(p.label) << "), each state of it brings, in %\n  "
      << left("", width);
  for (const int layer : p.layers) out << dim(right("layer " + std::to_string(layer), kNumber + 2));
  out << '\n';
  const double way = p.of_other - p.score;
  for (size_t n = 0; n < e.explained().tokens.size(); ++n) {
    out << "  " << left(token_name(e.explained(), static_cast<int>(n)), width);
    for (const std::vector<double>& scores : p.scores)
      out << right(way != 0 ? decimal(100 * (scores[n] - p.score) / way, 0) : "-", kNumber + 2);
    out << '\n';
  }
}

}  // namespace

std::string strongest(const Explanation& e, const std::vector<double>& terms) {
  std::vector<size_t> order(terms.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return std::abs(terms[a]) > std::abs(terms[b]); });
  std::string named;
  for (size_t i = 0; i < std::min<size_t>(order.size(), kNamed); ++i)
    named += (i == 0 ? "" : ", ") + token_name(e.explained(), static_cast<int>(order[i])) + " " +
             signed_number(terms[order[i]]);
  return named;
}

void show(std::ostream& out, const Explanation& e, const session::ExplainOptions& options) {
  out << bold(printable(e.analysis.text)) << '\n';
  if (e.analysis.tokens.empty()) {
    out << "  no tokens, so nothing to say\n\n";
    return;
  }
  show_classes(out, e);
  if (e.edited) {
    std::string edits;
    for (const std::string& edit : e.edited->edits) edits += (edits.empty() ? "" : ", ") + edit;
    out << "  " << dim("before → under " + printable(edits)) << '\n';
  }
  show_why(out, e, options);
  if (e.patched) show_patched(out, e);
  out << std::endl;
}

}  // namespace heed::cli
