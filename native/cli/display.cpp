#include "native/cli/display.h"

#include <algorithm>
#include <string>
#include <vector>

#include "native/cli/output.h"

namespace heed::cli {

namespace {

using session::Analysis;
using session::AttentionMap;

constexpr int kWidestToken = 18;
constexpr int kBar = 24;

}  // namespace

std::string token_name(const Analysis& analysis, int token) {
  return printable(analysis.tokens[static_cast<size_t>(token)].text);
}

int tokens_width(const Analysis& analysis) {
  int widest = 5;
  for (const auto& token : analysis.tokens) widest = std::max(widest, width_of(printable(token.text)));
  return std::min(widest, kWidestToken);
}

namespace {

void show_classes(std::ostream& out, const Analysis& analysis) {
  int widest = 0;
  for (const auto& entry : analysis.values) widest = std::max(widest, width_of(printable(entry.label)));
  for (const auto& entry : analysis.values)
    out << "  " << left(printable(entry.label), widest) << "  " << decimal(entry.value, 4) << '\n';
  for (const auto& entry : analysis.classes) widest = std::max(widest, width_of(printable(entry.label)));
  for (const auto& entry : analysis.classes) {
    const bool chosen = analysis.prediction && entry.label == analysis.prediction->label;
    const std::string label = left(printable(entry.label), widest);
    out << (chosen ? "▸ " : "  ") << (chosen ? bold(label) : label) << "  " << decimal(entry.probability, 3)
        << "  " << bar(entry.probability, kBar) << '\n';
  }
}

void show_tokens(std::ostream& out, const Analysis& analysis) {
  const int width = tokens_width(analysis);
  const bool attends = !analysis.received.empty();  // a model that only takes a mean does not
  const double most = attends ? *std::max_element(analysis.received.begin(), analysis.received.end()) : 0;
  out << "\n  " << dim(attends ? left("token", width) + "  attention received" : "token") << '\n';
  for (size_t i = 0; i < analysis.tokens.size(); ++i) {
    out << "  " << left(token_name(analysis, static_cast<int>(i)), width);
    if (attends)
      out << "  " << decimal(analysis.received[i], 3) << "  "
          << left(bar(most > 0 ? analysis.received[i] / most : 0, kBar), kBar);
    if (i < analysis.labels.size())
      out << "  " << printable(analysis.labels[i].label) << "  "
          << decimal(analysis.labels[i].probability, 3);
    out << (analysis.tokens[i].known ? "" : dim("  not in the vocabulary")) << '\n';
  }
}

void show_pairs(std::ostream& out, const Analysis& analysis) {
  if (analysis.top_pairs.empty()) return;
  const int width = tokens_width(analysis);
  bool several_heads = false;
  for (const AttentionMap& map : analysis.attention) several_heads = several_heads || map.H > 1;
  out << "\n  " << dim("strongest pairs, query → key: the first attends to the second") << '\n';
  for (const auto& pair : analysis.top_pairs) {
    out << "  " << right(token_name(analysis, pair.query), width) << " → "
        << left(token_name(analysis, pair.key), width) << "  " << decimal(pair.weight, 3);
    if (several_heads) out << dim("  head " + std::to_string(pair.head));
    out << '\n';
  }
}

// One head: a row per query, a column per key; every row sums to 1.
void show_head(std::ostream& out, const Analysis& analysis, const AttentionMap& map, int64_t head) {
  const int width = tokens_width(analysis);
  std::vector<int> columns;
  out << "  " << std::string(static_cast<size_t>(width), ' ');
  for (int64_t s = 0; s < map.S; ++s) {
    const std::string key = token_name(analysis, static_cast<int>(s));
    columns.push_back(std::min(std::max(width_of(key), 5), kWidestToken));
    out << "  " << right(left(key, std::min(width_of(key), columns.back())), columns.back());
  }
  out << '\n';
  const float* weight = map.weights.data() + head * map.T * map.S;
  for (int64_t t = 0; t < map.T; ++t) {
    out << "  "
        << left(map.T == 1 && map.kind == "pooling" ? "sentence" : token_name(analysis, static_cast<int>(t)),
                width);
    for (int64_t s = 0; s < map.S; ++s)
      out << "  " << right(decimal(static_cast<double>(*weight++), 3), columns[static_cast<size_t>(s)]);
    out << '\n';
  }
}

void show_maps(std::ostream& out, const Analysis& analysis) {
  for (const AttentionMap& map : analysis.attention)
    for (int64_t head = 0; head < map.H; ++head) {
      out << "\n  "
          << dim(printable(map.name) + (map.H > 1 ? ", head " + std::to_string(head) : "") +
                 ": a row is the word that attends, a column the word attended to")
          << '\n';
      if (!map.weights.empty()) show_head(out, analysis, map, head);
    }
}

}  // namespace

void show_preprocessing(std::ostream& out, const std::vector<session::PreprocessingStep>& steps) {
  int widest = 0;
  for (const auto& step : steps) widest = std::max(widest, width_of(printable(step.step)));
  for (const auto& step : steps)
    out << "  " << dim(left(printable(step.step), widest)) << "  " << printable(step.text) << '\n';
  if (!steps.empty()) out << '\n';
}

void show(std::ostream& out, const session::FilledMasks& filled, const std::string& mask) {
  out << bold(printable(filled.text)) << '\n';
  if (filled.masks.empty()) out << "  no mask: write " << printable(mask) << " where a word is missing\n";
  for (const auto& place : filled.masks) {
    if (filled.masks.size() > 1) out << "  " << dim("token " + std::to_string(place.position)) << '\n';
    int widest = 0;
    for (const auto& c : place.candidates) widest = std::max(widest, width_of(printable(c.token)));
    for (const auto& c : place.candidates)
      out << "  " << left(printable(c.token), widest) << "  " << decimal(c.probability, 4) << "  "
          << bar(c.probability, kBar) << '\n';
  }
  out << std::endl;
}

namespace {

void show_cut(std::ostream& out, const Analysis& analysis) {
  const bool by_file = analysis.cut_by == "tokenizer.json";
  out << "  only " << (by_file ? "" : "the first ") << analysis.tokens.size() << " of "
      << analysis.total_tokens << " tokens were read: ";
  if (by_file)
    out << "the model's tokenizer.json cuts texts to so many (\"truncation\")\n";
  else
    out << "the text is cut after byte " << *analysis.cut_at << '\n';
}

}  // namespace

void show(std::ostream& out, const Analysis& analysis, bool with_weights) {
  out << bold(printable(analysis.text)) << '\n';
  show_preprocessing(out, analysis.preprocessing);
  if (analysis.tokens.empty()) {
    out << "  no tokens, so nothing to say\n\n";
    return;
  }
  if (analysis.cut_at) show_cut(out, analysis);
  if (session::knows_no_word(analysis))
    out << "  none of these words is in the model's vocabulary: what it says is not about them\n";
  show_classes(out, analysis);
  if (const auto& answer = analysis.answer)
    out << "  " << dim("answer") << "  " << bold(printable(answer->text)) << "  " << decimal(answer->score, 3)
        << '\n';
  if (!analysis.embedding.empty())
    out << "  "
        << dim("sentence vector, the mean of " + std::to_string(analysis.tokens.size()) +
               " states of width " + std::to_string(analysis.embedding.size()) + "; --json prints it")
        << '\n';
  show_tokens(out, analysis);
  show_pairs(out, analysis);
  if (with_weights) show_maps(out, analysis);
  out << std::endl;
}

}  // namespace heed::cli
