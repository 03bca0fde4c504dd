// A measurement over a data set: of a model that ships and of a tiny one of the BERT family, stopped and
// taken up again.
#include <nlohmann/json.hpp>

#include "engine/base/file.h"
#include "engine/session/error.h"
#include "engine/session/explaining/faithfulness.h"
#include "engine/session/explaining/text_faithfulness.h"
#include "engine/session/models/model.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/session/tiny_folder.h"

using namespace heed;
using namespace heed::session;
using test::contains;
using test::message_of;

namespace {

const std::string kRequests = test::source_path("assets/models/enron-request");

FaithfulnessOptions rows_of(const test::TempFolder& folder, const std::string& csv) {
  FaithfulnessOptions options;
  options.data = {folder.path("rows.csv")};
  options.format = "csv";
  options.methods = {"attention"};
  write_file_atomically(options.data[0], "text,label\n" + csv);
  return options;
}

FaithfulnessOptions requests_in(const test::TempFolder& folder) {
  return rows_of(folder,
                 "Could you send it?,request\nThanks a lot.,no_request\n"
                 "Please call me tomorrow.,request\nWe met on Monday.,no_request\n");
}

}  // namespace

TEST_CASE("A measurement that was stopped ends as one that was not, with more threads too", "[session]") {
  const test::TempFolder folder;
  const FaithfulnessOptions options = requests_in(folder);
  FaithfulnessOptions shared_out = options;
  shared_out.threads = 3;
  FaithfulnessRun whole(kRequests, options);
  CHECK(whole.total() == 4);
  const nlohmann::json expected = whole.finish();
  FaithfulnessRun first(kRequests, options), second(kRequests, shared_out);
  CHECK(first.step());
  CHECK(first.step());
  first.keep(folder.path("kept"));
  second.take_up(folder.path("kept"));
  CHECK(second.done() == 2);
  CHECK(second.step());
  CHECK_FALSE(second.step());
  CHECK(second.finish() == expected);
}

TEST_CASE("Rows of something else are not taken up", "[session]") {
  const test::TempFolder folder;
  const FaithfulnessOptions options = requests_in(folder);
  FaithfulnessRun run(kRequests, options);
  run.step();
  const std::string file = folder.path("kept");
  run.keep(file);
  FaithfulnessOptions other = options;
  other.methods = {"rollout"};
  CHECK(contains(message_of([&] { FaithfulnessRun(kRequests, other).take_up(file); }), "other options"));
  CHECK(contains(message_of([&] {
                   FaithfulnessRun(test::source_path("assets/models/sst2-sentiment"),
                                   rows_of(folder, "fine,positive\n"))
                       .take_up(file);
                 }),
                 "another model"));
  const std::string bytes = read_file(file);
  for (const std::string& broken :
       {std::string(), bytes.substr(0, bytes.size() / 2), std::string("{\"faithfulness\": 1}"),
        bytes.substr(0, bytes.find("[[")) + "[[1,2]]}"}) {
    write_file_atomically(file, broken);
    CHECK(contains(message_of([&] { run.take_up(file); }), file));
  }
  CHECK(run.done() == 1);
}

TEST_CASE("An encoder of several layers and heads is measured, too", "[session]") {
  const test::TempFolder folder;
  const std::string model = test::write_tiny(folder, "distilbert_tiny");
  FaithfulnessOptions options =
      rows_of(folder, "w5 w9 w11 w30,NEGATIVE\nw7,POSITIVE\nw20 w21 w22,NEGATIVE\n");
  options.methods = {"attention", "leave-one-out"};
  options.report = true;
  std::vector<std::string> said;
  FaithfulnessRun run(model, options);
  const nlohmann::json found = run.finish([&](int64_t done, int64_t total, const char* what) {
    CHECK(done < total);
    if (said.empty() || said.back() != what) said.push_back(what);
  });
  CHECK(said.size() == 3);
  CHECK(found.at("n") == 3);
  CHECK(found.at("tau").at("leave-one-out").at("n").get<int>() < 3);  // one text has one word
  CHECK(found.at("heads").size() == found.at("removing").size());
  CHECK(found.at("heads").size() > 1);
  CHECK(found.at("report").at("words").contains("POSITIVE"));
  CHECK(contains(faithfulness_table(found), "3 texts"));
  CHECK(contains(report_table(found.at("report")), "typo"));
}

TEST_CASE("One text is judged as a data set's texts are", "[session]") {
  const Model model = Model::open(kRequests);
  const std::string text = "Could you send me the report?";
  const std::optional<TextFaithfulness> found = text_faithfulness(model, text);
  REQUIRE(found.has_value());
  CHECK(found->label == model.analyse(text).prediction->label);
  CHECK(found->tokens.size() == 7);
  const auto sum = [](const std::vector<double>& values) {
    double all = 0;
    for (const double value : values) all += value;
    return all;
  };
  CHECK(sum(found->attention) == Approx(1));
  CHECK(sum(found->gradient.values) == Approx(1));
  CHECK_FALSE(text_faithfulness(model, "  ").has_value());
  CHECK_FALSE(text_faithfulness(model, "Thanks")->gradient.tau.has_value());  // one word has no order
}

TEST_CASE("Experiments are the same one by one and all at once", "[session]") {
  const Model model = Model::open(kRequests);
  const std::string text = "Could you send me the report?";
  const MapExperiments done = text_experiments(model, text).value();
  CHECK(done.adversarial->moved <= 0.05);
  CHECK(done.permutations->moved.size() == 100);
  CHECK(done.erased.size() == 4);
  CHECK(done.erased.back().method == "random");
  nlohmann::json together = nlohmann::json::object();
  for (const std::string wanted : {"even", "permutations", "adversarial", "erased", "silenced"}) {
    const nlohmann::json one = to_json(text_experiments(model, text, {{wanted}}).value());
    CHECK(one.size() == 1);
    together.update(one);
  }
  CHECK(together == to_json(done));
  CHECK_FALSE(text_experiments(model, "  ").has_value());
  CHECK(contains(message_of([&] { text_experiments(model, text, {{"bogus"}}); }), "bogus"));
}

TEST_CASE("Texts without a token are left out, and said to be", "[session]") {
  const test::TempFolder folder;
  const FaithfulnessRun run(kRequests, rows_of(folder, "Call me.,request\n\"   \",request\n"));
  CHECK(run.total() <= 2);
  CHECK(contains(message_of([&] {
                   FaithfulnessOptions options = requests_in(folder);
                   options.methods = {"bogus"};
                   FaithfulnessRun(kRequests, options);
                 }),
                 "bogus"));
}
