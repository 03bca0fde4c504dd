#include "engine/explain/head_roles.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "engine/explain/maps.h"

namespace heed::explain {
namespace {

bool separates(const TextToken& token) {
  return token.start == token.end || std::all_of(token.text.begin(), token.text.end(),
                                                 [](unsigned char c) { return std::ispunct(c) != 0; });
}

size_t distance_bin(int64_t distance) {
  return static_cast<size_t>(distance <= 2 ? distance : distance <= 5 ? 3 : 4);
}

// Rows of one head over one text, of as many keys as the text has tokens.
class Reader {
 public:
  Reader(const EncodedText& text, const AttentionPoint& point) : text_(text), point_(point) {}

  // The weights of query t times `share` into `into`; t < 0: of pooling.
  template <class Weight>
  void look(int64_t t, double share, const Weight& weight, LookedAt& into) const {
    const auto N = static_cast<int64_t>(text_.ids.size());
    for (int64_t s = 0; s < N; ++s) {
      const double a = share * weight(s);
      const auto key = static_cast<size_t>(s);
      into.first += s == 0 ? a : 0;
      into.separators += separates(text_.tokens[key]) ? a : 0;
      if (t < 0) continue;
      into.self += s == t ? a : 0;
      into.previous += s == t - 1 ? a : 0;
      into.next += s == t + 1 ? a : 0;
      into.same_word += s != t && text_.ids[key] == text_.ids[static_cast<size_t>(t)] ? a : 0;
      into.distance[distance_bin(std::abs(s - t))] += a;
    }
  }

  double keys_seen(int64_t t) const {
    const auto N = static_cast<int64_t>(text_.ids.size());
    if (t < 0 || point_.reach < 0) return static_cast<double>(N);
    return static_cast<double>(std::min(N - 1, t + point_.reach) - std::max<int64_t>(0, t - point_.reach) +
                               1);
  }

  bool sees(int64_t t, int64_t s) const {
    return t < 0 || point_.reach < 0 || std::abs(t - s) <= point_.reach;
  }

 private:
  const EncodedText& text_;
  const AttentionPoint& point_;
};

double entropy_of(const double* row, int64_t S) {
  double entropy = 0;
  for (int64_t s = 0; s < S; ++s)
    if (row[s] > 0) entropy -= row[s] * std::log(row[s]);
  return entropy;
}

// One head's map and slopes over one text, [T, S] each; `share`: of this text among all.
void measure(const EncodedText& text, const AttentionPoint& point, const double* map, const double* slopes,
             double share, HeadRole& role) {
  const Reader reader(text, point);
  const auto S = static_cast<int64_t>(text.ids.size()), T = role.pooling ? 1 : S;
  double for_label = 0, all = 0;
  for (int64_t t = 0; t < T; ++t) {
    const int64_t query = role.pooling ? -1 : t;
    const double* row = map + t * S;
    const double of_row = share / static_cast<double>(T), seen = reader.keys_seen(query);
    reader.look(
        query, of_row, [&](int64_t s) { return row[s]; }, role.looked);
    reader.look(
        query, of_row, [&](int64_t s) { return reader.sees(query, s) ? 1 / seen : 0; }, role.even);
    role.evenness += of_row * (seen > 1 ? entropy_of(row, S) / std::log(seen) : 1);
    for (int64_t s = 0; s < S; ++s) {
      const double moved = row[s] * slopes[t * S + s];
      for_label += std::max(moved, 0.0);
      all += std::abs(moved);
    }
  }
  role.supports += share * (all > 0 ? for_label / all : 0.5);
}

// ∂ log p(label) / ∂z of each text of a batch.
Matrix towards_labels(const Matrix& logits, const std::vector<int>& chosen, const std::vector<int>& labels,
                      AnswerKind answers) {
  const bool each = answers == AnswerKind::kEachClass;
  Matrix directions(logits.rows, logits.columns);
  for (int64_t b = 0; b < logits.rows; ++b) {
    const auto label = static_cast<size_t>(labels[static_cast<size_t>(chosen[static_cast<size_t>(b)])]);
    const std::vector<double> p = answers_to(logits.row(b), logits.columns, answers);
    for (size_t c = 0; c < p.size(); ++c)
      directions.at(b, static_cast<int64_t>(c)) = (c == label ? 1 : 0) - (each && c != label ? 0 : p[c]);
  }
  return directions;
}

}  // namespace

const char* name_of(const HeadRole& role) {
  constexpr double kEvenFrom = 0.95, kStandsOut = 0.15;
  constexpr std::pair<const char*, double LookedAt::*> kNames[] = {{"previous", &LookedAt::previous},
                                                                   {"next", &LookedAt::next},
                                                                   {"self", &LookedAt::self},
                                                                   {"same word", &LookedAt::same_word},
                                                                   {"separators", &LookedAt::separators},
                                                                   {"first", &LookedAt::first}};
  if (role.evenness > kEvenFrom) return "even";
  const char* best = "mixed";
  double most = kStandsOut;
  for (const auto& [name, share] : kNames)
    if (const double more = role.looked.*share - role.even.*share; more > most) {
      most = more;
      best = name;
    }
  return best;
}

std::vector<HeadRole> head_roles(const Subject& subject, const std::vector<EncodedText>& texts,
                                 const std::vector<int>& labels) {
  const std::vector<std::string> points = map_points(subject.anatomy);
  std::vector<HeadRole> roles;
  for (const AttentionPoint& point : subject.anatomy.maps)
    for (int head = 0; head < point.heads; ++head)
      roles.push_back({point.layer, head, point.kind == "pooling", {}, {}, 0, 0});
  const AnswerKind answers = subject.network.answers();
  const double share = 1 / static_cast<double>(texts.size());
  for (const std::vector<int>& chosen : batches_of(subject, texts)) {
    const Pass back =
        run(subject, make_batch(texts, chosen), {{}, {}, points, [&](const Matrix& logits) {
                                                   return towards_labels(logits, chosen, labels, answers);
                                                 }});
    size_t role = 0;
    for (const AttentionPoint& point : subject.anatomy.maps) {
      const Matrix maps = matrix_of(back.value(point.name)), slopes = back.gradient(point.name);
      int64_t at = 0;
      for (const int index : chosen) {
        const EncodedText& text = texts[static_cast<size_t>(index)];
        const auto S = static_cast<int64_t>(text.ids.size());
        const int64_t cells = (point.kind == "pooling" ? 1 : S) * S;
        for (int64_t head = 0; head < point.heads; ++head, at += cells)
          measure(text, point, maps.values.data() + at, slopes.values.data() + at, share,
                  roles[role + static_cast<size_t>(head)]);
      }
      role += static_cast<size_t>(point.heads);
    }
  }
  return roles;
}

}  // namespace heed::explain
