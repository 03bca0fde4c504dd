#include "native/studio/parts/tuning.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <stdexcept>

#include "native/studio/settings.h"

namespace heed::studio {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int64_t kHopeless = 3;  // runs that fail before any succeeds

// "KEY=VALUES,KEY=VALUES", as session/tuning/space.h reads it.
std::string written(const std::vector<Tried>& over) {
  std::string words;
  for (const Tried& one : over) {
    std::string values = one.values;
    std::erase(values, ' ');
    if (!values.empty()) words += (words.empty() ? "" : ",") + one.key + "=" + values;
  }
  return words;
}

std::string new_file(const std::string& name) {
  for (int number = 1;; ++number) {
    const fs::path file =
        fs::path(runs_folder()) / (name + (number == 1 ? "" : "-" + std::to_string(number)) + ".search.json");
    std::error_code ignored;
    if (!fs::exists(file, ignored)) return file.string();
  }
}

// "trial 3, fold 2, seed 1": what tells it from the others.
std::string name_of(const session::SearchRun& run, const session::SearchOptions& options) {
  std::string name = "trial " + std::to_string(run.trial + 1);
  if (options.folds > 0) name += ", fold " + std::to_string(run.fold + 1);
  if (options.seeds > 1) name += ", seed " + std::to_string(run.seed + 1);
  return options.method == "halving" ? name + ", " + std::to_string(run.epochs) + " epochs" : name;
}

}  // namespace

const std::vector<std::string>& Tuning::methods() {
  static const std::vector<std::string> kMethods{"random", "halving"};
  return kMethods;
}

void Tuning::make(const session::TrainOptions& train, const session::SearchOptions& options) {
  session::Search search(options);
  std::vector<std::string> first = train.set;  // a wrong key is found before anything is trained
  first.insert(first.end(), search.choice(0).begin(), search.choice(0).end());
  session::recipe_values(train.recipe, first);
  train_ = train;
  options_ = options;
  search_ = std::move(search);
  results_.clear();
}

void Tuning::begin(const Form& form) {
  problem.clear();
  try {
    session::TrainOptions train = form.options(runs_folder());
    train.measure_train = false;
    session::SearchOptions options;
    options.recipe = train.recipe;
    options.over = written(over);
    options.trials = static_cast<int>(trials);
    options.folds = static_cast<int>(folds);
    options.seeds = static_cast<int>(seeds);
    options.method = methods()[method];
    options.epochs = form.values().at("training").at("epochs").get<int>();
    options.given = {{"data", train.data}, {"set", train.set}};
    if (options.over.empty()) throw std::runtime_error("Name a setting and the values to try.");
    make(train, options);
    file_ = new_file(form.name());
    fs::create_directories(fs::path(file_).parent_path());
    search_->write(file_);  // that it can be is known before hours are spent
    queue_next();
  } catch (const std::exception& error) {
    problem = error.what();
  }
}

void Tuning::queue_next() {
  const std::optional<session::SearchRun> next = search_->next();
  if (!next) return;
  asked_ = *next;
  session::TrainOptions one = train_;
  one.set.insert(one.set.end(), next->set.begin(), next->set.end());
  current_ = runs_.add_trial(one, name_of(*next, options_));
}

void Tuning::changed(const std::shared_ptr<Run>& run) {
  if (run != current_ || !run->ended()) return;
  current_.reset();
  if (run->state == RunState::kStopped) return;  // by whoever watches: the search waits
  try {
    took(*run);
    search_->write(file_);
    results_ = search_->results();
    queue_next();
  } catch (const std::exception& error) {
    problem = error.what();
  }
}

// A choice that cannot be trained is one that was tried; a search of which nothing can be is none.
void Tuning::took(const Run& run) {
  if (run.state == RunState::kDone) return search_->took(asked_, run.result);
  search_->failed(asked_, run.problem);
  if (!search_->has_figures() && (search_->done() >= kHopeless || !search_->next()))
    throw std::runtime_error(run.problem);
}

void Tuning::stop() {
  const std::shared_ptr<Run> run = std::exchange(current_, nullptr);
  if (!run) return;
  if (run->state == RunState::kQueued)
    runs_.remove(run);
  else
    runs_.stop();
}

void Tuning::go_on() {
  problem.clear();
  try {
    queue_next();
  } catch (const std::exception& error) {
    problem = error.what();
  }
}

void Tuning::forget() {
  search_.reset();
  results_.clear();
}

json Tuning::kept() const {
  if (!search_ || !search_->next()) return nullptr;
  json tried = json::array();
  for (const Tried& one : over) tried.push_back({one.key, one.values});
  return {{"file", file_},
          {"tried", tried},
          {"train", session::to_json(train_)},
          {"over", options_.over},
          {"trials", options_.trials},
          {"folds", options_.folds},
          {"seeds", options_.seeds},
          {"method", options_.method},
          {"epochs", options_.epochs}};
}

void Tuning::recall(const json& kept) {
  if (!kept.is_object()) return;
  try {
    const session::TrainOptions train = session::train_options_of(kept.at("train"));
    session::SearchOptions options;
    options.recipe = train.recipe;
    options.over = kept.at("over");
    options.trials = kept.at("trials");
    options.folds = kept.at("folds");
    options.seeds = kept.at("seeds");
    options.method = kept.at("method");
    options.epochs = kept.at("epochs");
    options.given = {{"data", train.data}, {"set", train.set}};
    make(train, options);
    file_ = kept.at("file");
    search_->read(file_);
    results_ = search_->results();
    over.clear();
    for (const json& one : kept.at("tried")) over.push_back({one.at(0), one.at(1)});
    trials = options.trials;
    folds = options.folds;
    seeds = options.seeds;
    method = options.method == methods()[0] ? 0 : 1;
  } catch (const std::exception&) {
    search_.reset();  // its file is gone, or of another version
  }
}

}  // namespace heed::studio
