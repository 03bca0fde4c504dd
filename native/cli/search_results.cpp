#include "native/cli/search_results.h"

#include <iostream>
#include <vector>

#include "native/cli/output.h"
#include "native/numbers.h"

namespace heed::cli {

namespace {

std::string spaced(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + printable(word);
  return line;
}

std::string train_command(const session::TrainOptions& train, const std::vector<std::string>& set) {
  std::string line = "heed train " + shell_word(train.recipe);
  if (!train.from.empty()) line += " --from " + shell_word(train.from);
  for (const std::string& data : train.data) line += " --data " + shell_word(data);
  for (const std::string& test : train.test) line += " --test " + shell_word(test);
  if (train.device != "cpu") line += " --device " + train.device;
  if (train.threads != 1) line += " --threads " + std::to_string(train.threads);
  for (const std::string& one : train.set) line += " --set " + shell_word(one);
  for (const std::string& one : set) line += " --set " + shell_word(one);
  return line;
}

}  // namespace

std::string mean_and_deviation(const session::TrialResult& result) {
  if (result.figures.empty()) return "failed";
  const std::string mean = decimal(result.mean, 4);
  return result.figures.size() < 2 ? mean : mean + " ± " + decimal(result.deviation, 4);
}

std::string choice_words(const session::TrialResult& result) {
  return spaced(result.set);
}

nlohmann::json search_json(const session::TrainOptions& train, const session::Search& search) {
  nlohmann::json trials = nlohmann::json::array();
  for (const session::TrialResult& result : search.results())
    trials.push_back(
        {{"trial", result.trial + 1},
         {"set", result.set},
         {"epochs", result.epochs},
         {"mean", result.figures.empty() ? nlohmann::json() : nlohmann::json(result.mean)},
         {"deviation", result.figures.size() < 2 ? nlohmann::json() : nlohmann::json(result.deviation)},
         {"figures", result.figures},
         {"n", result.n > 0 ? nlohmann::json(result.n) : nlohmann::json()},
         {"problem", result.problem.empty() ? nlohmann::json() : nlohmann::json(result.problem)}});
  return {{"recipe", train.recipe},
          {"metric", search.metric()},
          {"lower_is_better", search.lower_is_better()},
          {"runs", search.done()},
          {"best", trials.front()},
          {"command", train_command(train, search.results().front().set)},
          {"trials", trials}};
}

void print_search(const session::TrainOptions& train, const session::Search& search) {
  const std::vector<session::TrialResult> results = search.results();
  std::cout << bold(right("rank", 4) + "  " + left(search.metric(), 17) + right("runs", 5) +
                    right("epochs", 8) + right("examples", 10) + "  settings")
            << '\n';
  for (size_t n = 0; n < results.size(); ++n)
    std::cout << right(std::to_string(n + 1), 4) << "  " << left(mean_and_deviation(results[n]), 17)
              << right(std::to_string(results[n].figures.size()), 5)
              << right(std::to_string(results[n].epochs), 8)
              << right(results[n].n > 0 ? std::to_string(results[n].n) : "–", 10) << "  "
              << choice_words(results[n]) << '\n';
  std::cout << "\nThe best of them was chosen by the validation part, so that its figure flatters it a "
               "little. Train it with:\n  "
            << train_command(train, results.front().set) << '\n';
}

}  // namespace heed::cli
