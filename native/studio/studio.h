// Everything the panels share: the window, the threads, and the state of each part.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/session/models/devices.h"
#include "native/studio/attending.h"
#include "native/studio/comparison.h"
#include "native/studio/data_table.h"
#include "native/studio/explorer.h"
#include "native/studio/form.h"
#include "native/studio/run_queue.h"
#include "native/studio/settings.h"
#include "native/studio/vector_source.h"
#include "native/studio/views/line_chart.h"
#include "native/studio/widgets.h"
#include "native/studio/window.h"

namespace heed::studio {

class Studio {
 public:
  Studio(Window& window, Settings settings);
  ~Studio();

  // One turn: messages, dropped files, a frame. False when the window may close.
  bool turn();
  // How long the window may sleep: without limit while nothing moves.
  double patience() const;

  // What panels ask for.
  void start_training();
  void open_model(const std::string& path);
  void open_data(const std::string& given, const std::string& format, const std::vector<std::string>& set);
  void watch(const std::shared_ptr<Run>& run,
             int epoch);  // the model after that epoch; -1: the last one there is
  void save_model(const std::string& folder, bool for_the_page);
  void compare_with(size_t side, const std::string& folder);
  void open_vectors(const std::string& path);
  void close_now();  // although something trains

  Window& window;
  Settings settings;
  Palette palette;
  Ui ui;
  Mailbox mailbox;
  Jobs analyses, files;  // keystrokes do not wait behind files
  RunQueue runs;
  Form form;
  Explorer explorer;
  DataTable data;
  Comparison comparison;
  VectorSource vectors;  // of the two sections below
  Attending two, lab;
  std::vector<session::DeviceEntry> devices;

  std::string tab;
  std::string model_folder;       // of the explored model; "" for one that is still trained
  std::shared_ptr<Run> watched;   // whose model is explored, if it is a run's
  int watched_epoch = -1;         // -1: the newest
  std::shared_ptr<Run> selected;  // whose figures and confusion matrix are shown
  ChartRange range;               // of the curves
  std::string message, problem;   // what was done last, and what went wrong
  bool asks_to_close = false;
  bool opening = false;      // a model
  bool numbers = false;      // in the cells of maps
  bool data_to_end = false;  // the table of rows scrolls to its end

  // What is being typed.
  std::string data_path, data_format, text_column, label_column, model_path, save_path, export_path,
      edit_path, new_sentence, compare_path[2], test_path, vectors_path;
  int new_label = 0;

 private:
  bool leaving_ = false;

  void run_changed(const std::shared_ptr<Run>& run);
  void take_dropped();
  void follow_attending();
  void settle_close();
  void keep_settings();
  void draw();
};

// The panels, each in panels/<name>.cpp. They draw into the space that is left where they are called.
void draw_head(Studio& studio);
void draw_recipe(Studio& studio);
void draw_data_source(Studio& studio);
void draw_hyper_parameters(Studio& studio);
void draw_train(Studio& studio);
void draw_curves(Studio& studio, float height);
void draw_runs(Studio& studio);
void draw_epochs(Studio& studio);
void draw_confusion(Studio& studio, ImVec2 size);
void draw_sentence(Studio& studio);
void draw_prediction(Studio& studio);
void draw_tokens(Studio& studio);
void draw_attention(Studio& studio, float height);
void draw_top_pairs(Studio& studio);
void draw_data(Studio& studio);
void draw_compare(Studio& studio);
void draw_models(Studio& studio);
void draw_two_sentences(Studio& studio);
void draw_lab(Studio& studio);
void draw_lab_steps(Studio& studio);
void draw_word_vectors(Studio& studio, const Attending& section);
void draw_closing(Studio& studio);
void draw_status(Studio& studio);

// The whole window: the panels in their columns.
void draw_layout(Studio& studio);

}  // namespace heed::studio
