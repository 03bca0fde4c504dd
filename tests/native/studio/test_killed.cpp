// A studio that is killed, or asked to end, at any moment of a run: the next start has the run again.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <numeric>

#include "engine/base/random.h"
#include "native/studio/ending.h"
#include "tests/engine/catch.h"
#include "tests/native/studio/driver.h"

using namespace heed;
using namespace heed::studio;

namespace {

constexpr int kEpochs = 60;

std::string rows() {
  std::string csv = "text,label\n";
  for (int i = 0; i < 400; ++i)
    csv += (i % 2 ? "a red rose number " : "a green leaf number ") + std::to_string(i) +
           (i % 2 ? ",red\n" : ",green\n");
  return csv;
}

std::shared_ptr<Run> start(test::Driver& driver) {
  Workspace& work = driver.workspace();
  driver.drop(driver.folder().write("rows.csv", rows()));
  REQUIRE(driver.until([&] { return !work.data.empty(); }));
  driver.choose("Recipe", "enron-tutorial");
  work.form.set("training.epochs", kEpochs);
  work.form.set("model.embedding", 16);
  driver.click("Start");
  return work.runs.runs().back();
}

// Another process of these tests, which begins a run in `folder` and says so on the pipe that is returned.
struct Child {
  pid_t pid = 0;
  int said = -1;
};

Child begin(const std::string& folder) {
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  ::fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  ::setenv("HEED_TEST_FOLDER", folder.c_str(), 1);
  ::setenv("HEED_TEST_PIPE", std::to_string(ends[1]).c_str(), 1);
  std::string program = "/proc/self/exe", which = "[.child]";
  std::array<char*, 3> arguments{program.data(), which.data(), nullptr};
  Child child{0, ends[0]};
  REQUIRE(::posix_spawn(&child.pid, program.c_str(), nullptr, nullptr, arguments.data(), environ) == 0);
  ::close(ends[1]);
  return child;
}

void end(const Child& child, int signal) {
  ::kill(child.pid, signal);
  int status = 0;
  REQUIRE(::waitpid(child.pid, &status, 0) == child.pid);
  ::close(child.said);
}

// That it is offered, or has ended; then it goes on, and has every epoch once.
void is_there_again(const std::string& folder, const std::string& picture) {
  test::Driver again({}, std::make_shared<test::TempFolder>(folder));
  Workspace& work = again.workspace();
  again.frames(3);
  again.picture(picture);
  if (again.sees("Go on with enron-tutorial")) again.click("Go on with enron-tutorial");
  REQUIRE(work.runs.runs().size() == 1);
  const std::shared_ptr<Run> run = work.runs.runs()[0];
  REQUIRE(again.until([&] { return run->ended(); }, 60));
  CHECK(run->problem == "");
  REQUIRE(run->epochs.size() == kEpochs);
  for (int i = 0; i < kEpochs; ++i) CHECK(run->epochs[static_cast<size_t>(i)].epoch == i + 1);
  CHECK(std::filesystem::exists(run->options.out + "/model.safetensors"));
}

}  // namespace

TEST_CASE("begins a run and waits to be killed", "[.child]") {
  const char *folder = std::getenv("HEED_TEST_FOLDER"), *pipe = std::getenv("HEED_TEST_PIPE");
  REQUIRE((folder != nullptr && pipe != nullptr));
  const Ending ending;
  test::Driver driver({}, std::make_shared<test::TempFolder>(folder));
  start(driver);
  REQUIRE(::write(std::atoi(pipe), "x", 1) == 1);
  driver.until([&] { return ending.signal() != 0; }, 600);
  driver.leave();
}

TEST_CASE("A run that is killed at any moment is there again, and goes on", "[killed]") {
  const char* wanted = std::getenv("HEED_KILLS");
  const int kills = wanted ? std::atoi(wanted) : 4;
  Random random(11);
  for (int i = 0; i < kills; ++i) {
    const test::TempFolder folder;
    const int signal = i % 2 ? SIGTERM : SIGKILL;
    // From its start to beyond its end.
    const int moment = static_cast<int>(random.below(3000));
    INFO("kill " << i << " by " << signal << " after " << moment << " ms");
    const Child child = begin(folder.path());
    char x = 0;
    REQUIRE(::read(child.said, &x, 1) == 1);
    pollfd none{-1, 0, 0};
    ::poll(&none, 1, moment);
    end(child, signal);
    is_there_again(folder.path(), "killed-" + std::to_string(i + 1));
  }
}
