// A struct read, written and listed as its description says.
#include "engine/format/fields_json.h"

#include "tests/engine/catch.h"
#include "tests/engine/message.h"

using namespace heed;
using test::contains;
using test::message_of;

namespace {

struct Rule {
  std::string name = "adam";
  double rate = 1e-3, momentum = 0;
};

struct Stop {
  std::string metric;
  int patience = 5;
};

struct Run {
  int epochs = 20;
  bool bucketed = true;
  std::optional<int64_t> most;
  Rule rule;
  Stop stop;
  std::string note;
};

const Fields<Rule>& rule_fields() {
  static const auto fields = Fields<Rule>()
                                 .choice("name", &Rule::name, {"adam", "sgd"}, "The rule.")
                                 .number("rate", &Rule::rate, {0, 10}, "How far a step goes.")
                                 .number("momentum", &Rule::momentum, kShare, "What goes on.");
  return fields;
}

const Fields<Run>& run_fields() {
  static const auto stop = Fields<Stop>()
                               .choice("metric", &Stop::metric, {"", "loss"}, "What is watched.")
                               .required()
                               .number("patience", &Stop::patience, {0, 100}, "Epochs let pass.");
  static const auto fields = Fields<Run>()
                                 .number("epochs", &Run::epochs, {0, 1000}, "How often.")
                                 .flag("bucketed", &Run::bucketed, "Like lengths together.")
                                 .number("most", &Run::most, {1, 9}, "At most so many.")
                                 .part("rule", &Run::rule, rule_fields())
                                 .optional_part("stop", &Run::stop, stop)
                                 .text("note", &Run::note, "Anything.")
                                 .open("weights", "Read elsewhere.");
  return fields;
}

Run read(const char* text) {
  return read_as(nlohmann::json::parse(text), run_fields(), "r.json", "training");
}

}  // namespace

TEST_CASE("A struct is read as its description says, and written again", "[fields]") {
  const Run run = read(R"({"epochs": 3, "most": 4, "rule": {"name": "sgd", "momentum": 0.9},
                           "stop": {"metric": "loss"}, "weights": [1, 2]})");
  CHECK(run.epochs == 3);
  CHECK(run.bucketed);
  CHECK(run.most == 4);
  CHECK(run.rule.name == "sgd");
  CHECK(run.rule.rate == 1e-3);
  CHECK(run.stop.metric == "loss");
  CHECK(run.stop.patience == 5);
  const nlohmann::json written = write_fields(run_fields(), &run);
  CHECK(written["rule"] == nlohmann::json({{"name", "sgd"}, {"rate", 1e-3}, {"momentum", 0.9}}));
  CHECK(written["stop"]["metric"] == "loss");
  CHECK(written["weights"].is_null());
}

TEST_CASE("Defaults are the struct's own, and none is null", "[fields]") {
  const nlohmann::json usual = write_defaults(run_fields());
  CHECK(usual["epochs"] == 20);
  CHECK(usual["most"].is_null());
  CHECK(usual["stop"].is_null());
  CHECK(read(R"({"stop": null, "most": null})").stop.patience == 5);
}

TEST_CASE("What is wrong is named with file and key", "[fields]") {
  auto message = [](const char* text) { return message_of([&] { read(text); }); };
  CHECK(
      message(R"({"epoch": 3})") ==
      "[r.json] has the unknown key \"training.epoch\": expected one of epochs, bucketed, most, rule, stop, "
      "note, weights.");
  CHECK(
      contains(message(R"({"rule": {"speed": 3}})"), "\"training.rule.speed\": expected one of name, rate"));
  CHECK(contains(message(R"({"epochs": "many"})"), "\"training.epochs\" is the string \"many\""));
  CHECK(contains(message(R"({"epochs": 1001})"), "is 1001, out of bounds: expected 0 to 1000."));
  CHECK(contains(message(R"({"rule": {"momentum": 1}})"), "expected 0 or more and less than 1."));
  CHECK(contains(message(R"({"rule": 3})"), "\"training.rule\" is 3: expected an object."));
  CHECK(contains(message(R"({"stop": {}})"), "has no \"training.stop.metric\""));
  CHECK_THROWS_AS(read(R"({"rule": {"name": "adams"}})"), UsageError);
}

TEST_CASE("A recipe's keys are merged without a look at their values", "[fields]") {
  nlohmann::json all = write_defaults(run_fields());
  merge_fields(all,
               nlohmann::json::parse(R"({"epochs": "x", "stop": {"metric": "loss"}, "weights": {"a": 1}})"),
               run_fields(), "r");
  CHECK(all["epochs"] == "x");
  CHECK(all["stop"] == nlohmann::json({{"metric", "loss"}}));
  CHECK(all["weights"]["a"] == 1);
  CHECK(contains(message_of([&] {
                   merge_fields(all, {{"epoch", 1}}, run_fields(), "r");
                 }),
                 "unknown key \"epoch\""));
}

TEST_CASE("The list says kind, ends, choices and default", "[fields]") {
  const nlohmann::json list = list_of(run_fields(), "training");
  REQUIRE(list.size() == 10);
  CHECK(list[0] == nlohmann::json({{"key", "training.epochs"},
                                   {"kind", "whole"},
                                   {"meaning", "How often."},
                                   {"default", 20},
                                   {"minimum", 0.0},
                                   {"maximum", 1000.0}}));
  CHECK(list[5]["below"] == true);
  CHECK(list[3]["choices"] == nlohmann::json({"adam", "sgd"}));
  CHECK(kShare.clamped(3) < 1);
  CHECK(kShare.clamped(3) > 0.99);
}

TEST_CASE("Values that nobody read are checked too", "[fields]") {
  Run run;
  check_fields(run_fields(), &run, "r");
  run.rule.momentum = 2;
  CHECK(contains(message_of([&] { check_fields(run_fields(), &run, "r"); }),
                 "[r] \"rule.momentum\" is 2.0, out of bounds: expected 0 or more and less than 1."));
}
