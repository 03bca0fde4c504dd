// The GloVe objective: co-occurrences by hand, what it fits, a run that is resumed; a whole training run.
#include "engine/tasks/glove.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/base/random.h"
#include "engine/session/reading/vectors.h"
#include "engine/session/training/training.h"
#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"

using namespace heed;

TEST_CASE("Co-occurrences weigh 1/distance and stay within a line", "[glove]") {
  // a b a | b, and a word outside of the vocabulary that counts as distance
  const auto counts = count_cooccurrences({0, 1, 0, kLineEnd, 1, -2, 2, kLineEnd}, 3, 2);
  REQUIRE(counts.size() == 5);
  const float want[][3] = {{0, 0, 1}, {0, 1, 2}, {1, 0, 2}, {1, 2, 0.5}, {2, 1, 0.5}};
  for (size_t i = 0; i < 5; ++i) {
    CHECK(counts[i].word == static_cast<int32_t>(want[i][0]));
    CHECK(counts[i].context == static_cast<int32_t>(want[i][1]));
    CHECK(counts[i].count == want[i][2]);
  }
}

TEST_CASE("The objective's loss falls, to the same bits when it is resumed", "[glove]") {
  Random random(4);
  std::vector<int32_t> tokens;
  for (int n = 0; n < 4000; ++n) tokens.push_back(static_cast<int32_t>(random.below(5) * random.below(6)));
  const auto counts = count_cooccurrences(tokens, 21, 4);
  GloveOptions options;
  options.width = 9;
  options.epochs = 6;
  options.seed = 3;
  Glove whole(counts, 21, options);
  double first = 0;
  while (whole.step(50))
    if (first == 0 && whole.done() == whole.terms()) first = whole.loss();
  CHECK(whole.loss() < first / 2);
  for (const int steps : {0, 1, 7, 8, 30}) {  // within an epoch and between two
    Glove part(counts, 21, options), resumed(counts, 21, options);
    for (int i = 0; i < steps; ++i) part.step(70);
    resumed.resume(part.save(), "c");
    while (resumed.step(1000)) {
    }
    CHECK(resumed.vectors() == whole.vectors());
    CHECK(resumed.loss() == whole.loss());
  }
  CHECK(test::contains(test::message_of([&] { whole.resume({}, "c"); }), "[c] holds no words"));
  CHECK(test::contains(test::message_of([&] { Glove({}, 3, options); }), "nothing to learn from"));
}

TEST_CASE("Words of like company become neighbours, and the folder opens", "[glove]") {
  const test::TempFolder folder;
  Random random(7);
  const std::vector<std::string> pets{"Cat", "dog", "hamster"}, foods{"bread", "cheese", "soup"};
  std::string text;
  for (int n = 0; n < 600; ++n) {
    text += "the " + pets[random.below(3)] + " sleeps and runs at home\n";
    text += "we cook and eat " + foods[random.below(3)] + " for dinner\n";
  }
  session::TrainOptions options;
  options.recipe = test::source_path("assets/recipes/word-vectors.json");
  options.data = {folder.write("corpus.txt", text)};
  options.out = folder.path("model");
  options.epochs = 20;
  options.set = {"model.width=8", "model.window=3", "storage=float32",
                 "report.neighbours=[\"cat\",\"zebra\"]", "report.sources=[[\"made up\",\"none\"]]"};
  session::TrainingRun run(options);
  CHECK(test::contains(run.description(), "1200 lines"));
  while (run.step()) {
  }
  CHECK(run.finish()["epochs"] == 20);
  CHECK(test::contains(run.report(), "zebra: not in the vocabulary"));
  const session::WordVectors vectors = session::WordVectors::open(options.out, {});
  std::vector<float> cat(8), dog(8), soup(8);
  CHECK((vectors.find("CAT", cat.data()) && vectors.find("dog", dog.data()) &&
         vectors.find("soup", soup.data())));
  CHECK_FALSE(vectors.find("<unk>", cat.data() + 0));
  vectors.find("cat", cat.data());
  auto cosine = [](const std::vector<float>& a, const std::vector<float>& b) {
    float ab = 0, aa = 0, bb = 0;
    for (size_t d = 0; d < a.size(); ++d) ab += a[d] * b[d], aa += a[d] * a[d], bb += b[d] * b[d];
    return ab / std::sqrt(aa * bb);
  };
  CHECK(cosine(cat, dog) > cosine(cat, soup) + 0.05f);  // so few words share most of their company
  options.set.push_back("training.optimizer.name=adam");
  CHECK_THROWS_AS(session::TrainingRun(options), UsageError);
}
