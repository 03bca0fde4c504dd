#include "engine/session/training/inside/lifeline.h"

#ifndef __EMSCRIPTEN__

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <random>
#include <sstream>

#include "engine/base/error.h"

namespace heed::session {
namespace {

constexpr const char* kGoodbye = "bye\n";

std::string host_name() {
  char name[256] = {};
  gethostname(name, sizeof name - 1);
  return name;
}

// Addresses of this machine, as text; its own loop first, which serves those who share it.
std::vector<std::string> addresses() {
  std::vector<std::string> all{"127.0.0.1"};
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) return all;
  for (const ifaddrs* i = list; i != nullptr; i = i->ifa_next) {
    if (i->ifa_addr == nullptr || i->ifa_addr->sa_family != AF_INET) continue;
    char text[INET_ADDRSTRLEN] = {};
    inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in*>(i->ifa_addr)->sin_addr, text, sizeof text);
    if (text != all.front()) all.emplace_back(text);
  }
  freeifaddrs(list);
  return all;
}

void say(int socket, const std::string& text) {
  if (::send(socket, text.data(), text.size(), MSG_NOSIGNAL) < 0) return;  // then it is closed
}

// A connection, or -1.
int reach(const std::string& address, int port) {
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_port = htons(static_cast<uint16_t>(port));
  const int made = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const timeval patience{2, 0};
  setsockopt(made, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  if (inet_pton(AF_INET, address.c_str(), &place.sin_addr) == 1 &&
      connect(made, reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0)
    return made;
  close(made);
  return -1;
}

}  // namespace

Lifeline::Lifeline(Lost lost) : lost_(std::move(lost)), first_(true) {
  std::random_device random;
  secret_ = std::to_string(random()) + std::to_string(random());
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_addr.s_addr = htonl(INADDR_ANY);
  socklen_t size = sizeof place;
  door_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  check(bind(door_, reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0 && listen(door_, 64) == 0 &&
            getsockname(door_, reinterpret_cast<sockaddr*>(&place), &size) == 0 && pipe(wake_) == 0,
        "[ranks] this machine gives no socket to listen on.");
  port_ = ntohs(place.sin_port);
  watcher_ = std::thread([this] { watch(); });
}

Lifeline::Lifeline(const std::string& address, int rank, Lost lost) : lost_(std::move(lost)), first_(false) {
  std::istringstream words(address);
  std::string host, place;
  words >> host >> port_ >> secret_;
  int socket = -1;
  for (bool loop = true; socket < 0 && words >> place; loop = false)
    if (!loop || host == host_name()) socket = reach(place, port_);
  if (socket < 0 || pipe(wake_) != 0) return;
  say(socket, secret_ + " rank " + std::to_string(rank) + " (process " + std::to_string(getpid()) + " on " +
                  host_name() + ")\n");
  peers_.push_back({socket, ""});
  watcher_ = std::thread([this] { watch(); });
}

Lifeline::~Lifeline() {
  end(false);
}

void Lifeline::leave() {
  end(true);
}

void Lifeline::end(bool orderly) {
  if (!watcher_.joinable()) return;
  orderly_ = orderly;
  close(wake_[1]);
  watcher_.join();
  close(wake_[0]);
  if (door_ >= 0) close(door_);
}

std::string Lifeline::address() const {
  std::string text = host_name() + " " + std::to_string(port_) + " " + secret_;
  for (const std::string& address : addresses()) text += " " + address;
  return text;
}

void Lifeline::give_up(const std::string& why) {
  if (!peers_.empty()) say(peers_[0].socket, why);
}

void Lifeline::welcome() {
  for (int socket; (socket = accept4(door_, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;)
    peers_.push_back({socket, ""});
}

void Lifeline::watch() {
  for (;;) {
    std::vector<pollfd> all{{wake_[0], POLLIN, 0}, {door_, POLLIN, 0}};  // no door: -1 is passed over
    for (const Peer& peer : peers_) all.push_back({peer.socket, POLLIN, 0});
    if (poll(all.data(), all.size(), -1) < 0) continue;
    for (size_t i = all.size(); i-- > 2;) {
      if (all[i].revents == 0) continue;
      Peer& peer = peers_[i - 2];
      char bytes[4096];
      if (const ssize_t count = recv(peer.socket, bytes, sizeof bytes, 0); count > 0) {
        peer.said.append(bytes, static_cast<size_t>(count));
        continue;
      }
      bury(peer);
      close(peer.socket);
      peers_.erase(peers_.begin() + static_cast<std::ptrdiff_t>(i - 2));
    }
    if (all[1].revents != 0) welcome();
    if (all[0].revents != 0) break;
  }
  for (const Peer& peer : peers_) {
    if (orderly_) say(peer.socket, kGoodbye);
    close(peer.socket);
  }
  peers_.clear();
}

void Lifeline::bury(const Peer& peer) {
  if (peer.said.ends_with(kGoodbye)) return;
  if (!first_) return lost_("[ranks] rank 0 is not there any more.");
  if (!peer.said.starts_with(secret_ + " ")) return;  // a stranger
  const size_t end = peer.said.find('\n');
  const std::string who = peer.said.substr(secret_.size() + 1, end - secret_.size() - 1);
  const std::string why = end == std::string::npos ? "" : peer.said.substr(end + 1);
  lost_("[ranks] " + who + (why.empty() ? " was lost." : " has failed: " + why));
}

}  // namespace heed::session

#endif
