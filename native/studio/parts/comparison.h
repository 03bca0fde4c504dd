// Two models on the same sentence and on the same labelled data; or one of them, with its rows.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/session/models/model.h"
#include "engine/session/rows/judged_rows.h"
#include "engine/session/rows/slices.h"
#include "native/studio/parts/jobs.h"

namespace heed::studio {

// The figures that are shown of a model's rows.
enum class Figures { kClasses, kSlices, kCalibration };

// What a model learned from; an exception where that is not known.
using FindTrained = std::function<std::shared_ptr<const session::TrainedTexts>()>;

struct Compared {
  std::string path;  // what is typed
  std::string folder, problem;
  FindTrained trained;
  std::shared_ptr<const session::Model> model;
  std::optional<session::Analysis> analysis;
  std::shared_ptr<const session::JudgedRows> rows;  // null: not measured
  std::string measured_on;                          // "held-out rows of mails.csv"
  nlohmann::json metrics;                           // M, or null
  std::vector<session::Slice> slices;               // of `rows`
  nlohmann::json calibration;                       // likewise, session::calibration_of
  double threshold = 0.5;                           // of two classes: from which the second is said
  Figures figures = Figures::kClasses;
  std::string word;  // that rows with and without it are slices by
};

// A run's model as it was, with rows that it was measured on.
struct ShownRows {
  std::string name;  // of the model
  std::shared_ptr<const session::Model> model;
  FindTrained trained;
  std::function<session::Labelled()> rows;
  std::string measured_on;
};

// Which of the rows that were measured are looked at.
struct RowChoice {
  enum class Of { kNone, kFirst, kSecond, kDisagreements };
  static constexpr int kAny = -1, kWrong = -2;

  Of of = Of::kNone;
  int truth = kAny;                 // a class, or any
  int said = kWrong;                // a class, any, or one that is not the true one
  std::string by = {}, slice = {};  // of the model's slices; empty: all rows

  bool operator==(const RowChoice&) const = default;
};

// Their places: errors with the surest first, others in the order of the file. `other` is null where one
// model alone was measured; `slices` are those of `rows`.
std::vector<size_t> chosen_rows(const session::JudgedRows& rows, const session::JudgedRows* other,
                                const RowChoice& choice, const std::vector<session::Slice>& slices = {});

class Comparison {
 public:
  Comparison(Jobs& analyses, Jobs& files) : analyses_(analyses), files_(files) {}

  void open(size_t side, const std::string& folder);
  void analyse(const std::string& sentence);  // with both; nothing happens when it is the last one again
  void measure(const std::string& data);      // a file of labelled rows
  bool ready() const { return sides[0].model || sides[1].model; }
  // In the first model's place, measured at once: `choice` of the rows.
  void show(const ShownRows& shown, const RowChoice& choice);
  void choose(const RowChoice& choice);
  void slice_by_word(size_t side, const std::string& word);  // beside the slices that there are
  const RowChoice& choice() const { return choice_; }
  const std::vector<size_t>& chosen() const { return chosen_; }

  std::array<Compared, 2> sides;
  std::string test_data;  // what is typed
  bool held_out = true;   // only rows that neither was trained on
  int measuring = 0;      // models that are
  std::string note;       // which rows were measured
  nlohmann::json paired;  // session::comparison_of, once both are measured on the same rows
  std::string unpaired;   // why there is none

 private:
  struct HeldOut {
    std::vector<std::shared_ptr<const session::TrainedTexts>> of;
    std::string note;
  };
  static HeldOut held_out_of(const std::vector<FindTrained>& models);
  void measure_side(size_t side, const session::JudgeOptions& options, const std::string& measured_on);
  struct Measured {
    std::shared_ptr<const session::JudgedRows> rows;
    std::string measured_on;
    nlohmann::json metrics, calibration;
    std::vector<session::Slice> slices;
  };
  static Measured figures_of(session::JudgedRows rows, const std::string& measured_on,
                             const std::string& word);
  void measured(size_t side, Measured found);
  void put(size_t side, Compared model);  // in the place of what is there
  void forget_figures();                  // of both: they are of other rows than those to come

  Jobs &analyses_, &files_;
  RowChoice choice_;
  std::vector<size_t> chosen_;
  std::string sentence_;
  int shown_ = 0;  // the newest show()
};

}  // namespace heed::studio
