#include "engine/ranks/ranks.h"

#include <algorithm>
#include <cstdint>

namespace heed {
namespace {

constexpr int kTexts = 0;  // tag

}  // namespace

void Ranks::tell(int to, const std::string& text) {
  const uint64_t length = text.size();
  send(to, kTexts, &length, sizeof length)->done(true);
  for (size_t at = 0; at < text.size(); at += kMost)
    send(to, kTexts, text.data() + at, std::min(kMost, text.size() - at))->done(true);
}

std::string Ranks::hear(int from) {
  uint64_t length = 0;
  receive(from, kTexts, &length, sizeof length)->done(true);
  std::string text(static_cast<size_t>(length), '\0');
  for (size_t at = 0; at < text.size(); at += kMost)
    receive(from, kTexts, text.data() + at, std::min(kMost, text.size() - at))->done(true);
  return text;
}

std::string Ranks::from_first(const std::string& text) {
  if (rank() > 0) return hear(0);
  for (int r = 1; r < size(); ++r) tell(r, text);
  return text;
}

std::vector<std::string> Ranks::of_all(const std::string& own) {
  std::vector<std::string> all;
  all.reserve(static_cast<size_t>(size()));
  std::vector<std::unique_ptr<Message>> sent;
  const uint64_t length = own.size();
  for (int r = 0; r < size(); ++r) {
    if (r == rank()) continue;
    sent.push_back(send(r, kTexts, &length, sizeof length));
    if (length > 0) sent.push_back(send(r, kTexts, own.data(), own.size()));
  }
  for (int r = 0; r < size(); ++r) all.push_back(r == rank() ? own : hear(r));
  for (const auto& message : sent) message->done(true);
  return all;
}

}  // namespace heed
