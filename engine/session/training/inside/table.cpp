#include "engine/session/training/inside/table.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "engine/session/training/training.h"

namespace heed::session {
namespace {

// Characters, not bytes: good enough for alignment of what is not wide.
size_t width(const std::string& text) {
  return static_cast<size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace

std::string fixed(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string shortened(const std::string& text, size_t characters) {
  if (width(text) <= characters) return text;
  size_t end = 0;
  for (size_t n = 0; n < characters; ++n)  // whole characters
    do ++end;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80);
  return text.substr(0, end) + "…";
}

Table::Table(std::vector<std::string> header) {
  rows_.push_back(std::move(header));
}

void Table::add(std::vector<std::string> row) {
  rows_.push_back(std::move(row));
}

std::string Table::str() const {
  std::vector<size_t> widths(rows_[0].size(), 0);
  for (const auto& row : rows_)
    for (size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], width(row[c]));
  std::string text;
  for (const auto& row : rows_) {
    std::string line = "  ";
    for (size_t c = 0; c < row.size(); ++c) {
      const std::string space(widths[c] - width(row[c]), ' ');
      line += c == 0 ? row[c] + space : "  " + space + row[c];
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    text += line + "\n";
  }
  return text;
}

std::string attention_text(const Analysis& analysis) {
  if (analysis.attention.empty() || analysis.tokens.empty()) return "";
  const AttentionMap& map = analysis.attention.back();
  std::string text = "Attention of \"" + analysis.text + "\", a row per query, a column per key" +
                     (map.H > 1 ? ", mean of " + std::to_string(map.H) + " heads" : "") + "\n";
  std::vector<std::string> header{""};
  for (const Token& token : analysis.tokens) header.push_back(token.text);
  Table table(header);
  for (int64_t t = 0; t < map.T; ++t) {
    std::vector<std::string> row{map.kind == "pooling" ? "sentence"
                                                       : analysis.tokens[static_cast<size_t>(t)].text};
    for (int64_t s = 0; s < map.S; ++s) {
      double weight = 0;
      for (int64_t h = 0; h < map.H; ++h)
        weight += static_cast<double>(map.weights[static_cast<size_t>((h * map.T + t) * map.S + s)]) /
                  static_cast<double>(map.H);
      row.push_back(fixed(weight, 3));
    }
    table.add(row);
  }
  text += table.str();
  if (!analysis.top_pairs.empty()) text += "Strongest pairs, query → key\n";
  for (const Pair& pair : analysis.top_pairs)
    text += "  " + fixed(pair.weight, 3) + "  " + analysis.tokens[static_cast<size_t>(pair.query)].text +
            " → " + analysis.tokens[static_cast<size_t>(pair.key)].text + "\n";
  return text;
}

namespace {

std::string corpora_table(const nlohmann::json& corpora) {
  Table table({"held out of", "words asked for", "loss", "accuracy", "perplexity", "tokens per second"});
  for (const nlohmann::json& corpus : corpora)
    table.add({corpus["name"].get<std::string>(), corpus["n"].dump(), fixed(corpus["loss"].get<double>(), 4),
               fixed(corpus["accuracy"].get<double>(), 4), fixed(corpus["perplexity"].get<double>(), 1),
               fixed(corpus["tokens_per_second"].get<double>(), 0)});
  return table.str();
}

// How each map between the texts aligns them.
std::string alignment_table(const nlohmann::json& maps) {
  if (maps.empty()) return "";
  const bool linked = maps.front()["error"].is_number();
  Table table(
      linked ? std::vector<std::string>{"attention", "goes forwards", "alignment error", "of the diagonal"}
             : std::vector<std::string>{"attention", "goes forwards"});
  for (const nlohmann::json& map : maps) {
    std::vector<std::string> row{map["map"].get<std::string>(), fixed(map["monotone"].get<double>(), 4)};
    if (linked)
      for (const char* key : {"error", "diagonal_error"}) row.push_back(fixed(map[key].get<double>(), 4));
    table.add(row);
  }
  return table.str();
}

std::string samples_table(const nlohmann::json& m) {
  Table table({"source", "written", "reference"});
  for (const nlohmann::json& sample : m["samples"])
    table.add({sample["source"].get<std::string>(), sample["target"].get<std::string>(),
               sample["reference"].get<std::string>()});
  return "of " + m["written"].dump() + " that were written, beam " + m["beam"].dump() + "; BLEU " +
         m["bleu_signature"].get<std::string>() + ", chrF2 " + m["chrf_signature"].get<std::string>() + "\n" +
         table.str();
}

// The classes that texts of class c were taken for, the most frequent mistakes first: "joy 12, love 3, …".
std::string mistakes(const nlohmann::json& m, size_t c) {
  constexpr size_t kMost = 2;
  std::vector<std::pair<int64_t, size_t>> others;
  for (size_t p = 0; p < m["per_class"].size(); ++p)
    if (const auto n = m["confusion"][c][p].get<int64_t>(); p != c && n > 0) others.emplace_back(-n, p);
  std::sort(others.begin(), others.end());
  std::string text;
  for (size_t i = 0; i < std::min(kMost, others.size()); ++i)
    text += (i == 0 ? "" : ", ") + shortened(m["per_class"][others[i].second]["label"].get<std::string>()) +
            " " + std::to_string(-others[i].first);
  return text + (others.size() > kMost ? ", …" : "");
}

enum class Confusion { kNone, kMatrix, kMistakes };

std::string classes_table(const nlohmann::json& m, Confusion confusion) {
  std::vector<std::string> header{"class", "precision", "recall", "F1", "examples"};
  const nlohmann::json& all = m["per_class"];
  for (const auto& k : all)
    if (confusion == Confusion::kMatrix) header.push_back("as " + shortened(k["label"].get<std::string>()));
  if (confusion == Confusion::kMistakes) header.emplace_back("taken for");
  Table classes(header);
  for (size_t c = 0; c < all.size(); ++c) {
    const auto& k = all[c];
    std::vector<std::string> row{shortened(k["label"].get<std::string>()),
                                 fixed(k["precision"].get<double>(), 4), fixed(k["recall"].get<double>(), 4),
                                 fixed(k["f1"].get<double>(), 4),
                                 std::to_string(k["support"].get<int64_t>())};
    if (confusion == Confusion::kMatrix)
      for (const auto& count : m["confusion"][c]) row.push_back(std::to_string(count.get<int64_t>()));
    if (confusion == Confusion::kMistakes) row.push_back(mistakes(m, c));
    classes.add(row);
  }
  return classes.str();
}

// The whole matrix of confusions where a terminal of 80 columns has room for it.
std::string classes_table(const nlohmann::json& m) {
  constexpr size_t kTerminal = 80;
  if (!m.contains("confusion") || m["confusion"].empty()) return classes_table(m, Confusion::kNone);
  const std::string matrix = classes_table(m, Confusion::kMatrix);
  return width(matrix.substr(0, matrix.find('\n'))) <= kTerminal ? matrix
                                                                 : classes_table(m, Confusion::kMistakes);
}

}  // namespace

std::string metrics_table(const nlohmann::json& m) {
  Table rates({"", ""});
  auto add = [&](const char* name, const char* key) {
    if (m.contains(key)) rates.add({name, fixed(m[key].get<double>(), 4)});
  };
  rates.add({"examples", std::to_string(m["n"].get<int64_t>())});
  add("loss", "loss");
  add("perplexity", "perplexity");
  add("accuracy", "accuracy");
  add("attention on what the rule needs", "attention_on_needed");
  add("F1, mean of classes", "macro_f1");
  add("F1, weighted", "weighted_f1");
  add("exact match", "exact_match");
  add(m.contains("exact_match") ? "F1 of answers" : "F1 of the second class", "f1");
  add("TPR", "tpr");
  add("FPR", "fpr");
  add("area under ROC", "roc_auc");
  add("F1 of entities", "entity_f1");
  add("BLEU", "bleu");
  add("chrF2", "chrf");
  add("length, of the references'", "length_ratio");
  const std::string all = rates.str(), figures = all.substr(all.find('\n') + 1);
  if (m.contains("corpora")) return figures + corpora_table(m["corpora"]);
  if (m.contains("samples"))
    return figures + alignment_table(m.value("alignment", nlohmann::json::array())) + samples_table(m);
  return figures + classes_table(m);
}

}  // namespace heed::session
