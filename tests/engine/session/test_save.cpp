#include "engine/session/models/save.h"

#include "engine/session/training/training.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using namespace heed::session;

TEST_CASE("A saved model has the same bytes, and a broken one replaces nothing", "[save]") {
  const test::TempFolder folder;
  TrainOptions options;
  options.recipe = test::source_path("assets/recipes/toy-sentiment.json");
  options.out = folder.path("model");
  options.epochs = 2;
  TrainingRun run(options);
  while (run.step()) {
  }
  run.finish();

  save_model(options.out, folder.path("new/copy"));
  CHECK(folder.names("new/copy") == folder.names("model"));
  for (const std::string& name : folder.names("model"))
    CHECK(folder.read("new/copy/" + name) == folder.read("model/" + name));

  auto message = [&](const std::string& to) {
    return test::message_of([&] { save_model(folder.path("model"), folder.path(to)); });
  };
  CHECK(test::contains(message("model"), "already"));
  folder.write("model/model.safetensors", "short");
  CHECK(test::contains(message("new/copy"), "model.safetensors"));
  CHECK(folder.read("new/copy/model.safetensors").size() > 5);
}
