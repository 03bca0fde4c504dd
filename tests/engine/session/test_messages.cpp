// What the engine takes and answers is what its description says, of which the page's types are made: every
// command is carried out, and each key of its object and of its answer is looked up there.
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/base/file.h"
#include "engine/format/json.h"
#include "tests/engine/message.h"
#include "tests/engine/session/descriptions.h"
#include "tests/engine/session/tiny_folder.h"
#include "tests/engine/tensor/oracle.h"

using namespace heed;
using namespace heed::test;
using nlohmann::json;
using session::Door;
using session::Files;
using session::Reply;

namespace {

// A door whose commands are held against their description.
class Watched {
 public:
  Descriptions description;
  std::set<std::string> asked;

  json ask(const std::string& name, json given = json::object(), const Files& files = {}) {
    const json& described = description.command(name);
    CAPTURE(name);
    CHECK(description.object(given, described["takes"], name, name, nullptr) == "");
    given["command"] = name;
    for (const json& key : described["takes"]) {
      if (key["optional"] == true) continue;
      json without = given;
      without.erase(key["key"].get<std::string>());
      CHECK_THROWS(door_.call(without.dump(), files));
    }
    const Reply reply = door_.call(given.dump(), files);
    CHECK(description.wrong(reply.value(), described["answers"], name, &reply) == "");
    asked.insert(name);
    return reply.value();
  }

  // The message of an Error.
  std::string message(const char* name, json given) {
    given["command"] = name;
    return message_of([&] { door_.call(given.dump()); });
  }

  // With its tensors, copied.
  std::vector<std::vector<float>> tensors(json given, const char* name) {
    given["command"] = name;
    const Reply reply = door_.call(given.dump());
    std::vector<std::vector<float>> all;
    for (const std::span<const float> values : reply.tensors())
      all.emplace_back(values.begin(), values.end());
    return all;
  }

  void feed(std::string_view bytes) {
    while (!bytes.empty()) {
      const size_t count = std::min(door_.inflow->room_size(), bytes.size());
      REQUIRE(count > 0);
      std::memcpy(door_.inflow->room(), bytes.data(), count);
      door_.inflow->wrote(count);
      bytes.remove_prefix(count);
    }
  }

  // A model that ships; its number.
  int open(const std::string& name) {
    const json files = {"config.json", "tokenizer.json", "model.safetensors"};
    return ask("open-model", {{"name", name}, {"files", files}}, read(name, files))["model"];
  }

  // gpt2_tiny, the bytes of its tokenizer as tiny_folder.h has them.
  int open_writer() {
    const TempFolder folder;
    return arrive("tiny", write_tiny_gpt2(folder));
  }

  // A folder whose files come piece by piece; its number.
  int arrive(const std::string& name, const std::string& path) {
    ask("begin-model", {{"name", name}});
    for (const char* file : {"config.json", "tokenizer.json", "model.safetensors"}) {
      const std::string bytes = read_file(path + "/" + file);
      ask("begin-file", {{"file", file}, {"bytes", bytes.size()}});
      feed(bytes);
    }
    return ask("end-model")["model"];
  }

  // bert_tiny under a head with random weights.
  int open_tiny(const char* architecture, const std::map<std::string, Tensor>& head = {},
                const json& problem = nullptr) {
    json config = parse_json(read_file(fixture_path("bert_tiny_config.json")), "config.json");
    config["architectures"] = {architecture};
    config["problem_type"] = problem;
    std::map<std::string, Tensor> weights = Oracle("bert_tiny_model").tensors();
    for (const auto& [name, tensor] : head) weights[name] = tensor;
    ask("begin-model", {{"name", "tiny"}, {"int8", false}, {"threads", 1}});
    for (const auto& [file, bytes] : std::initializer_list<std::pair<const char*, std::string>>{
             {"config.json", config.dump()},
             {"vocab.txt", tiny_vocabulary()},
             {"tokenizer_config.json", R"({"never_split": ["w7"]})"},  // a warning
             {"model.safetensors", write_safetensors(weights)}}) {
      ask("begin-file", {{"file", file}, {"bytes", bytes.size()}});
      feed(bytes);
    }
    return ask("end-model")["model"];
  }

  static Files read(const std::string& model, const json& files) {
    Files all;
    for (const std::string file : files)
      all.push_back(read_file(source_path("assets/models/" + model + "/" + file)));
    return all;
  }

 private:
  Door door_;
};

void ask_models(Watched& door) {
  const json more = {{"question", ""}, {"top", 3}, {"max_tokens", 32}, {"whole_maps", 64}};
  for (const char* name : {"emotions", "sst2-sentiment"}) {
    const int model = door.open(name);
    json given = {{"model", model}, {"text", "I DON'T know"}, {"most_weights", 1 << 20}};
    given.update(more);
    door.ask("analyse", given);
    door.ask("map", {{"map", 0}, {"head", -1}});
    door.ask("describe-model", {{"model", model}});
    const auto classes = door.ask("analyse", {{"model", model}, {"text", "so sad"}})["classes"];
    door.ask("explain", {{"model", model},
                         {"text", "so sad"},
                         {"max_tokens", 16},
                         {"contributions", true},
                         {"attributions", true},
                         {"methods", {"contribution", "integrated-gradients"}},
                         {"class", classes[0]["label"]},
                         {"against", classes[1]["label"]},
                         {"edits", {"token.0.hide", "0.0.other"}},
                         {"other", "so glad"},
                         {"answered", true},
                         {"unasked", true},
                         {"most_weights", 1 << 20}});
    CHECK(door.ask("changed-run", {{"model", model},
                                   {"text", "so sad"},
                                   {"edits", {"token.0.hide", "0.0.other"}},
                                   {"other", "so glad"},
                                   {"top", 3},
                                   {"max_tokens", 32},
                                   {"whole_maps", 64},
                                   {"most_weights", 1 << 20}})["tokens"]
              .size() == 2);
    door.ask("map", {{"map", 0}, {"head", -1}, {"changed", true}});
    door.ask("faithfulness",
             {{"model", model}, {"text", "so sad"}, {"max_tokens", 16}, {"edits", {"token.0.hide"}}});
    door.ask("experiment", {{"model", model},
                            {"text", "so sad"},
                            {"max_tokens", 16},
                            {"wanted", {"even", "permutations", "adversarial", "erased", "silenced"}},
                            {"methods", {"attention"}},
                            {"random_orders", 2},
                            {"permutations", 3},
                            {"seed", 1},
                            {"edits", {"token.0.hide"}}});
    CHECK(door.ask("experiment", {{"model", model}, {"text", ""}}).is_null());
    CHECK(door.ask("faithfulness", {{"model", model}, {"text", ""}}).is_null());
    door.ask("close-model", {{"model", model}});
  }
}

void ask_pretrained(Watched& door) {
  const Tensor two = random_tensor({2, 32}, 5, DType::kFloat32),
               bias = random_tensor({2}, 6, DType::kFloat32);
  const int encoder = door.open_tiny("BertModel", {{"unused.weight", two}});
  const json read = door.ask("analyse", {{"model", encoder}, {"text", std::string(60, '!')}});
  CHECK(read.contains("cut_at"));
  door.ask("embed", {{"model", encoder}, {"text", "w7 w8"}});
  door.ask("tokenize", {{"model", encoder}, {"text", "w7 w8"}});
  const int filler = door.open_tiny("BertForMaskedLM", {{"unused.weight", two}});
  CHECK_FALSE(
      door.ask("fill-mask", {{"model", filler}, {"text", "w7 [MASK]"}, {"top", 2}}).contains("tokens"));
  const json looked =
      door.ask("fill-mask", {{"model", filler}, {"text", "w7 [MASK]"}, {"top", 2}, {"attention", true}});
  CHECK(looked["tokens"].size() == 4);
  CHECK(looked["masks"][0]["position"] == 2);
  const int labels =
      door.open_tiny("BertForTokenClassification", {{"classifier.weight", two}, {"classifier.bias", bias}});
  door.ask("analyse", {{"model", labels}, {"text", "w7 w8"}});
  const int classes = door.open_tiny("BertForSequenceClassification",
                                     {{"classifier.weight", two}, {"classifier.bias", bias}});
  const auto cut = door.ask(
      "explain",
      {{"model", classes}, {"text", "w7 w8 w9 w7 w8 w9 w7"}, {"max_tokens", 8}, {"attributions", false}});
  CHECK(cut["contributions"][0]["terms"].size() == 8);
  const auto exchanged = door.ask(
      "explain",
      {{"model", classes}, {"text", "w7 w8"}, {"other", "w7 w9"}, {"attributions", false}, {"patching", 0}});
  CHECK(exchanged["patched"]["layers"] == json::array({0}));
  const int values = door.open_tiny("BertForSequenceClassification",
                                    {{"classifier.weight", two}, {"classifier.bias", bias}}, "regression");
  const auto moved = door.ask(
      "explain", {{"model", values}, {"text", "w7 w8"}, {"edits", {"0.0.off"}}, {"attributions", false}});
  const auto given = door.ask("analyse", {{"model", values}, {"text", "w7 w8"}});
  CHECK(given["classes"].empty());
  CHECK(given["values"].size() == 2);
  CHECK(moved["edited"]["values"].size() == 2);
  CHECK(moved["edited"]["values"] != given["values"]);
  const int answers =
      door.open_tiny("BertForQuestionAnswering", {{"qa_outputs.weight", two}, {"qa_outputs.bias", bias}});
  door.ask("analyse", {{"model", answers}, {"text", "w7 w8 w9"}, {"question", "w10"}});
  door.ask("begin-model", {{"name", "tiny"}});
  door.ask("cancel-model");
}

void ask_training(Watched& door) {
  json rows = json::array();
  for (int i = 0; i < 12; ++i)
    rows.push_back({{"text", i % 2 ? "a warm film" : "a dull film"}, {"label", i % 2}});
  const json lesson = {
      {"name", "mine"},
      {"recipe", R"({"model": {"architecture": "request-classifier", "embedding": 8, "attention": 8},
                                      "split": {"train": 0.5, "validation": 0.5, "test": 0},
                                      "training": {"epochs": 2, "batch_size": 3}})"},
      {"labels", {"bad", "good"}},
      {"rows", rows}};
  door.ask("begin-training", lesson);
  CHECK(door.ask("train", {{"seconds", 0}, {"steps", 1}})["points"].size() == 1);
  const json kept = door.ask("keep-training");
  CHECK(kept["bytes"] > 100);
  const json watched = door.ask("watch-training");
  CHECK(door.ask("analyse", {{"model", watched["model"]}, {"text", "a dull film"}})["classes"].size() == 2);
  door.ask("close-model", {{"model", watched["model"]}});
  door.ask("scale-rate", {{"factor", 0.5}});
  const json epoch = door.ask("train", {{"seconds", 60}, {"epoch", true}, {"weights", true}});
  CHECK(epoch["points"].back()["epoch"] == 1);
  CHECK(epoch["weights"][0]["gradient"] > 0);
  CHECK(epoch["points"].back()["rate"] == 0.0005);
  CHECK(door.ask("train", {{"seconds", 60}})["state"]["ended"] == true);
  const json finished = door.ask("finish-training");
  CHECK(finished["files"].size() == 4);
  CHECK(finished["held_out"].size() == finished["validation"]["n"]);
  json toy = door.ask("toy-texts", {{"task", "copy"}, {"length", 3}, {"examples", 40}});
  toy.update({{"name", "toy"}, {"recipe", lesson["recipe"]}});
  door.ask("begin-training", toy);
  door.ask("train", {{"seconds", 60}});
  door.ask("end-training");
}

void ask_vectors(Watched& door) {
  const json all = {{"mechanism", "local-p"},
                    {"causal", false},
                    {"seed", 1},
                    {"draw", 2},
                    {"width", 4},
                    {"heads", 0},
                    {"centre", 1},
                    {"tokenizer", "words"},
                    {"temperature", 1.5},
                    {"window", 2}};
  const json jobs = {all,
                     {{"mechanism", "hard"}},
                     {{"mechanism", "dot"}, {"causal", true}},
                     {{"mechanism", "no"}},
                     {{"mechanism", "additive"}, {"parameters", "trained"}}};
  const json files = {"config.json", "tokenizer.json", "model.safetensors"};
  door.ask("open-vectors", {{"name", "word-vectors"}, {"files", files}},
           Watched::read("word-vectors", files));
  const json found = door.ask("attend", {{"jobs", jobs}, {"query", "she said"}, {"key", "the queen zibbet"}});
  CHECK(found.at(3).contains("error"));
  door.ask("attend", {{"jobs", jobs}, {"random", {{"seed", 42}, {"T", 3}, {"D", 4}}}});
  door.ask("random-vectors", {{"width", 4}, {"seed", 1}});
  for (const char* how : {"end-vectors", "cancel-vectors"}) {
    door.ask("begin-vectors", {{"name", "made.txt"}, {"texts", {"she"}}});
    door.feed("she 1 0\nhe 0 1\n");
    door.ask(how);
  }
}

// A token that is read alone is read by other sums than among others.
void check_same_tokens(const json& a, const json& b) {
  REQUIRE(a.size() == b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    CHECK(a[i]["id"] == b[i]["id"]);
    CHECK(a[i]["token"] == b[i]["token"]);
    CHECK(a[i]["probability"].get<double>() == Approx(b[i]["probability"].get<double>()).epsilon(1e-5));
  }
}

void ask_writing(Watched& door) {
  const int model = door.open_writer();
  const json options = {{"temperature", 0.7}, {"top_k", 20}, {"top_p", 0.9}, {"seed", 7}};
  const json begun = door.ask("begin-writing", {{"model", model}, {"text", "w3 w4"}, {"options", options}});
  CHECK(begun["given"].size() == 2);
  CHECK(begun["given"][0]["probability"] == 0);
  CHECK(begun["candidates"].size() == 12);
  CHECK(door.ask("write", {{"tokens", 3}})["written"].size() == 3);
  const int id = begun["candidates"][1]["id"];
  check_same_tokens(door.ask("take-back", {{"count", 3}})["candidates"], begun["candidates"]);
  const json taken = door.ask("take", {{"id", id}});
  CHECK(taken["written"][0]["id"] == id);
  check_same_tokens(taken["written"], json::array({begun["candidates"][1]}));
  const json full = door.ask("write", {{"tokens", 1000}});
  CHECK(full["ended"] != "");
  CHECK(full["candidates"].empty());
  const json layers = door.ask("lens", {{"model", model}, {"text", "w3 w4"}, {"place", 1}});
  REQUIRE(layers.size() == 3);
  check_same_tokens(json::array({layers[2]["said"]}), json::array({begun["candidates"][0]}));
  CHECK(layers[0]["candidates"].size() == 5);
  const json map = door.ask("look-back", {{"model", model}, {"text", "w3 w4"}, {"layer", 1}, {"head", -1}});
  CHECK(map["tokens"] == json({"w3", "w4"}));
  const json direct = door.ask("direct-logits", {{"model", model}, {"text", "w3 w4"}});
  CHECK(direct["candidates"].size() == 8);
  CHECK(direct["candidates"][0]["token"]["id"] == begun["candidates"][0]["id"]);
  const json edited =
      door.ask("begin-writing", {{"model", model}, {"text", "w3 w4"}, {"edits", {"0.*.off"}}});
  CHECK(edited["unedited"].size() == edited["candidates"].size());
  CHECK(contains(door.message("lens", {{"model", model}, {"text", "w3"}, {"place", 4}}), "no token 4"));
  door.ask("close-model", {{"model", model}});
  CHECK(contains(door.message("write", {{"tokens", 1}}), "no model is open"));
  door.ask("end-writing");
  CHECK(contains(door.message("write", {{"tokens", 1}}), "no text has been begun"));
}

void ask_translating(Watched& door) {
  const int model = door.arrive("dates", source_path("assets/models/dates"));
  const json options = {{"beam", 2}, {"tokens", 20}, {"length_penalty", 0.5}};
  const json found =
      door.ask("translate", {{"model", model}, {"text", "14 mars 1987"}, {"options", options}});
  CHECK(found["target"] == "1987-03-14");
  CHECK(found["alternatives"].size() == 1);
  CHECK(found["attention"].size() == 6);
  REQUIRE(found["candidates"].size() == found["written"].size());
  for (size_t t = 0; t < found["written"].size(); ++t)
    CHECK(found["candidates"][t][0] == found["written"][t]);
  const int two = found["candidates"][0][1]["id"];
  const json other = door.ask(
      "translate", {{"model", model}, {"text", "14 mars 1987"}, {"options", options}, {"forced", {two}}});
  CHECK(other["written"][0]["id"] == two);
  CHECK(other["score"].get<double>() < found["score"].get<double>());
  const json moved =
      door.ask("translate", {{"model", model}, {"text", "14 mars 1987"}, {"edits", {"*.*.2.only=0"}}});
  CHECK(moved["target"] == "1917-03-14");
  CHECK(moved["unedited"]["target"] == "1987-03-14");
  CHECK(
      door.ask("translate", {{"model", model}, {"text", ""}, {"forced", json::array()}})["written"].empty());
  const json drawing = {{"temperature", 0.5}, {"top_k", 1}, {"top_p", 1}, {"seed", 3}};
  const json drawn =
      door.ask("translate", {{"model", model}, {"text", "14 mars 1987"}, {"options", drawing}});
  CHECK(drawn["target"] == "1987-03-14");  // there is but one token to draw from
  CHECK(contains(door.message("translate", {{"model", model}, {"text", "a"}, {"forced", {5000}}}),
                 "5000 is no id"));
  door.ask("close-model", {{"model", model}});
}

}  // namespace

TEST_CASE("every command takes and answers what its description says", "[session][door]") {
  Watched door;
  ask_models(door);
  ask_pretrained(door);
  ask_vectors(door);
  ask_training(door);
  ask_writing(door);
  ask_translating(door);
  door.ask("open-tokenizer", {{"number", 0}, {"name", "vocab.txt"}}, {"[UNK]\nthe\nsea\n"});
  door.ask("cut", {{"number", 0}, {"text", "The sea, see"}});

  for (const auto& [name, unused] : door.description.commands()) {
    CAPTURE(name);
    CHECK(door.asked.count(name) == 1);
  }
  // And nothing is described that is not there. The exceptions need a model that was trained with local-p,
  // and one of which 8 bits leave more over than of these.
  door.description.met.insert("AttentionMap.normalised");
  door.description.met.insert("ScoreSum.remainder");
  for (const auto& [type, keys] : door.description.types())
    for (const json& key : keys) {
      const std::string name = type + "." + key["key"].get<std::string>();
      CAPTURE(name);
      CHECK(door.description.met.count(name) == 1);
    }
}

TEST_CASE("Maps under edits come along, those above a changed one as the model then makes them",
          "[session][explain]") {
  Watched door;
  const Tensor two = random_tensor({2, 32}, 5, DType::kFloat32),
               bias = random_tensor({2}, 6, DType::kFloat32);
  const int model = door.open_tiny("BertForSequenceClassification",
                                   {{"classifier.weight", two}, {"classifier.bias", bias}});
  const json text = {{"model", model}, {"text", "w7 w8 w9"}, {"most_weights", 1 << 20}};
  json given = text;
  given.update({{"edits", {"0.0.off"}}, {"contributions", false}, {"attributions", false}});
  const auto own = door.tensors(text, "analyse"), changed = door.tensors(given, "explain");
  REQUIRE(changed.size() == own.size());
  REQUIRE(own.size() >= 2);
  const size_t cells = 5 * 5;  // with [CLS] and [SEP]
  for (size_t i = 0; i < own[0].size(); ++i) CHECK(changed[0][i] == (i < cells ? 0 : own[0][i]));
  REQUIRE(changed[1].size() == own[1].size());
  CHECK(changed[1] != own[1]);
  given["most_weights"] = own[0].size();  // less than all of them
  CHECK(door.tensors(given, "explain").empty());
}
