// Decoders of the Hub, held against forward passes in float64 by others (../shared/oracle/hub), and small
// folders after public bug reports (../shared/data/cases). Families that do not open yet must be refused by
// name; one that opens is checked by the same numbers.
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/base/file.h"
#include "engine/format/json.h"
#include "engine/models/causal_network.h"
#include "engine/session/models/inside/text_network.h"
#include "engine/session/writing/direct_logits.h"
#include "engine/session/writing/writer.h"
#include "tests/engine/autograd/gradient_check.h"
#include "tests/engine/fixtures.h"
#include "tests/engine/message.h"
#include "tests/engine/models/writing_networks.h"
#include "tests/engine/session/tiny_folder.h"

using namespace heed;
using namespace heed::session;
using namespace heed::test;
using nlohmann::json;

namespace {

namespace fs = std::filesystem;

using FolderFiles = std::map<std::string, std::string>;

// Folders that nobody has here are skipped, and said.
bool has_folder(const std::string& path) {
  if (fs::exists(path)) return true;
  WARN("skipped: " << path << " is missing");
  return false;
}

json parsed_file(const std::string& path) {
  return parse_json(read_file(path), path);
}

// What a folder is opened from; `config` is the file that stands for config.json.
FolderFiles decoder_files(const std::string& folder, const std::string& config = "config.json") {
  FolderFiles files;
  for (const char* name : {"tokenizer.json", "model.safetensors", "generation_config.json"})
    if (fs::exists(folder + "/" + name)) files[name] = read_file(folder + "/" + name);
  files["config.json"] = read_file(folder + "/" + config);
  return files;
}

std::vector<int> ids_written(const std::vector<NextToken>& tokens) {
  std::vector<int> ids;
  for (const NextToken& token : tokens) ids.push_back(token.id);
  return ids;
}

// Written by the likeliest token, until the model ends the text or `most` are there.
std::vector<int> writes_on(const Model& model, const std::string& text, int64_t most) {
  WritingOptions greedy;
  greedy.temperature = 0;
  Writer writer(model, text, greedy);
  for (int64_t n = 0; n < most && writer.write(); ++n) {
  }
  return ids_written(writer.written());
}

constexpr double kOfLogits = 1e-3, kOfMaps = 1e-4;

// Scores and maps of the whole text at once, then token by token with what was read kept.
void check_network(const FolderFiles& files, const json& expected, const std::map<std::string, Tensor>& io) {
  const LibraryNetwork opened = open_as_it_is(library_files_of("hub", files));
  const auto ids = expected.at("input_ids").get<std::vector<int32_t>>();
  REQUIRE(opened.parts.text->encode(expected.at("text").get<std::string>()).ids == ids);
  const auto& network = dynamic_cast<const CausalNetwork&>(*opened.parts.network);
  Bench bench(false);
  bench.trace.watch("");
  bench.ctx.trace = &bench.trace;
  CHECK(absolute_difference(network.forward(bench.ctx, text_of(ids)).value(), io.at("logits")) <= kOfLogits);
  const Tensor& maps = io.at("attentions");
  REQUIRE(network.attention().size() == static_cast<size_t>(maps.size(0)));
  for (const AttentionPoint& point : network.attention()) {
    const int64_t count = maps.count() / maps.size(0);
    const Tensor want = maps.reshaped({maps.size(0), count}).rows(point.layer, 1).reshaped({count});
    CHECK(absolute_difference(bench.trace.find(point.name)->reshaped({count}), want) <= kOfMaps);
  }
  Bench unwatched(false);
  nn::Past past(network.layers());
  std::vector<int32_t> next = ids;
  const auto greedy = expected.at("generated_ids").get<std::vector<int32_t>>();
  for (size_t n = 0; n < greedy.size(); ++n) {
    const Variable states = network.states(unwatched.ctx, text_of(next), &past);
    const Tensor scores = network.scores(unwatched.ctx, states).value();
    CHECK(absolute_difference(scores.rows(scores.size(0) - 1, 1),
                              io.at("generated_logits").rows(static_cast<int64_t>(n), 1)) <= kOfLogits);
    REQUIRE(last_likeliest(scores) == greedy[n]);
    next = {greedy[n]};
  }
}

void check_decoder(const FolderFiles& files, const json& expected, const std::string& io) {
  check_network(files, expected, read_safetensors_file(io).tensors);
  const Model model = Model::from_files("hub", files);
  const auto ends = expected.at("generated_until_eos").get<std::vector<int>>();
  CHECK(writes_on(model, expected.at("text"), 16) == ends);
}

}  // namespace

TEST_CASE("The Hub's decoders: scores, maps, what they write and where they end", "[hub][session][writing]") {
  const std::string all = shared_path("oracle/hub/decoders");
  if (!has_folder(all)) return;
  const std::set<std::string> open = {"gpt2", "llama", "mistral", "qwen2", "qwen3", "gpt_neox", "gemma2"};
  size_t checked = 0;
  for (const auto& entry : fs::directory_iterator(all)) {
    const std::string folder = entry.path().string();
    CAPTURE(folder);
    const json expected = parsed_file(folder + "/expected.json");
    const auto type = parsed_file(folder + "/config.json").at("model_type").get<std::string>();
    const auto kind = expected.at("architecture").get<std::string>();
    const std::string refusal = message_of([&] { Model::from_files("hub", decoder_files(folder)); });
    if (!refusal.empty()) {
      CHECK(contains(refusal, open.count(type) ? kind : "\"" + type + "\""));
      CHECK((!open.count(type) || contains(kind, "ForSequenceClassification")));
      continue;
    }
    REQUIRE(expected.contains("generated_ids"));
    for (const std::string config : {"config.json", "config_other_style.json"}) {
      CAPTURE(config);
      if (fs::exists(folder + "/" + config))
        check_decoder(decoder_files(folder, config), expected, folder + "/io.safetensors");
    }
    ++checked;
  }
  CHECK(checked >= 22);
}

TEST_CASE("Direct logits are refused where a norm counts what heads add together",
          "[hub][session][writing]") {
  const std::string folder = shared_path("oracle/hub/decoders/gemma2");
  if (!has_folder(folder)) return;
  const Model model = Model::open(folder, 1);
  const auto text = parsed_file(folder + "/expected.json").at("text").get<std::string>();
  CHECK(contains(message_of([&] { direct_attribution(model, text, 3); }), "direct logits are not computed"));
}

TEST_CASE("The Hub's ends of texts: lists, and generation_config.json before config.json",
          "[hub][session][writing]") {
  for (const std::string name : {"eos-list", "eos-generation", "eos-generation-wins"}) {
    const std::string folder = shared_path("oracle/hub/encoders/" + name);
    CAPTURE(name);
    if (!has_folder(folder)) continue;
    const json expected = parsed_file(folder + "/expected.json");
    CHECK(writes_on(Model::open(folder, 1), expected.at("text"), expected.at("tokens_asked")) ==
          expected.at("with_end_token").get<std::vector<int>>());
  }
}

TEST_CASE("The Hub's settings under the library's common names", "[hub][session][writing]") {
  const std::string folder = shared_path("oracle/hub/encoders/gpt2-alias");
  if (!has_folder(folder)) return;
  const json expected = parsed_file(folder + "/expected.json");
  const Model model = Model::open(folder, 1);
  const Writer writer(model, expected.at("text"));
  const std::vector<NextToken> best = writer.candidates(5);
  for (size_t n = 0; n < best.size(); ++n) {
    CHECK(best[n].id == expected.at("top")[n].at("id"));
    CHECK(std::abs(best[n].probability - expected.at("top")[n].at("probability").get<double>()) <= 1e-5);
  }
}

TEST_CASE("Folders after public bug reports: what comes next", "[hub][session][writing]") {
  const std::string cases = shared_path("data/cases/");
  const auto next = [&](const std::string& folder, const json& expected) {
    CAPTURE(folder);
    const Model model = Model::open(cases + folder, 1);
    const Writer writer(model, expected.at("text"));
    const std::vector<NextToken> best = writer.candidates(3);
    for (size_t n = 0; n < best.size(); ++n) {
      CHECK(best[n].token == expected.at("next")[n][0]);
      CHECK(std::abs(best[n].probability - expected.at("next")[n][1].get<double>()) <= 1e-5);
    }
  };
  const auto expected = [&](const std::string& name) { return parsed_file(cases + name + "/expected.json"); };
  if (!has_folder(cases + "M06")) return;
  for (const char* folder : {"M06/no_prefix_buffers", "M06/prefix", "M06/prefix_buffers"})
    next(folder, expected("M06").at("each"));
  for (const char* folder : {"M07/tied", "M07/tied_and_there"}) next(folder, expected("M07").at("both"));
  CHECK(contains(message_of([&] { Model::open(cases + "M08/untied_and_missing", 1); }), "lm_head.weight"));
  const std::pair<const char*, std::vector<const char*>> others[] = {
      {"M09", {"mistral_head_dim_8_of_24_by_4", "qwen3_without_head_dim"}},
      {"M22", {"v4", "v5"}},
      {"M23", {"qwen2_all_layers_full", "mistral_window_4"}}};
  for (const auto& [name, folders] : others)
    for (const char* folder : folders) next(std::string(name) + "/" + folder, expected(name).at(folder));
  CHECK_NOTHROW(Model::open(cases + "M22/yarn", 1));  // computed: see the decoders above
}

TEST_CASE("A tiny model's ends: one, a list, and generation_config.json before both", "[session][writing]") {
  const TempFolder folder;
  const std::string path = write_tiny_gpt2(folder);
  const auto change = [&](const char* file, const json& changes) {
    json whole = fs::exists(path + "/" + file) ? parsed_file(path + "/" + file) : json::object();
    whole.merge_patch(changes);
    write_file_atomically(path + "/" + file, whole.dump());
  };
  const std::vector<int> all = writes_on(Model::open(path, 1), "w3 w4", 6);
  REQUIRE(all.size() == 6);
  const auto until = [&](int id) {
    const auto end = std::find(all.begin(), all.end(), id);
    return std::vector<int>(all.begin(), end == all.end() ? end : end + 1);
  };
  const auto now = [&] { return writes_on(Model::open(path, 1), "w3 w4", 6); };
  change("config.json", {{"eos_token_id", {95, all[3]}}});
  CHECK(now() == until(all[3]));
  change("generation_config.json", {{"eos_token_id", all[5]}});
  CHECK(now() == until(all[5]));
  change("generation_config.json", {{"eos_token_id", {all[1], 95}}});
  CHECK(now() == until(all[1]));
  change("generation_config.json", {{"eos_token_id", nullptr}});
  CHECK(now() == until(all[3]));
  change("generation_config.json", {{"eos_token_id", "end"}});
  CHECK(contains(message_of(now), "generation_config.json] \"eos_token_id\" is the string"));
  change("generation_config.json", {{"eos_token_id", 95}, {"bad_words_ids", {{all[0]}}}});
  CHECK(now().front() != all[0]);
  change("generation_config.json", {{"bad_words_ids", nullptr}, {"sequence_bias", {{{7}, 2.5}}}});
  CHECK(contains(message_of(now), "sequence_bias"));
}

TEST_CASE("A tensor that is missing or of another shape is named as its file has it", "[session][writing]") {
  const TempFolder folder;
  const std::string path = write_tiny_writer(folder, "llama_tiny");
  json config = parsed_file(path + "/config.json");
  const auto with = [&](const json& changes) {
    json changed = config;
    changed.merge_patch(changes);
    write_file_atomically(path + "/config.json", changed.dump());
    return message_of([&] { Model::open(path, 1); }) +
           message_of([&] { open_as_it_is(library_files_in(path)); });
  };
  const std::string wide = with({{"head_dim", 8}});
  CHECK(contains(wide, "model.layers.0.self_attn.q_proj.weight is ["));
  CHECK_FALSE(contains(wide, "decoder.0"));
  const std::string more = with({{"num_hidden_layers", 9}});
  CHECK(contains(more, "model.layers.2.input_layernorm.weight is missing"));
  CHECK_FALSE(contains(more, "decoder."));
  // Stored the other way round, without the library's prefix.
  const std::string gpt2 = write_tiny_gpt2(folder);
  json narrow = parsed_file(gpt2 + "/config.json");
  narrow["n_inner"] = 99;
  write_file_atomically(gpt2 + "/config.json", narrow.dump());
  const std::string units = message_of([&] { Model::open(gpt2, 1); });
  CHECK(contains(units, "h.0.mlp.c_fc.weight is [32, 128]: config.json asks for [32, 99]"));
}
