#include "engine/tasks/corpus_share.h"

#include <algorithm>
#include <numeric>

#include "engine/base/random.h"

namespace heed {
namespace {

constexpr int64_t kCopiedAtOnce = 1 << 20;

// [documents + 1]: where each of those to train begins, and the last one ends.
std::vector<int64_t> begins_of(const PackedCorpus& whole) {
  const auto [begin, end] = whole.ends;
  std::vector<int64_t> begins{0};
  for (int64_t at = 0; at < whole.train; at += kCopiedAtOnce) {
    int64_t n = at;
    for (int32_t id : whole.tokens->read(at, std::min(kCopiedAtOnce, whole.train - at))) {
      if (!end && id == begin && n > 0) begins.push_back(n);
      ++n;
      if (end && id == *end) begins.push_back(n);
    }
  }
  if (begins.back() != whole.train) begins.push_back(whole.train);
  return begins;
}

// Whether each of the documents [begins - 1] is taken; those that are have at most `room` tokens together.
std::vector<bool> drawn(const std::vector<int64_t>& begins, int64_t room, uint64_t seed) {
  std::vector<size_t> order(begins.size() - 1);
  std::iota(order.begin(), order.end(), size_t{0});
  const auto lot = [seed](size_t document) { return mix64(mix64(~seed) ^ document); };
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return lot(a) < lot(b); });
  std::vector<bool> taken(order.size());
  for (size_t document : order) {
    room -= begins[document + 1] - begins[document];
    if (room < 0) break;
    taken[document] = true;
  }
  return taken;
}

void copy(const PackedCorpus& from, int64_t first, int64_t last, TokenFileWriter& to) {
  for (int64_t at = first; at < last; at += kCopiedAtOnce)
    to.add(from.tokens->read(at, std::min(kCopiedAtOnce, last - at)));
}

}  // namespace

PackedCorpus share_of(const PackedCorpus& whole, int64_t most, uint64_t seed, int64_t vocabulary,
                      const std::string& path) {
  const int64_t held_out = whole.tokens->size() - whole.train;
  if (whole.tokens->size() <= most) return whole;
  check(whole.ends.count() > 0,
        "[tokens] nothing stands between documents: expected a tokenizer that puts a "
        "token around a text, or no limit.");
  const std::vector<int64_t> begins = begins_of(whole);
  const std::vector<bool> taken = drawn(begins, most - held_out, seed);
  const auto left_out = std::count(taken.begin(), taken.end(), false);
  check(left_out < static_cast<int64_t>(taken.size()), "[tokens] no document fits into ", most,
        " tokens, of which ", held_out, " are held out: give more, or hold out less.");
  TokenFileWriter writer(path, vocabulary);
  for (size_t document = 0; document < taken.size(); ++document)
    if (taken[document]) copy(whole, begins[document], begins[document + 1], writer);
  PackedCorpus share = whole;
  share.train = writer.size();
  for (PackedCorpus::HeldOut& part : share.held_out) {
    const int64_t first = part.first;
    part.first = writer.size();
    copy(whole, first, first + part.count, writer);
  }
  share.documents -= left_out;
  share.fingerprint = mix64(whole.fingerprint ^ static_cast<uint64_t>(share.train));
  share.tokens = std::make_shared<const TokenFile>(writer.finish());
  return share;
}

}  // namespace heed
