// How long frames take while a run trains at full speed: what ./dev bench studio prints. The interface's own
// part is messages, panels and the commands to OpenGL; the rest is the driver's, which under Xvfb computes
// every pixel itself.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "native/studio/studio.h"
#include "tests/engine/temp_folder.h"

namespace {

using Clock = std::chrono::steady_clock;
using namespace heed::studio;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

struct Times {
  std::vector<double> own, whole;
};

double percentile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<size_t>(share * static_cast<double>(values.size() - 1))];
}

void print(const char* what, const char* part, const std::vector<double>& times) {
  const auto within = std::count_if(times.begin(), times.end(), [](double ms) { return ms <= 16; });
  std::printf("%-28s %-12s %7zu %7.1f %7.1f %7.1f %7.1f %10.1f %%\n", what, part, times.size(),
              percentile(times, 0.5), percentile(times, 0.9), percentile(times, 0.99), percentile(times, 1),
              100.0 * static_cast<double>(within) / static_cast<double>(times.size()));
}

void print(const char* what, const Times& times) {
  print(what, "interface", times.own);
  print(what, "whole frame", times.whole);
}

// Frames one after the other, each as its messages come.
Times measure(Window& window, Studio& studio, double seconds, double patience) {
  Times times;
  Clock::time_point begun;
  window.drawn = [&](int, int) { times.own.push_back(ms_since(begun)); };
  for (const Clock::time_point start = Clock::now(); ms_since(start) < 1000 * seconds;) {
    window.wait(patience);
    begun = Clock::now();
    studio.turn();
    times.whole.push_back(ms_since(begun));
  }
  window.drawn = nullptr;
  return times;
}

// Reads a file and returns the seconds that took.
double load(Window& window, Studio& studio, const std::string& file) {
  const Clock::time_point start = Clock::now();
  studio.workspace().data_file.open(file);
  while (studio.workspace().data.loading) {
    window.wait(0.05);
    studio.turn();
  }
  return ms_since(start) / 1000;
}

std::string mails(int rows) {
  std::string csv = "text,label\n";
  const char* words[] = {"please",  "send",  "the", "report", "contract",
                         "meeting", "today", "we",  "signed", "it"};
  unsigned state = 1;
  for (int i = 0; i < rows; ++i) {
    for (int w = 0; w < 14; ++w)
      csv += std::string(words[(state = state * 1664525u + 1013904223u) % 10007 % 10]) + " ";
    csv += i % 2 ? ",request\n" : ",no_request\n";
  }
  return csv;
}

}  // namespace

// studio_frames [SHARE]: a small share of the seconds and rows shows that the program works.
int main(int count, char** arguments) {
  const double share = count > 1 ? std::stod(arguments[1]) : 1;
  const int rows = static_cast<int>(200000 * share);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  const heed::test::TempFolder folder;
  ::setenv("XDG_CONFIG_HOME", folder.path("config").c_str(), 1);
  ::setenv("XDG_DATA_HOME", folder.path("share").c_str(), 1);
  Window window("Heed Studio", 1280, 800);
  Studio studio(window, {});
  std::printf("%-28s %-12s %7s %7s %7s %7s %7s %12s\n", "frame times in ms", "", "frames", "median", "90 %",
              "99 %", "longest", "within 16 ms");
  measure(window, studio, share, 0.01);  // what is there only once
  print("nothing trains", measure(window, studio, 4 * share, 0.01));
  load(window, studio, folder.write("some.csv", mails(5000)));
  Workspace& work = studio.workspace();
  work.form.choose("enron-tutorial");
  work.form.set("training.epochs", 100000);
  work.watch.begin(work.runs.add(work.form.options(runs_folder())));
  while (work.runs.active() && work.runs.active()->state != RunState::kTraining)
    measure(window, studio, 0.1, 0.05);
  print("training, figures drawn", measure(window, studio, 8 * share, 0.05));
  print("training, frames at once", measure(window, studio, 4 * share, 0));
  const double loaded = load(window, studio, folder.write("many.csv", mails(rows)));
  work.section = Section::kData;
  print(("training, " + std::to_string(rows) + " rows").c_str(), measure(window, studio, 4 * share, 0));
  std::printf("\n%d rows were read in %.2f s; training on %d threads, %u processors\n", rows, loaded,
              work.form.threads, std::thread::hardware_concurrency());
  return 0;
}
