// Learning rates against PyTorch's and Hugging Face's, and against what the words say.
#include "engine/optim/schedule.h"

#include <nlohmann/json.hpp>

#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/optim/plateau.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/message.h"

using namespace heed;

namespace {

nlohmann::json fixture(const char* name) {
  return nlohmann::json::parse(read_file(test::fixture_path(name)));
}

Schedule over(int64_t steps, const ScheduleOptions& options) {
  return {options, 1e-3, 1, steps};
}

ScheduleOptions named(const char* name) {
  ScheduleOptions options;
  options.name = name;
  return options;
}

}  // namespace

TEST_CASE("Schedules follow PyTorch's and Hugging Face's", "[oracle][optim]") {
  ScheduleOptions linear = named("linear"), cosine = named("cosine");
  linear.warmup_epochs = 4;
  linear.warmup_from_zero = true;
  cosine.minimum = 1e-5;
  for (const nlohmann::json& c : fixture("schedules.json")) {
    const std::string name = c["name"];
    CAPTURE(name);
    const Schedule schedule = over(20, name[0] == 'l' ? linear : cosine);
    for (size_t t = 0; t < 20; ++t)
      CHECK(schedule.at(static_cast<int64_t>(t)) == Approx(c["lr"][t].get<double>()).epsilon(1e-12));
  }
}

TEST_CASE("A rate falls on a plateau exactly where PyTorch's does", "[oracle][optim]") {
  for (const nlohmann::json& c : fixture("plateau.json")) {
    const nlohmann::json& given = c["kwargs"];
    CAPTURE(c["name"].get<std::string>());
    ScheduleOptions options = named("plateau");
    options.factor = given["factor"];
    options.patience = given["patience"];
    options.minimum = given.value("min_lr", 0.0);
    options.threshold = c["threshold"];
    options.cooldown = given.value("cooldown", 0);
    options.absolute = given.value("threshold_mode", "rel") == "abs";
    Plateau plateau(options, c["initial_lr"]);
    for (size_t epoch = 0; epoch < c["losses"].size(); ++epoch) {
      CAPTURE(epoch);
      Plateau again(options, 1);  // as after a checkpoint
      again.restore(plateau.state());
      plateau.epoch_ended(c["losses"][epoch]);
      again.epoch_ended(c["losses"][epoch]);
      CHECK(plateau.rate() == c["lr_after"][epoch].get<double>());
      CHECK(again.rate() == plateau.rate());
    }
  }
}

TEST_CASE("Schedules rise, fall and end", "[optim]") {
  ScheduleOptions linear = named("linear"), step = named("step");
  linear.warmup_epochs = 2;
  step.every = 3;
  CHECK(over(10, named("constant")).at(9) == 1e-3);
  CHECK(over(10, linear).at(0) == Approx(5e-4));
  CHECK(over(10, linear).at(1) == Approx(1e-3));
  CHECK(over(10, linear).at(6) == Approx(5e-4));
  CHECK(over(10, linear).at(10) == 0);
  CHECK(over(10, named("cosine")).at(5) == Approx(5e-4));
  CHECK(over(10, step).at(2) == Approx(1e-3));
  CHECK(over(10, step).at(3) == Approx(1e-4));
  CHECK(over(10, step).at(6) == Approx(1e-5));
}

TEST_CASE("A trapezoid falls in its last epochs, wherever the end comes", "[optim]") {
  ScheduleOptions trapezoid = named("trapezoid");
  trapezoid.warmup_epochs = 2;
  trapezoid.fall_epochs = 4;
  trapezoid.minimum = 1e-4;
  CHECK(over(10, trapezoid).at(0) == Approx(5e-4));
  CHECK(over(10, trapezoid).at(6) == Approx(1e-3));
  CHECK(over(10, trapezoid).at(8) == Approx(5.5e-4));
  CHECK(over(10, trapezoid).at(10) == Approx(1e-4));
  for (int64_t t = 0; t <= 6; ++t) CHECK(over(20, trapezoid).at(t) == over(10, trapezoid).at(t));
  trapezoid.fall_epochs = 0;
  CHECK(over(10, trapezoid).at(9) == 1e-3);
}

TEST_CASE("A schedule that cannot be followed is refused", "[optim]") {
  CHECK_THROWS_AS(named("sawtooth").validate("recipe"), UsageError);
  ScheduleOptions options = named("plateau");
  options.factor = 1;
  CHECK(test::contains(test::message_of([&] { options.validate("r"); }), "\"factor\" is 1"));
  options.factor = 0.5;
  options.patience = -1;
  CHECK(test::contains(test::message_of([&] { options.validate("r"); }), "\"patience\" is -1"));
}
