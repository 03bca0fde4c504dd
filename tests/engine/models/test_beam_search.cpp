// Greedy targets and beams against PyTorch's.
#include "engine/models/beam_search.h"

#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/models/sequence_pairs.h"

using namespace heed;
using namespace heed::test;

TEST_CASE("PyTorch: greedy targets and beams are the same tokens with the same scores",
          "[oracle][models][sequence]") {
  const Oracle oracle("seq2seq_transformer");
  const auto network = tiny_pairs_network(oracle);
  for (int pair = 0; pair < 3; ++pair) {
    const std::string name = "pair" + std::to_string(pair) + ".";
    const std::vector<int32_t> source = ids_of(oracle, name + "source");
    Bench bench(false);
    const auto greedy = beam_search(*network, bench.ctx, source, kBegin, kEnd, {1, 12, 0});
    REQUIRE(greedy.size() == 1);
    CHECK(greedy[0].ids == ids_of(oracle, name + "greedy.ids"));
    CHECK(greedy[0].log_probability == Approx(oracle[name + "greedy.logprob"].data<float>()[0]).margin(1e-5));

    const auto beam = beam_search(*network, bench.ctx, source, kBegin, kEnd, {4, 10, 0.6});
    REQUIRE(beam.size() == 4);
    const Tensor& ids = oracle[name + "beam_keep.ids"];
    for (size_t n = 0; n < beam.size(); ++n) {
      const auto length = oracle[name + "beam_keep.length"].data<int64_t>()[n];
      std::vector<int32_t> want;
      for (int64_t t = 0; t < length; ++t)
        want.push_back(static_cast<int32_t>(ids.data<int64_t>()[static_cast<int64_t>(n) * ids.size(1) + t]));
      CHECK(beam[n].ids == want);
      CHECK(beam[n].log_probability ==
            Approx(oracle[name + "beam_keep.logprob"].data<float>()[n]).margin(1e-5));
      CHECK(beam[n].score == Approx(oracle[name + "beam_keep.score"].data<float>()[n]).margin(1e-5));
    }
  }
}

TEST_CASE("a target that finds no end is what lives at the longest length", "[models][sequence]") {
  const Oracle oracle("seq2seq_transformer");
  const auto network = tiny_pairs_network(oracle);
  Bench bench(false);
  const auto cut =
      beam_search(*network, bench.ctx, ids_of(oracle, "pair1.source"), kBegin, kEnd, {3, 2, 0.6});
  REQUIRE(cut.size() == 3);
  for (const Hypothesis& one : cut) {
    CHECK(one.ids.size() == 2);
    CHECK(one.ids.back() != kEnd);
  }
  CHECK(beam_search(*network, bench.ctx, ids_of(oracle, "pair0.source"), kBegin, kEnd, {1, 500, 0})[0]
            .ids.size() <= 12);
}

TEST_CASE("what a target has to begin with is where it begins", "[models][sequence]") {
  const Oracle oracle("seq2seq_transformer");
  const auto network = tiny_pairs_network(oracle);
  const std::vector<int32_t> source = ids_of(oracle, "pair0.source");
  Bench bench(false);
  BeamOptions options{2, 12, 0.6};
  const auto free = beam_search(*network, bench.ctx, source, kBegin, kEnd, options);
  options.forced = {free[0].ids[0], free[0].ids[1]};
  const auto same = beam_search(*network, bench.ctx, source, kBegin, kEnd, options);
  CHECK(same[0].ids == free[0].ids);
  CHECK(same[0].log_probability == Approx(free[0].log_probability).margin(1e-6));
  options.forced = {7};
  for (const Hypothesis& one : beam_search(*network, bench.ctx, source, kBegin, kEnd, options)) {
    CHECK(one.ids[0] == 7);
    CHECK(one.log_probability < free[0].log_probability);
  }
  options.forced = {7, kEnd};
  CHECK(beam_search(*network, bench.ctx, source, kBegin, kEnd, options)[0].ids == options.forced);
  options.forced = {99};
  CHECK_THROWS_AS(beam_search(*network, bench.ctx, source, kBegin, kEnd, options), Error);
}

TEST_CASE("the tree has all that was weighed, and how each hypothesis came about", "[models][sequence]") {
  const Oracle oracle("seq2seq_transformer");
  const auto network = tiny_pairs_network(oracle);
  const std::vector<int32_t> source = ids_of(oracle, "pair0.source");
  Bench bench(false);
  BeamOptions options{3, 12, 0.6};
  options.forced = {7};
  std::vector<BeamNode> tree;
  const auto found = beam_search(*network, bench.ctx, source, kBegin, kEnd, options, &tree);
  CHECK(tree[0].parent == -1);
  CHECK(tree[0].id == 7);
  for (size_t n = 1; n < tree.size(); ++n) {
    const auto parent = static_cast<size_t>(tree[n].parent);
    REQUIRE(parent < n);
    CHECK(tree[parent].fate == BeamNode::Fate::kLived);
    CHECK(tree[n].log_probability <= tree[parent].log_probability);
    CHECK((tree[n].fate != BeamNode::Fate::kEnded || tree[n].id == kEnd));
  }
  for (const Hypothesis& one : found) {
    std::vector<int32_t> ids;
    for (int node = one.node; node >= 0; node = tree[static_cast<size_t>(node)].parent)
      ids.insert(ids.begin(), tree[static_cast<size_t>(node)].id);
    CHECK(ids == one.ids);
    CHECK(tree[static_cast<size_t>(one.node)].log_probability == one.log_probability);
  }
}
