// A sentence classifier whose frequent phrases vote per class, from a recipe to a model folder and back.
#include "engine/format/safetensors.h"
#include "engine/session/models/model.h"
#include "engine/session/training/training.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/temp_folder.h"

using namespace heed;
using namespace heed::session;
using test::contains;
using test::message_of;

namespace {

std::string recipe_json(int min_freq) {
  return R"({"data": {"format": "csv", "web_markup": true}, "split": {"train": 0.8, "validation": 0, "test": 0.2},
    "text": {"phrases": {"max": 2, "min_freq": )" +
         std::to_string(min_freq) + R"(}},
    "model": {"architecture": "sentence-classifier", "embedding": 8, "attention": 8, "values": 8, "heads": 1,
              "class_votes": true, "dropout": 0, "phrase_rate": 10},
    "training": {"epochs": 8, "batch_size": 8, "optimizer": {"rate": 0.01},
                 "openings": {"share": 0.3, "min": 4, "max": 6}},
    "storage": "int8"})";
}

// Three classes; "not" before a word makes another one of it.
std::string moods() {
  std::string csv = "text,label\n";
  const char* const names[] = {"ann", "bob", "cid", "dee"};
  for (int i = 0; i < 120; ++i) {
    const std::string name = names[i % 4], again = names[(i / 4) % 4];
    const int kind = i % 3;
    csv += name +
           (kind == 0   ? " is glad #39;so"
            : kind == 1 ? " is not glad &lt;b&gt;and"
                        : " sees") +
           " says " + again + "," +
           (kind == 0   ? "joy"
            : kind == 1 ? "grief"
                        : "none") +
           "\n";
  }
  return csv;
}

TrainOptions trained(const test::TempFolder& folder, int min_freq = 2) {
  TrainOptions options;
  options.recipe = folder.write("moods.json", recipe_json(min_freq));
  options.data = {folder.write("moods.csv", moods())};
  options.out = folder.path("model");
  TrainingRun run(options);
  while (run.step()) {
  }
  CHECK(run.finish()["test"]["accuracy"] == 1.0);
  return options;
}

}  // namespace

TEST_CASE("Phrases that vote per class are learned, stored and read back", "[training][phrases]") {
  const test::TempFolder folder;
  const TrainOptions options = trained(folder);
  CHECK(evaluate(options.out, options.data, "").result["test"]["accuracy"] == 1.0);
  const Model model = Model::open(options.out);
  CHECK(model.analyse("dee is glad").prediction->label == "joy");
  CHECK(model.analyse("dee is not glad").prediction->label == "grief");
  CHECK(model.analyse("dee sees").prediction->label == "none");

  const auto stored = read_safetensors_file(folder.path("model/model.safetensors")).tensors;
  const Tensor& votes = stored.at("phrases.weight");
  CHECK(votes.size(1) == 3);
  CHECK(stored.at("phrase_filter").dtype() == DType::kUInt8);
  CHECK(stored.at("phrase_filter").count() <= 4 * votes.size(0));
}

TEST_CASE("Votes may begin with what the phrases tell by themselves", "[training][phrases]") {
  const test::TempFolder folder;
  TrainOptions options;
  options.recipe = folder.write("moods.json", recipe_json(2));
  options.data = {folder.write("moods.csv", moods())};
  options.out = folder.path("model");
  const auto untrained = [&](const std::vector<std::string>& set) {
    options.set = set;
    return TrainingRun(options).snapshot();
  };
  CHECK(untrained({"model.phrase_start=0.1"}).analyse("dee is not glad").prediction->label == "grief");
  CHECK(untrained({"model.phrase_start=0.1"}).analyse("dee sees").prediction->label == "none");
  const double sure = untrained({"model.phrase_start=0.1"}).analyse("dee sees").prediction->probability;
  CHECK(untrained({"model.phrase_start=0.5"}).analyse("dee sees").prediction->probability > sure);
  const auto bound_to = [&](const char* bound) {
    const Model model = untrained({"model.phrase_start=0.5", std::string("model.phrase_bound=") + bound});
    return model.analyse("dee sees").prediction->probability;
  };
  const double unbound = untrained({"model.phrase_start=0.5"}).analyse("dee sees").prediction->probability;
  CHECK(bound_to("0") == unbound);
  CHECK(bound_to("1000") == unbound);
  CHECK(bound_to("0.01") < unbound);

  const auto regression = [&](const std::string& text) {
    return untrained({"model.phrase_start=1", "model.phrase_start_by=regression"})
        .analyse(text)
        .prediction->label;
  };
  CHECK(regression("dee is glad so says bob") == "joy");
  CHECK(regression("dee is not glad and says bob") == "grief");
  CHECK(regression("dee sees says bob") == "none");
  CHECK(contains(message_of([&] {
                   untrained({"model.phrase_start=1", "model.phrase_start_by=guess"});
                 }),
                 "phrase_start_by\" is \"guess\": expected log_odds or regression"));

  CHECK(contains(message_of([&] {
                   untrained({"model.phrase_start=0.1", "model.class_votes=false"});
                 }),
                 "phrase_start is 0.1 without class_votes"));
  options.recipe = folder.write(
      "hashed.json", R"({"data": {"format": "csv"}, "split": {"train": 1, "validation": 0, "test": 0},
    "text": {"phrases": {"max": 2, "buckets": 64}},
    "model": {"architecture": "sentence-classifier", "heads": 1, "class_votes": true, "phrase_start": 1}})");
  CHECK(contains(message_of([&] { untrained({}); }), "no phrases are counted: give text.phrases a min_freq"));
}

TEST_CASE("A phrase filter that does not fit its model is named", "[training][phrases]") {
  const test::TempFolder folder;
  const std::string model = trained(folder).out, file = "model/model.safetensors";
  auto tensors = read_safetensors_file(folder.path(file)).tensors;
  const Tensor filter = tensors.at("phrase_filter");
  const auto message = [&](const Tensor* replaced) {
    if (replaced == nullptr)
      tensors.erase("phrase_filter");
    else
      tensors["phrase_filter"] = *replaced;
    folder.write(file, write_safetensors(tensors));
    return message_of([&] { Model::open(model); });
  };
  const Tensor cut = Tensor::of<uint8_t>({1}, {0x80}), typed = Tensor::of<int32_t>({1}, {3}),
               other = Tensor::of<uint8_t>({1}, {7});
  CHECK(contains(message(&cut), "model.safetensors] phrase 0 of the phrase filter is cut off"));
  CHECK(contains(message(&typed), "phrases.weight is"));
  CHECK(contains(message(&other), "phrases.weight is"));
  CHECK(contains(message(nullptr), "the tensor phrases.weight belongs to no layer"));
  CHECK(message(&filter).empty());
}

TEST_CASE("A recipe that asks for too frequent phrases is named", "[training][phrases]") {
  const test::TempFolder folder;
  TrainOptions options;
  options.recipe = folder.write("moods.json", recipe_json(5000));
  options.data = {folder.write("moods.csv", moods())};
  CHECK(contains(message_of([&] { TrainingRun{options}; }), "no phrase is 5000 times in the training part"));
  options.set = {"text.phrases.min_freq=2", "training.openings.min=9"};
  CHECK(contains(message_of([&] { TrainingRun{options}; }), "9 to 6 words"));
}
