// Every training run is kept: what was asked for, what was read, how it went, what came out. A run is a
// folder:
//
//   run.json       {"id", "recipe", "settings" (complete), "data": {"files": [{"path", "bytes", "sha256"},
//   …],
//                  "read" (fingerprint and rows of each part)}, "options" (TrainOptions), "from", "out",
//                  "device", "threads", "started", "version"}
//   log.jsonl      a line per epoch, {"epoch", "loss", "accuracy", "validation": {…}, "rate", "seconds"}, and
//                  now and then one per step, with "step" and "steps"
//   status.json    {"status": "running", "ended", "stopped", "failed", "pid", "epoch", "epochs",
//   "best_epoch",
//                  "figures" (what TrainingRun::finish returns), "problem", "seconds", "updated"}
//   events.out.tfevents.*   the same figures for TensorBoard
#pragma once

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/session/training/training.h"

namespace heed::session {

class EventFile;

// $HEED_RUNS, or heed/runs in the user's folder for data; "" where neither is known.
std::string default_runs_folder();

// Writes a run while it goes on. Nothing here ends a run: where the disk is full, or the folder cannot be
// written, `problem` says so once and the run goes on unrecorded.
class RunRecord {
 public:
  // A run that is resumed goes on in the folder of the last one with the same `out`, behind the epochs that
  // its checkpoint has. `store` "": nothing is recorded.
  RunRecord(const std::string& store, const TrainOptions& options, const TrainingRun& run);
  ~RunRecord();  // a run that said nothing else has failed

  const std::string& id() const { return id_; }
  const std::string& problem() const { return problem_; }

  void step(const Progress& progress);  // after each one
  void end(const nlohmann::json& figures, bool complete);
  void stop();  // it may be resumed
  void fail(const std::string& why);

 private:
  template <class Work>
  void guarded(const Work& work);
  void begin(const TrainOptions& options, const TrainingRun& run);
  void go_on(const TrainingRun& run);
  void append(const nlohmann::json& line);
  void write_status(const char* status, const nlohmann::json& more = {});

  using Clock = std::chrono::steady_clock;
  std::string store_, id_, folder_, problem_;
  bool over_ = false;
  Progress last_;
  Clock::time_point began_ = Clock::now(), logged_ = began_;
  double seconds_before_ = 0;  // of the run that this one resumes
  std::unique_ptr<EventFile> events_;
};

}  // namespace heed::session
