// Everything the window works on, and what happens in one part because of another. Panels know the parts they
// show, never the workspace.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/session/models/devices.h"
#include "native/studio/form.h"
#include "native/studio/parts/attending.h"
#include "native/studio/parts/beside.h"
#include "native/studio/parts/comparison.h"
#include "native/studio/parts/contribution_table.h"
#include "native/studio/parts/data_file.h"
#include "native/studio/parts/data_table.h"
#include "native/studio/parts/evidence.h"
#include "native/studio/parts/explorer.h"
#include "native/studio/parts/fetching.h"
#include "native/studio/parts/file_look.h"
#include "native/studio/parts/findings.h"
#include "native/studio/parts/fold_judge.h"
#include "native/studio/parts/model_figures.h"
#include "native/studio/parts/model_files.h"
#include "native/studio/parts/nearest.h"
#include "native/studio/parts/notice.h"
#include "native/studio/parts/run_queue.h"
#include "native/studio/parts/tokenizers.h"
#include "native/studio/parts/tuning.h"
#include "native/studio/parts/vector_source.h"
#include "native/studio/parts/watch.h"
#include "native/studio/parts/why.h"
#include "native/studio/parts/writing.h"
#include "native/studio/section.h"
#include "native/studio/settings.h"

namespace heed::studio {

// Used on the interface's thread alone.
struct Workspace {
  // `wake` ends the interface's waiting; other threads call it.
  Workspace(Settings settings, std::function<void()> wake);
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  // Reads what other threads have sent, and asks for what is to be seen and not there yet.
  void turn();
  // A path dropped on the window: what it is for depends on the section.
  void drop(const std::string& path);
  // Under Compare: the rows behind a figure of a run, as its model after an epoch reads them.
  void show_rows(const Run& run, const Snapshot& after, bool on_validation,
                 const std::pair<size_t, size_t>& truth_and_said);
  // Stores the settings until the next start, except those of the window. A disk that cannot be
  // written is said on standard error.
  void keep_settings();

  Settings settings;
  Notice notice;
  Mailbox mailbox;
  Jobs analyses, files;  // keystrokes do not wait behind files
  Explorer explorer;
  Findings findings;
  Writing writing;
  Why why;
  Evidence evidence;
  Beside beside;
  ModelFigures figures;
  Watch watch;
  RunQueue runs;
  Tuning tuning;
  Form form;
  DataTable data;
  FileLook file_look;
  DataFile data_file;
  FoldJudge folds;
  ContributionTable explained;  // rows of the data file
  ModelFiles models;
  Comparison comparison;
  Nearest nearest;
  Tokenizers tokenizers;
  VectorSource vectors;  // of the two sections below
  Attending two_sentences, lab;
  Fetching fetching;
  const std::vector<session::DeviceEntry> devices;
  Section section;  // that is shown

 private:
  void begin();
  void keep_unfinished();
  void run_changed(const std::shared_ptr<Run>& run);
  void follow_attending();
  void follow_tokenizers();

  std::string going_;  // the names of runs that train or wait, as they were last written down
};

}  // namespace heed::studio
