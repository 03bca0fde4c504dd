// A search over settings: what is chosen from, which runs it asks for, what is best, and that it goes on.
#include "engine/session/tuning/search.h"

#include <cmath>
#include <set>

#include "engine/session/tuning/out_of_fold.h"
#include "engine/session/tuning/space.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using namespace heed::session;
using namespace heed::test;

namespace {

double value_of(const std::string& assignment) {
  return std::stod(assignment.substr(assignment.find('=') + 1));
}

nlohmann::json figures_of(double accuracy) {
  return {{"validation", {{"accuracy", accuracy}, {"loss", 1 - accuracy}, {"n", 10}}}};
}

// The accuracy of a choice "x=N": the larger the better, the longer the better.
double made_up(const SearchRun& run) {
  return value_of(run.set[0]) / 1000 + run.epochs / 100.0 + run.fold / 10000.0;
}

SearchOptions options_of(const std::string& method) {
  SearchOptions options;
  options.recipe = "r", options.over = "x=1..100", options.trials = 9, options.epochs = 9;
  options.method = method;
  return options;
}

}  // namespace

TEST_CASE("choices are drawn from values and ranges", "[session][tuning]") {
  const Space space("rate=1e-4..1e-2,layers=1..3,name=a,b,c,share=0.2..0.4");
  REQUIRE(space.dimensions().size() == 4);
  CHECK(space.dimensions()[0].logarithmic);
  CHECK(space.dimensions()[1].whole);
  CHECK(space.dimensions()[2].values == std::vector<std::string>{"a", "b", "c"});
  CHECK_FALSE(space.dimensions()[3].logarithmic);
  CHECK_FALSE(space.combinations().has_value());
  const auto trials = space.trials(300, 1);
  CHECK(trials.size() == 300);
  CHECK(std::set(trials.begin(), trials.end()).size() == 300);
  int below = 0;
  std::set<std::string> layers, names;
  for (const auto& set : trials) {
    REQUIRE(set.size() == 4);
    const double rate = value_of(set[0]);
    CHECK((rate >= 1e-4 && rate <= 1e-2));
    below += rate < 1e-3 ? 1 : 0;  // the middle of the logarithms
    layers.insert(set[1]);
    names.insert(set[2]);
    CHECK((value_of(set[3]) >= 0.2 && value_of(set[3]) <= 0.4));
  }
  CHECK(below == Approx(150).margin(40));
  CHECK(layers == std::set<std::string>{"layers=1", "layers=2", "layers=3"});
  CHECK(names.size() == 3);
  CHECK(space.trials(5, 1) == std::vector(trials.begin(), trials.begin() + 5));
  CHECK(space.trials(5, 2) != space.trials(5, 1));
}

TEST_CASE("where there are few choices all of them are tried", "[session][tuning]") {
  const Space space("a=1..2,b=x,y,z");
  CHECK(space.combinations() == 6);
  const auto trials = space.trials(20, 0);
  CHECK(std::set(trials.begin(), trials.end()).size() == 6);
  CHECK(space.trials(4, 0).size() == 4);
}

TEST_CASE("what is no space of choices is refused", "[session][tuning]") {
  for (const char* words : {"", "a", "a=", "=1", "a=1..", "a=2..1", "a=1..1", "a=x..y", "a=1,,2", "a=1..2,3"})
    CHECK(contains(message_of([&] { Space space(words); }), "[--over]"));
  CHECK(contains(message_of([] { Space space("a=1,a=2"); }), "a stands twice"));
}

TEST_CASE("random search trains every choice on every fold, and means decide", "[session][tuning]") {
  SearchOptions options = options_of("random");
  options.folds = 2, options.seeds = 2;
  Search search(options);
  CHECK(search.runs() == 36);
  std::set<std::vector<std::string>> asked;
  while (const auto run = search.next()) {
    CHECK(asked.insert(run->set).second);
    search.took(*run, figures_of(made_up(*run)));
  }
  CHECK(search.done() == 36);
  CHECK(search.metric() == "accuracy");
  const auto results = search.results();
  REQUIRE(results.size() == 9);
  for (size_t n = 0; n + 1 < results.size(); ++n) CHECK(results[n].mean >= results[n + 1].mean);
  CHECK(results[0].figures.size() == 4);
  CHECK(results[0].deviation == Approx(std::sqrt(4 * 0.00005 * 0.00005 / 3)));
  CHECK(asked.begin()->size() == 5);  // the choice, epochs, seed, folds and fold
}

TEST_CASE("successive halving trains a third of the choices three times as long", "[session][tuning]") {
  Search search(options_of("halving"));
  CHECK(search.runs() == 9 + 3 + 1);
  std::vector<int> epochs;
  while (const auto run = search.next()) {
    epochs.push_back(run->epochs);
    search.took(*run, figures_of(made_up(*run)));
  }
  CHECK(epochs == std::vector<int>{1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 9});
  const auto results = search.results();
  double most = 0;
  for (int trial = 0; trial < 9; ++trial) most = std::max(most, value_of(search.choice(trial)[0]));
  CHECK(results[0].epochs == 9);
  CHECK(value_of(results[0].set[0]) == most);
}

TEST_CASE("what cannot be trained was tried, and losses are better when they are lower",
          "[session][tuning]") {
  SearchOptions options = options_of("random");
  options.metric = "loss";
  Search search(options);
  int n = 0;
  while (const auto run = search.next()) {
    if (n++ == 0)
      search.failed(*run, "diverged");
    else
      search.took(*run, figures_of(made_up(*run)));
  }
  CHECK(search.lower_is_better());
  const auto results = search.results();
  CHECK(results.back().problem == "diverged");
  CHECK(results[0].mean < results[7].mean);
  options.metric = "bleu";
  Search other(options);
  CHECK(contains(message_of([&] { other.took(*other.next(), figures_of(1)); }), "accuracy, loss, n"));
  CHECK(contains(message_of([&] { other.took(*other.next(), {{"validation", nullptr}}); }), "--folds 5"));
}

TEST_CASE("a search goes on where it was ended, and not as another one", "[session][tuning]") {
  const TempFolder folder;
  const std::string file = folder.path() + "/deep/r.search.json";
  Search whole(options_of("halving")), part(options_of("halving"));
  for (int n = 0; n < 10; ++n) {
    whole.took(*whole.next(), figures_of(made_up(*whole.next())));
    part.took(*part.next(), figures_of(made_up(*part.next())));
  }
  part.write(file);
  Search again(options_of("halving"));
  again.read(file);
  CHECK(again.done() == 10);
  CHECK(again.metric() == "accuracy");
  while (const auto run = whole.next()) {
    CHECK(again.next()->set == run->set);
    again.took(*run, figures_of(made_up(*run)));
    whole.took(*run, figures_of(made_up(*run)));
  }
  CHECK_FALSE(again.next());
  CHECK(again.results()[0].set == whole.results()[0].set);
  SearchOptions other = options_of("halving");
  other.trials = 8;
  Search different(other);
  CHECK(contains(message_of([&] { different.read(file); }), "a search with trials 9, and 8 is asked for"));
  other = options_of("halving");
  other.given = {{"data", {"another.csv"}}};
  CHECK(contains(message_of([&] { Search(other).read(file); }), "a search with given null"));
  folder.write("no.json", "{}");
  CHECK(contains(message_of([&] { again.read(folder.path() + "/no.json"); }), "is no search"));
}

TEST_CASE("labels that were put in wrong are found by models that never saw them", "[session][tuning]") {
  const TempFolder folder;
  const std::vector<std::string> things{"report", "contract", "invoice", "plan", "offer", "letter"};
  std::string csv = "text,label\n";
  std::set<size_t> wrong;
  for (size_t n = 0; n < 120; ++n) {
    const bool asks = n % 2 == 0, flipped = n % 23 == 5;
    if (flipped) wrong.insert(n + 2);  // as a spreadsheet has them: the header is row 1
    const std::string& thing = things[n / 2 % things.size()];
    csv += (asks ? "please send me the " + thing : "the " + thing + " arrived well") +
           (asks == flipped ? ",no\n" : ",yes\n");
  }
  TrainOptions options;
  options.recipe = folder.write("small.json", R"({"model": {"architecture": "recurrent-classifier",
      "cell": "token", "embedding": 16, "hidden": 16, "head_hidden": 0, "dropout": 0},
      "data": {"format": "csv"},
      "training": {"epochs": 8, "batch_size": 16, "optimizer": {"name": "adam", "rate": 0.02}}})");
  options.data = {folder.write("rows.csv", csv)};
  std::set<int> folds;
  const JudgedRows rows = out_of_fold(options, 4, [&](int fold, const Progress&) {
    folds.insert(fold);
    return true;
  });
  CHECK(folds == std::set<int>{0, 1, 2, 3});
  REQUIRE(rows.texts.size() == 120);
  std::set<size_t> found;
  for (const nlohmann::json& error : errors_of(rows)) found.insert(error["row"].get<size_t>());
  CHECK(found == wrong);

  CHECK(out_of_fold(options, 4, [](int fold, const Progress&) { return fold < 1; }).texts.empty());
  CHECK(contains(message_of([&] { out_of_fold(options, 121, nullptr); }), "120 rows cannot be dealt out"));
  options.data.push_back("more.csv");
  CHECK(contains(message_of([&] { out_of_fold(options, 4, nullptr); }), "expected one with labelled rows"));
}
