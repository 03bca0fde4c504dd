// Who is lost is named at once.
#include "engine/session/training/inside/lifeline.h"

#include <unistd.h>

#include <future>
#include <optional>

#include "tests/engine/catch.h"
#include "tests/engine/message.h"

using namespace heed;
using namespace heed::session;

namespace {

// The first that is said on a lifeline.
struct Heard {
  std::promise<std::string> promise;
  std::future<std::string> said = promise.get_future();
  std::atomic<int> times{0};

  Lifeline::Lost listener() {
    return [this](const std::string& message) {
      if (times++ == 0) promise.set_value(message);
    };
  }
  std::string message() {
    return said.wait_for(std::chrono::seconds(20)) == std::future_status::ready ? said.get() : "nothing";
  }
};

}  // namespace

TEST_CASE("A rank that is gone without a word is lost", "[session][ranks]") {
  Heard at_first, at_second;
  Lifeline first(at_first.listener());
  const Lifeline second(first.address(), 1, at_second.listener());
  { const Lifeline third(first.address(), 2, nullptr); }
  const std::string message = at_first.message();
  INFO(message);
  CHECK(test::contains(message, "[ranks] rank 2 (process " + std::to_string(getpid()) + " on "));
  CHECK(test::contains(message, ") was lost."));
  CHECK(at_second.times == 0);
  first.leave();
}

TEST_CASE("A rank that fails says why", "[session][ranks]") {
  Heard heard;
  Lifeline first(heard.listener());
  {
    Lifeline second(first.address(), 1, nullptr);
    second.give_up("there is not enough memory for this.");
  }
  CHECK(test::contains(heard.message(), "has failed: there is not enough memory for this."));
  first.leave();
}

TEST_CASE("Ranks end when rank 0 is lost, and not when it leaves", "[session][ranks]") {
  for (bool leaves : {true, false}) {
    Heard at_first, at_second;
    std::optional<Lifeline> first(std::in_place, at_first.listener());
    Lifeline second(first->address(), 1, at_second.listener());
    if (leaves) first->leave();
    first.reset();
    if (!leaves) CHECK(at_second.message() == "[ranks] rank 0 is not there any more.");
    second.leave();
    CHECK(at_first.times == 0);
    CHECK(at_second.times == (leaves ? 0 : 1));
  }
}

TEST_CASE("Strangers are not heard, and rank 0 need not be reached", "[session][ranks]") {
  Heard heard;
  Lifeline first(heard.listener());
  std::string address = first.address();
  const size_t secret = address.find(' ', address.find(' ') + 1) + 1;
  address[secret] = address[secret] == '1' ? '2' : '1';
  { const Lifeline stranger(address, 1, nullptr); }
  { const Lifeline slack("nowhere 1 secret", 1, nullptr); }
  first.leave();
  CHECK(heard.times == 0);
}
