#include "native/cli/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <nlohmann/json.hpp>

#include "native/cli/output.h"

namespace heed::cli {

namespace {

constexpr double kRedraw = 0.1;      // seconds between two drawings on a terminal
constexpr double kLineEvery = 10.0;  // and between two lines in a log

bool is_terminal() {
  const char* terminal = std::getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && terminal != nullptr && std::strcmp(terminal, "dumb") != 0;
}

// 0: not known.
int terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

std::string epoch_of(const session::Progress& progress) {
  return "epoch " + std::to_string(progress.epoch) + "/" + std::to_string(progress.epochs);
}

std::string rate_of(const session::Progress& progress) {
  return with_separators(static_cast<int64_t>(progress.tokens_per_second)) + " tokens/s";
}

// ", validation loss 0.41, accuracy 0.853", of toy tasks ", attention on what the rule needs 0.91", too,
// of translations ", exact 0.31, BLEU 34.2"
std::string metrics_of(const char* part, const nlohmann::json& metrics) {
  if (!metrics.is_object()) return "";
  std::string all = std::string(", ") + part + " loss " + decimal(metrics.value("loss", NAN), 4) +
                    ", accuracy " + decimal(metrics.value("accuracy", NAN), 3);
  if (const auto share = metrics.find("attention_on_needed"); share != metrics.end())
    all += ", attention on what the rule needs " + decimal(share->get<double>(), 3);
  if (const auto bleu = metrics.find("bleu"); bleu != metrics.end())
    all += ", exact " + decimal(metrics.value("exact_match", NAN), 3) + ", BLEU " +
           decimal(bleu->get<double>(), 1);
  return all;
}

}  // namespace

StatusLine::StatusLine() : terminal_(is_terminal()), last_(Clock::now()) {}

bool StatusLine::due(double seconds) {
  const auto now = Clock::now();
  if (std::chrono::duration<double>(now - last_).count() < seconds) return false;
  last_ = now;
  return true;
}

// A line that is wider than the terminal could not be drawn over.
void StatusLine::draw(const std::string& line) {
  const int width = terminal_ ? terminal_width() : 0;
  const std::string fitting = width > 1 && width_of(line) >= width ? left(line, width - 1) : line;
  std::cerr << (terminal_ ? "\r\x1b[2K" : "") << fitting << (terminal_ ? "" : "\n") << std::flush;
  drawn_ = terminal_;
}

void StatusLine::say(const std::string& line) {
  if (drawn_) std::cerr << "\r\x1b[2K";
  drawn_ = false;
  std::cerr << line << std::endl;
}

void StatusLine::end() {
  if (drawn_) std::cerr << std::endl;
  drawn_ = false;
}

void StatusLine::show_training(const session::Progress& progress) {
  if (progress.epoch_ended) {
    last_ = Clock::now();
    say(epoch_of(progress) + ": loss " + decimal(progress.loss, 4) + metrics_of("train", progress.train) +
        metrics_of("validation", progress.validation) + ", " + rate_of(progress) + ", " +
        duration(progress.seconds_left) + " left");
    return;
  }
  if (!due(terminal_ ? kRedraw : kLineEvery)) return;
  const double fraction =
      progress.steps > 0 ? static_cast<double>(progress.step) / static_cast<double>(progress.steps) : 0;
  if (progress.counts != nullptr)
    return draw((terminal_ ? left(bar(fraction, 24), 24) + "  " : "") + with_separators(progress.step) +
                " of " + with_separators(progress.steps) + " " + progress.counts);
  const std::string position = terminal_
                                   ? left(bar(fraction, 24), 24)
                                   : std::to_string(progress.step) + "/" + std::to_string(progress.steps);
  draw(epoch_of(progress) + "  " + position + "  loss " + decimal(progress.loss, 4) + "  " +
       rate_of(progress) + "  " + duration(progress.seconds_left) + " left");
}

void StatusLine::show_search(int64_t run, int64_t runs, const session::Progress& progress) {
  if (!due(terminal_ ? kRedraw : kLineEvery)) return;
  draw("run " + std::to_string(run) + " of " + std::to_string(runs) + "  " + epoch_of(progress) + "  loss " +
       decimal(progress.loss, 4) + "  " + rate_of(progress) + "  " + duration(progress.seconds_left) +
       " left of it");
}

void StatusLine::show_work(const std::string& work, int64_t done, int64_t total, const char* unit) {
  if (!due(terminal_ ? kRedraw : kLineEvery)) return;
  draw(printable(work) + ": " + with_separators(done) + " of " + with_separators(total) + " " + unit);
}

void StatusLine::show_bytes(int64_t done, int64_t total) {
  if (!due(terminal_ ? kRedraw : kLineEvery)) return;
  const std::string of = total > 0 ? " of " + with_separators(total) : "";
  const std::string drawn =
      terminal_ && total > 0
          ? left(bar(static_cast<double>(done) / static_cast<double>(total), 24), 24) + "  "
          : "";
  draw(drawn + with_separators(done) + of + " bytes");
}

void StatusLine::show_counted(int64_t done, int64_t total, const char* what) {
  if (counted_ != what) {
    counted_ = what;
    first_ = done;
    began_ = Clock::now();
  }
  if (!due(terminal_ ? kRedraw : kLineEvery)) return;
  const double share = static_cast<double>(done) / static_cast<double>(std::max<int64_t>(total, 1));
  const double each = std::chrono::duration<double>(Clock::now() - began_).count() /
                      static_cast<double>(std::max<int64_t>(done - first_, 1));
  draw((terminal_ ? left(bar(share, 24), 24) + "  " : "") + with_separators(done) + " of " +
       with_separators(total) + " " + what + "  " +
       duration(done > first_ ? each * static_cast<double>(total - done) : NAN) + " left");
}

}  // namespace heed::cli
