#include "engine/session/tuning/search.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

#include "engine/base/file.h"
#include "engine/format/json.h"
#include "engine/format/store.h"
#include "engine/session/error.h"
#include "engine/session/tuning/space.h"

namespace heed::session {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int kThinning = 3;  // a third of the trials go on, three times as long

json asked_of(const SearchOptions& o) {
  return {{"recipe", o.recipe}, {"over", o.over},     {"trials", o.trials}, {"folds", o.folds},
          {"seeds", o.seeds},   {"method", o.method}, {"metric", o.metric}, {"seed", o.seed},
          {"given", o.given},   {"epochs", o.epochs}};
}

std::string numeric_keys(const json& figures) {
  std::string keys;
  for (const auto& [key, value] : figures.items())
    if (value.is_number()) keys += (keys.empty() ? "" : ", ") + key;
  return keys;
}

}  // namespace

Search::Search(const SearchOptions& options) : options_(options), metric_(options.metric) {
  if (options.method != "random" && options.method != "halving")
    fail<UsageError>("[--method] \"", options.method, "\": expected random or halving.");
  choices_ = Space(options.over).trials(options.trials, options.seed);
  auto trials = static_cast<int64_t>(choices_.size());
  rungs_ = {{options.epochs, trials}};
  if (options.method == "random") return;
  for (int64_t left = trials; left >= kThinning && rungs_.front().epochs >= kThinning; left /= kThinning)
    rungs_.insert(rungs_.begin(), {rungs_.front().epochs / kThinning, 0});
  for (Rung& rung : rungs_) {
    rung.trials = trials;
    trials = std::max<int64_t>(1, trials / kThinning);
  }
}

void Search::write(const std::string& file) const {
  json done = json::array();
  for (const Done& one : done_)
    done.push_back({{"trial", one.run.trial},
                    {"set", choice(one.run.trial)},
                    {"epochs", one.run.epochs},
                    {"fold", one.run.fold},
                    {"seed", one.run.seed},
                    {"figure", one.figure ? json(*one.figure) : json()},
                    {"n", one.n},
                    {"problem", one.problem}});
  const json all{{"asked", asked_of(options_)}, {"metric", metric_}, {"runs", done}};
  if (const fs::path folder = fs::path(file).parent_path(); !folder.empty()) fs::create_directories(folder);
  write_file_atomically(file, dump_json(all, file, 2) + "\n");
}

void Search::read(const std::string& file) {
  const json saved = parse_json_object(read_file(file, kLongestText), file);
  const json asked = asked_of(options_), before = saved.value("asked", json()),
             runs = saved.value("runs", json());
  check(before.is_object() && runs.is_array(), "[", file, "] is no search: expected \"asked\" and \"runs\".");
  for (const auto& [key, value] : asked.items())
    check(before.value(key, json()) == value, "[", file, "] is a search with ", key, " ",
          before.value(key, json()).dump(), ", and ", value.dump(),
          " is asked for: ask as before, or name another --out.");
  metric_ = require<std::string>(saved, "metric", file);
  done_.clear();
  for (const json& one : runs) {
    Done done;
    done.run = {require<int>(one, "trial", file),
                require<int>(one, "epochs", file),
                require<int>(one, "fold", file),
                require<int>(one, "seed", file),
                {}};
    check(done.run.trial >= 0 && done.run.trial < static_cast<int>(choices_.size()), "[", file,
          "] has trial ", done.run.trial, ": expected 0 to ", static_cast<int64_t>(choices_.size()) - 1, ".");
    if (one.contains("figure") && one["figure"].is_number()) done.figure = one["figure"].get<double>();
    done.problem = require<std::string>(one, "problem", file);
    if (const auto n = one.find("n"); n != one.end() && n->is_number_integer()) done.n = n->get<int64_t>();
    done_.push_back(std::move(done));
  }
}

const Search::Done* Search::find(const SearchRun& run) const {
  const auto found = std::find_if(done_.begin(), done_.end(), [&](const Done& d) { return d.run == run; });
  return found == done_.end() ? nullptr : &*found;
}

std::vector<SearchRun> Search::runs_of(int trial, int epochs) const {
  std::vector<SearchRun> runs;
  for (int seed = 0; seed < options_.seeds; ++seed)
    for (int fold = 0; fold < std::max(1, options_.folds); ++fold) {
      SearchRun run{trial, epochs, fold, seed, choice(trial)};
      run.set.push_back("training.epochs=" + std::to_string(epochs));
      if (options_.seeds > 1) run.set.push_back("seed=" + std::to_string(seed));
      if (options_.folds > 0) {
        run.set.push_back("split.folds=" + std::to_string(options_.folds));
        run.set.push_back("split.fold=" + std::to_string(fold));
      }
      runs.push_back(std::move(run));
    }
  return runs;
}

TrialResult Search::result_of(int trial, int epochs) const {
  TrialResult result{trial, choice(trial), epochs, {}, 0, 0, 0, true, ""};
  for (const SearchRun& run : runs_of(trial, epochs)) {
    const Done* done = find(run);
    if (!done)
      result.whole = false;
    else if (done->figure) {
      result.figures.push_back(*done->figure);
      if (run.seed == 0) result.n += done->n;  // other seeds are measured by the same
    } else
      result.problem = done->problem;
  }
  const auto n = static_cast<double>(result.figures.size());
  result.mean = n == 0 ? NAN : std::accumulate(result.figures.begin(), result.figures.end(), 0.0) / n;
  double squares = 0;
  for (const double figure : result.figures) squares += (figure - result.mean) * (figure - result.mean);
  result.deviation = n < 2 ? 0 : std::sqrt(squares / (n - 1));
  return result;
}

bool Search::lower_is_better() const {
  return metric_ == "loss" || metric_ == "perplexity";
}

bool Search::better(const TrialResult& a, const TrialResult& b) const {
  const bool counts_a = a.problem.empty() && !a.figures.empty(),
             counts_b = b.problem.empty() && !b.figures.empty();
  if (counts_a != counts_b) return counts_a;
  if (counts_a && a.mean != b.mean) return lower_is_better() ? a.mean < b.mean : a.mean > b.mean;
  return a.trial < b.trial;
}

std::vector<int> Search::entered(size_t rung) const {
  std::vector<int> all(choices_.size());
  std::iota(all.begin(), all.end(), 0);
  for (size_t r = 0; r < rung; ++r) {
    std::vector<TrialResult> results;
    for (const int trial : all) {
      results.push_back(result_of(trial, rungs_[r].epochs));
      if (!results.back().whole) return {};
    }
    std::sort(results.begin(), results.end(), [&](const auto& a, const auto& b) { return better(a, b); });
    all.clear();
    for (const TrialResult& result : results)
      if (static_cast<int64_t>(all.size()) < rungs_[r + 1].trials) all.push_back(result.trial);
  }
  return all;
}

std::optional<SearchRun> Search::next() const {
  for (size_t rung = 0; rung < rungs_.size(); ++rung)
    for (const int trial : entered(rung))
      for (const SearchRun& run : runs_of(trial, rungs_[rung].epochs))
        if (!find(run)) return run;
  return std::nullopt;
}

bool Search::has_figures() const {
  return std::any_of(done_.begin(), done_.end(), [](const Done& done) { return done.figure.has_value(); });
}

int64_t Search::runs() const {
  int64_t all = 0;
  for (const Rung& rung : rungs_) all += rung.trials * options_.seeds * std::max(1, options_.folds);
  return all;
}

void Search::took(const SearchRun& run, const json& figures) {
  const json validation = figures.value("validation", json());
  check(validation.is_object(), "[", options_.recipe,
        "] the data has no validation part by which settings could be chosen: ask for --folds 5, or set ",
        "split.validation.");
  if (metric_.empty())
    metric_ = validation.contains("accuracy") && validation["accuracy"].is_number() ? "accuracy" : "loss";
  check(validation.contains(metric_) && validation[metric_].is_number(),
        "[--metric] the validation part has no \"", metric_, "\": expected one of ", numeric_keys(validation),
        ".");
  const json n = validation.value("n", json());
  done_.push_back({run, validation[metric_].get<double>(), "", n.is_number_integer() ? n.get<int64_t>() : 0});
}

void Search::failed(const SearchRun& run, const std::string& why) {
  done_.push_back({run, std::nullopt, why, 0});
}

std::vector<TrialResult> Search::results() const {
  std::vector<TrialResult> results;
  for (size_t trial = 0; trial < choices_.size(); ++trial) {
    std::optional<TrialResult> longest;
    for (const Rung& rung : rungs_)
      if (TrialResult result = result_of(static_cast<int>(trial), rung.epochs);
          !result.figures.empty() || !result.problem.empty())
        longest = std::move(result);
    if (longest) results.push_back(std::move(*longest));
  }
  std::sort(results.begin(), results.end(), [&](const TrialResult& a, const TrialResult& b) {
    if (a.whole != b.whole) return a.whole;
    return a.epochs != b.epochs ? a.epochs > b.epochs : better(a, b);
  });
  return results;
}

TrainPlaces places_of_trial() {
  TrainPlaces places;
  places.store = std::make_shared<MemoryStore>();
  return places;
}

}  // namespace heed::session
