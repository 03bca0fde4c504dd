// Runs that are driven through the door.
#include <cstring>

#include "engine/base/error.h"
#include "engine/models/request_classifier.h"
#include "engine/session/door/door.h"
#include "engine/session/training/inside/run_inputs.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"
#include "tests/engine/session/tiny_folder.h"

using namespace heed;
using namespace heed::session;
using namespace heed::test;
using nlohmann::json;

namespace {

json lesson(const std::string& name = "mine") {
  json rows = json::array();
  const char* texts[] = {"a warm film", "a dull film", "so warm", "so dull", "warm and good", "dull and bad"};
  for (int i = 0; i < 24; ++i) rows.push_back({{"text", texts[i % 6]}, {"label", i % 2}});
  return {{"command", "begin-training"},
          {"name", name},
          {"recipe",
           R"({"model": {"architecture": "recurrent-classifier", "embedding": 6, "hidden": 5, "dropout": 0.2},
                         "split": {"train": 0.75, "validation": 0.25, "test": 0},
                         "training": {"epochs": 4, "batch_size": 5, "average": 0.9}})"},
          {"labels", {"good", "bad"}},
          {"rows", rows}};
}

json ask(Door& door, json given, Files files = {}) {
  return door.call(given.dump(), std::move(files)).value();
}

json to_the_end(Door& door) {
  json last;
  do last = ask(door, {{"command", "train"}, {"seconds", 0}});
  while (last["state"]["ended"] == false);
  return last["points"].back();
}

std::string kept(Door& door) {
  const Reply reply = door.call(R"({"command": "keep-training"})");
  const std::span<const float> tensor = reply.tensors()[reply.value()["tensor"].get<size_t>()];
  std::string bytes(reply.value()["bytes"].get<size_t>(), '\0');
  std::memcpy(bytes.data(), tensor.data(), bytes.size());
  return bytes;
}

// The files of a tiny BERT, and what it is asked to learn.
struct FineTuning {
  json given;
  Files files;
};
FineTuning fine_tuning(int freeze) {
  const TempFolder folder;
  const std::string path = write_tiny(folder, "bert_tiny");
  FineTuning made;
  json rows = json::array();
  for (int i = 0; i < 24; ++i) rows.push_back({{"text", i % 2 ? "w5 w6 w7" : "w8 w9"}, {"label", i % 2}});
  made.given = {{"command", "begin-training"},
                {"name", "mine"},
                {"recipe", R"({"split": {"train": 0.75, "validation": 0.25, "test": 0},
                               "training": {"epochs": 8, "batch_size": 6, "optimizer": {"rate": 0.003}, "freeze": )" +
                               std::to_string(freeze) + "}}"},
                {"labels", {"short", "long"}},
                {"rows", rows},
                {"from", "bert_tiny"},
                {"files", {"config.json", "vocab.txt", "model.safetensors"}}};
  for (const char* name : {"config.json", "vocab.txt", "model.safetensors"})
    made.files.push_back(read_file(path + "/" + name));
  return made;
}

}  // namespace

TEST_CASE("a run goes on from what was kept with the same bits", "[session][door][train]") {
  Door whole, cut, later;
  ask(whole, lesson());
  ask(whole, {{"command", "train"}, {"seconds", 60}, {"steps", 6}});
  ask(whole, {{"command", "scale-rate"}, {"factor", 0.25}});
  ask(cut, lesson());
  ask(cut, {{"command", "train"}, {"seconds", 60}, {"steps", 6}});
  ask(cut, {{"command", "scale-rate"}, {"factor", 0.25}});
  ask(later, lesson(), {kept(cut)});
  const json first = to_the_end(whole), second = to_the_end(later);
  CHECK(first["rate"] == 0.00025);
  CHECK(first == second);
}

TEST_CASE("a checkpoint of other texts is refused, and the run before it stays", "[session][door][train]") {
  Door door;
  ask(door, lesson());
  ask(door, {{"command", "train"}, {"seconds", 0}});
  const std::string before = kept(door);
  json other = lesson();
  other["rows"][0]["text"] = "another one";
  CHECK_THROWS_AS(ask(door, other, {before}), Error);
  CHECK_THROWS_AS(ask(door, lesson(), {before.substr(0, before.size() / 2)}), Error);
  CHECK(ask(door, {{"command", "train"}, {"seconds", 0}})["points"][0]["step"] == 2);
}

TEST_CASE("what cannot be learned from is said in words", "[session][door][train]") {
  Door door;
  const auto said = [&](const json& change) {
    json given = lesson();
    given.update(change);
    return message_of([&] { ask(door, given); });
  };
  CHECK(said({{"labels", {"one"}}}).find("1 class: expected two or more") != std::string::npos);
  CHECK(said({{"rows", json::array()}}).find("0 texts of 2 classes") != std::string::npos);
  CHECK(said({{"labels", std::vector<std::string>(2000, "x")}}).find("2000 classes") != std::string::npos);
  CHECK(said({{"rows", {{{"text", "a"}, {"label", 7}}}}}).find("row 1 has label 7") != std::string::npos);
  CHECK(said({{"recipe", "{\"modle\": 1}"}}).find("modle") != std::string::npos);
  CHECK(message_of([&] {
          ask(door, {{"command", "train"}, {"seconds", 1}});
        }) == "[train] nothing is being trained: begin first.");
}

TEST_CASE("a folder that comes as bytes is fine-tuned, and gone on with", "[session][door][train]") {
  Door whole, cut, later;
  FineTuning lesson = fine_tuning(1);
  ask(whole, lesson.given, lesson.files);
  const json first = to_the_end(whole);
  CHECK(first["accuracy"] > 0.9);
  ask(cut, lesson.given, lesson.files);
  ask(cut, {{"command", "train"}, {"seconds", 60}, {"steps", 2}});
  lesson.given["files"].push_back("checkpoint");
  lesson.files.push_back(kept(cut));
  ask(later, lesson.given, lesson.files);
  CHECK(to_the_end(later) == first);
  const json finished = ask(whole, {{"command", "finish-training"}});
  std::vector<std::string> names;
  for (const json& file : finished["files"]) names.push_back(file["name"]);
  CHECK(names == std::vector<std::string>{"README.md", "config.json", "model.safetensors", "vocab.txt"});
  CHECK(finished["held_out"].size() == 6);
}

TEST_CASE("layers that rest stay as they are", "[session][door][train]") {
  Door door;
  const FineTuning lesson = fine_tuning(1);
  ask(door, lesson.given, lesson.files);
  const json step = ask(door, {{"command", "train"}, {"seconds", 0}, {"weights", true}});
  for (const json& weight : step["weights"]) {
    const std::string name = weight["name"];
    CAPTURE(name);
    const bool rests = name.rfind("embeddings.", 0) == 0 || name.rfind("encoder.0.", 0) == 0;
    if (rests) CHECK(weight["gradient"] == 0);
  }
}

TEST_CASE("a network for which there is no room is refused with its size", "[session][door][train]") {
  Door door;
  FineTuning lesson = fine_tuning(1);
  lesson.given["memory"] = 100000;
  const std::string said = message_of([&] { ask(door, lesson.given, lesson.files); });
  CHECK(said.find("numbers, of which") != std::string::npos);
  CHECK(said.find("training.freeze") != std::string::npos);
  CHECK(said.find("training.batch_parts") == std::string::npos);
  // The sums of the parts' gradients wait for their neighbours.
  const auto megabytes = [&](int parts) {
    FineTuning cut = fine_tuning(1);
    cut.given["memory"] = 100000;
    json recipe = json::parse(cut.given["recipe"].get<std::string>());
    recipe["training"]["batch_parts"] = parts;
    cut.given["recipe"] = recipe.dump();
    return message_of([&] { ask(door, cut.given, cut.files); });
  };
  CHECK(megabytes(1) == said);
  CHECK(megabytes(1024) != megabytes(1));
  CHECK(megabytes(1024).find("set training.batch_parts to 1, ") != std::string::npos);
  lesson.given["memory"] = 100000000;
  ask(door, lesson.given, lesson.files);
  lesson.given["files"].erase(0);
  CHECK(message_of([&] { ask(door, lesson.given, lesson.files); }).find("3 files came, and 2 names") !=
        std::string::npos);
  lesson.files.erase(lesson.files.begin());
  CHECK(message_of([&] {
          ask(door, lesson.given, lesson.files);
        }).find("config.json] there is no such file") != std::string::npos);
}

TEST_CASE("the sums of gradients that wait for their neighbours need room", "[session][train]") {
  const RequestClassifier network(RequestClassifier::Config{}, {30, 0, 0, 2}, uint64_t{5});
  const Parameters& parameters = network.parameters();
  const auto fits = [&](int parts, int64_t copies) {
    const int64_t room = copies * parameters.count() * static_cast<int64_t>(sizeof(float));
    return message_of([&] { check_room(parameters, {}, parts, 0, room); }).empty();
  };
  CHECK(fits(1, 5));
  CHECK_FALSE(fits(2, 5));
  CHECK(fits(8, 8));
  CHECK_FALSE(fits(8, 7));
}
