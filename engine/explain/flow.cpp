// The maximum flow of rollout.h, by Dinic (1970): shortest augmenting paths, all of one length at a time.
#include <algorithm>
#include <limits>
#include <queue>

#include "engine/explain/rollout.h"

namespace heed::explain {
namespace {

constexpr double kNothing = 1e-12;

class Pipes {
 public:
  explicit Pipes(size_t nodes) : leaving_(nodes) {}

  void add(size_t from, size_t to, double capacity) {
    if (capacity <= kNothing) return;
    leaving_[from].push_back(edges_.size());
    edges_.push_back({to, capacity, capacity});
    leaving_[to].push_back(edges_.size());
    edges_.push_back({from, 0, 0});
  }

  double most(size_t source, size_t sink) {
    for (Edge& edge : edges_) edge.left = edge.capacity;
    double sum = 0;
    while (levels(source, sink)) {
      next_.assign(leaving_.size(), 0);
      for (double pushed; (pushed = push(source, sink, std::numeric_limits<double>::max())) > 0;)
        sum += pushed;
    }
    return sum;
  }

 private:
  struct Edge {
    size_t to;
    double capacity, left;
  };

  bool levels(size_t source, size_t sink) {
    level_.assign(leaving_.size(), -1);
    level_[source] = 0;
    std::queue<size_t> open;
    open.push(source);
    for (; !open.empty(); open.pop())
      for (const size_t e : leaving_[open.front()])
        if (edges_[e].left > kNothing && level_[edges_[e].to] < 0) {
          level_[edges_[e].to] = level_[open.front()] + 1;
          open.push(edges_[e].to);
        }
    return level_[sink] >= 0;
  }

  double push(size_t node, size_t sink, double most) {
    if (node == sink) return most;
    for (size_t& i = next_[node]; i < leaving_[node].size(); ++i) {
      const size_t e = leaving_[node][i];
      if (edges_[e].left <= kNothing || level_[edges_[e].to] != level_[node] + 1) continue;
      const double pushed = push(edges_[e].to, sink, std::min(most, edges_[e].left));
      if (pushed <= 0) continue;
      edges_[e].left -= pushed;
      edges_[e ^ 1].left += pushed;
      return pushed;
    }
    return 0;
  }

  std::vector<Edge> edges_;  // each beside its way back
  std::vector<std::vector<size_t>> leaving_;
  std::vector<int> level_;
  std::vector<size_t> next_;
};

}  // namespace

std::vector<double> flow_received(const std::vector<Matrix>& mixtures, const std::vector<double>& read) {
  const size_t N = read.size(), L = mixtures.size(), source = (L + 1) * N;
  Pipes pipes(source + 1);
  for (size_t t = 0; t < N; ++t) pipes.add(source, L * N + t, read[t]);
  for (size_t l = 0; l < L; ++l)
    for (size_t to = 0; to < N; ++to)
      for (size_t from = 0; from < N; ++from)
        pipes.add((l + 1) * N + to, l * N + from,
                  mixtures[l].at(static_cast<int64_t>(to), static_cast<int64_t>(from)));
  std::vector<double> flows;
  for (size_t s = 0; s < N; ++s) flows.push_back(pipes.most(source, s));
  return flows;
}

}  // namespace heed::explain
