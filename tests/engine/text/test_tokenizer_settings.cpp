// What stands beside a tokenizer's own file: tokenizer_config.json, special_tokens_map.json,
// added_tokens.json.
#include "engine/text/pipeline/settings.h"

#include <map>
#include <nlohmann/json.hpp>

#include "engine/text/pipeline/pipeline.h"
#include "tests/engine/catch.h"
#include "tests/engine/message.h"

using namespace heed;
using nlohmann::json;

namespace {

using Ids = std::vector<int>;

TokenizerSettings settings_of(const std::map<std::string, std::string>& files) {
  return read_tokenizer_settings("m", [&](const char* name) {
    const auto found = files.find(name);
    return found == files.end() ? std::nullopt : std::optional(found->second);
  });
}

TokenizerSettings config(const json& keys) {
  return settings_of({{"tokenizer_config.json", keys.is_null() ? "{}" : keys.dump()}});
}

constexpr const char* kLines =
    "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nnaive\nna\u00efve\nNa\u00efve\nNaive\n\u4e2d\n\u4e2d\u4e2d\n<s>\n<x>"
    "\n##s\n"
    "never\n";
enum Line : int {
  kUnk = 1,
  kCls,
  kSep,
  kMask,
  kNaive,
  kAccent,
  kCapital,
  kPlainCapital,
  kZhong,
  kTwo,
  kStart,
  kX
};

Ids ids_in(const Encoding& encoding) {
  Ids ids;
  for (const Piece& piece : encoding.pieces) ids.push_back(piece.id);
  return ids;
}

TokenizerPipeline word_pieces(const json& keys) {
  return read_word_piece_vocabulary(kLines, "m/vocab.txt", config(keys));
}

Ids pieces_of(const json& keys, const std::string& text, bool special = false) {
  return ids_in(word_pieces(keys).encode(text, special));
}

// A tokenizer.json of whole words.
json words_file() {
  return {{"version", "1.0"},
          {"pre_tokenizer", {{"type", "Whitespace"}}},
          {"added_tokens", {{{"id", 0}, {"content", "<unk>"}, {"special", true}}}},
          {"model",
           {{"type", "WordLevel"},
            {"unk_token", "<unk>"},
            {"vocab", {{"<unk>", 0}, {"a", 1}, {"b", 2}, {"<eos>", 3}, {"eos", 4}, {"<", 5}, {">", 6}}}}}};
}

TokenizerPipeline whole_words(const json& keys, const json& file = words_file()) {
  return read_pipeline(file.dump(), "m/tokenizer.json", config(keys));
}

std::string message_of_config(const json& keys) {
  return test::message_of([&] { word_pieces(keys); });
}

}  // namespace

TEST_CASE("BERT's normalizer beside a vocab.txt", "[text][settings]") {
  const std::string text = "Na\u00efve";
  CHECK(pieces_of({}, text) == Ids{kCapital});  // the vocabulary has capitals
  CHECK(pieces_of({{"do_lower_case", true}}, text) == Ids{kNaive});
  CHECK(pieces_of({{"do_lower_case", false}}, text) == Ids{kCapital});
  CHECK(pieces_of({{"do_lower_case", true}, {"strip_accents", false}}, text) == Ids{kAccent});
  CHECK(pieces_of({{"do_lower_case", false}, {"strip_accents", true}}, text) == Ids{kPlainCapital});
  CHECK(pieces_of({{"do_lower_case", true}, {"strip_accents", nullptr}}, text) == Ids{kNaive});
  CHECK(pieces_of({}, "\u4e2d\u4e2d") == Ids{kZhong, kZhong});
  CHECK(pieces_of({{"tokenize_chinese_chars", false}}, "\u4e2d\u4e2d") == Ids{kTwo});
}

TEST_CASE("special tokens beside a vocab.txt", "[text][settings]") {
  CHECK(pieces_of({}, "naive", true) == Ids{kCls, kNaive, kSep});
  const json named = {
      {"cls_token", "<s>"}, {"sep_token", {{"content", "<x>"}, {"lstrip", false}}}, {"unk_token", "never"}};
  CHECK(pieces_of(named, "naive what", true) == Ids{kStart, kNaive, 14, kX});
  CHECK(pieces_of({{"mask_token", "<x>"}}, "naive<x>") == Ids{kNaive, kX});
  CHECK(word_pieces({{"mask_token", "<x>"}}).id_of_role("mask_token") == kX);
  CHECK(word_pieces({}).id_of_role("mask_token") == kMask);
  CHECK(word_pieces({{"mask_token", ""}, {"pad_token", nullptr}}).id_of_role("mask_token") == kMask);
  // One that the vocabulary lacks gets the next id, as in the library.
  CHECK(pieces_of({{"additional_special_tokens", {"[E1]", "[E2]"}}}, "naive[E2]") == Ids{kNaive, 16});
  CHECK(message_of_config({{"unk_token", "?"}}) ==
        "[m/vocab.txt] the unk_token \"?\" is not in the vocabulary.");
  CHECK(message_of_config({{"cls_token", 3}}) ==
        "[m/tokenizer_config.json] it: \"cls_token\" is 3: expected a string.");
  CHECK(message_of_config({{"do_lower_case", "yes"}}) ==
        "[m/tokenizer_config.json] it: \"do_lower_case\" is \"yes\": expected true or false.");
}

TEST_CASE("special_tokens_map.json and added_tokens.json count where no added_tokens_decoder stands",
          "[text][settings]") {
  std::map<std::string, std::string> files = {
      {"tokenizer_config.json", R"({"cls_token": "<s>"})"},
      {"special_tokens_map.json", R"({"cls_token": "<x>", "sep_token": "<x>", "pad_token": "[P]"})"},
      {"added_tokens.json", R"({"[NEW]": 20, "[P]": 15})"}};
  const auto read = [&](const std::string& text) {
    return ids_in(read_word_piece_vocabulary(kLines, "m/vocab.txt", settings_of(files)).encode(text));
  };
  CHECK(read("naive[P] [NEW]") == Ids{kStart, kNaive, 15, 20, kX});
  files["tokenizer_config.json"] = R"({"added_tokens_decoder": {"15": {"content": "[NEW]"}}})";
  CHECK(read("naive [NEW]") == Ids{kCls, kNaive, 15, kSep});
  files["added_tokens.json"] = "[";
  CHECK(read("naive") == Ids{kCls, kNaive, kSep});
  files.erase("tokenizer_config.json");
  CHECK(test::contains(test::message_of([&] { read("naive"); }), "[m/added_tokens.json]"));
}

TEST_CASE("a vocab.txt of another kind of tokenizer is refused by name", "[text][settings]") {
  for (const char* kind : {"BertTokenizer", "BertTokenizerFast", "DistilBertTokenizer",
                           "ElectraTokenizerFast", "PreTrainedTokenizerFast", "TokenizersBackend"})
    CHECK(pieces_of({{"tokenizer_class", kind}}, "naive") == Ids{kNaive});
  CHECK(test::contains(message_of_config({{"tokenizer_class", "BertJapaneseTokenizer"}}),
                       "[m/vocab.txt] is of a BertJapaneseTokenizer"));
  CHECK(test::contains(message_of_config({{"tokenizer_class", "PhobertTokenizer"}}), "PhobertTokenizer"));
}

TEST_CASE("what the settings ask for and is not done is a warning", "[text][settings]") {
  CHECK(word_pieces({{"model_max_length", 512}, {"padding_side", "left"}}).warnings().empty());
  CHECK(word_pieces({{"never_split", nullptr}, {"do_basic_tokenize", true}}).warnings().empty());
  for (const json& keys : std::vector<json>{{{"never_split", {"never"}}},
                                            {{"do_basic_tokenize", false}},
                                            {{"truncation_side", "left"}},
                                            {{"fix_mistral_regex", true}}}) {
    const auto warnings = word_pieces(keys).warnings();
    INFO(keys.dump());
    REQUIRE(warnings.size() == 1);
    CHECK(test::contains(warnings[0], keys.begin().key()));
  }
}

TEST_CASE("tokenizer_config.json changes what a tokenizer.json says", "[text][settings]") {
  CHECK(ids_in(whole_words({}).encode("a <eos>")) == Ids{1, 5, 4, 6});
  CHECK(ids_in(whole_words({{"eos_token", "<eos>"}}).encode("a <eos>")) == Ids{1, 3});
  CHECK(ids_in(whole_words({{"extra_special_tokens", {{"image", "<i>"}}}}).encode("a<i>")) == Ids{1, 7});
  const json split = {{"eos_token", "<eos>"}, {"split_special_tokens", true}};
  CHECK(ids_in(whole_words(split).encode("a <eos>")) == Ids{1, 5, 4, 6});
  // Flags of added_tokens_decoder count, a further token keeps its id.
  json file = words_file();
  file["added_tokens"].push_back({{"id", 3}, {"content", "<eos>"}, {"special", true}});
  const json decoder = {{"3", {{"content", "<eos>"}, {"single_word", true}, {"special", true}}},
                        {"9", {{"content", "[T]"}}}};
  CHECK(ids_in(whole_words({{"added_tokens_decoder", decoder}}, file).encode("b<eos> [T] <eos>")) ==
        Ids{2, 5, 4, 6, 9, 3});
  CHECK(whole_words({{"eos_token", "<eos>"}}).decode(Ids{1, 3, 2}, true) == "a b");
}

TEST_CASE("add_bos_token and add_eos_token decide what stands around a text", "[text][settings]") {
  json file = words_file();
  const json bos = {{"SpecialToken", {{"id", "b"}, {"type_id", 0}}}};
  const json a = {{"Sequence", {{"id", "A"}, {"type_id", 0}}}},
             b = {{"Sequence", {{"id", "B"}, {"type_id", 1}}}};
  file["post_processor"] = {{"type", "TemplateProcessing"},
                            {"single", {bos, a}},
                            {"pair", {bos, a, b}},
                            {"special_tokens", {{"b", {{"id", "b"}, {"ids", {2}}, {"tokens", {"b"}}}}}}};
  const auto ids = [&](json keys) {
    keys["bos_token"] = "b";
    keys["eos_token"] = "<eos>";
    return ids_in(whole_words(keys, file).encode("a"));
  };
  CHECK(ids({{"model_max_length", 9}}) == Ids{2, 1});
  CHECK(ids({{"add_bos_token", true}}) == Ids{2, 1});
  CHECK(ids({{"add_bos_token", false}}) == Ids{1});
  CHECK(ids({{"add_bos_token", true}, {"add_eos_token", true}}) == Ids{2, 1, 3});
  CHECK(ids({{"add_eos_token", true}}) == Ids{1, 3});
  const auto pair =
      whole_words(
          {{"add_bos_token", true}, {"add_eos_token", true}, {"bos_token", "b"}, {"eos_token", "<eos>"}})
          .encode_pair("a", "a");
  CHECK(ids_in(pair) == Ids{2, 1, 3, 2, 1, 3});
  CHECK((pair.pieces[2].type_id == 0 && pair.pieces[3].type_id == 1));
}

TEST_CASE("add_prefix_space of tokenizer_config.json", "[text][settings]") {
  json bytes = words_file();
  bytes["model"] = {
      {"type", "BPE"}, {"vocab", {{"a", 0}, {"\u0120", 1}, {"\u0120a", 2}}}, {"merges", {"\u0120 a"}}};
  bytes["added_tokens"] = json::array();
  bytes["pre_tokenizer"] = {{"type", "ByteLevel"}, {"add_prefix_space", false}, {"use_regex", true}};
  CHECK(ids_in(whole_words({}, bytes).encode("a a")) == Ids{0, 2});
  CHECK(ids_in(whole_words({{"add_prefix_space", true}}, bytes).encode("a a")) == Ids{2, 2});
  json sign = bytes;
  sign["model"] = {
      {"type", "BPE"}, {"vocab", {{"a", 0}, {"\u2581", 1}, {"\u2581a", 2}}}, {"merges", {"\u2581 a"}}};
  sign["pre_tokenizer"] = {{"type", "Metaspace"}, {"replacement", "\u2581"}, {"prepend_scheme", "always"}};
  CHECK(ids_in(whole_words({{"add_prefix_space", true}}, sign).encode("a a")) == Ids{2, 2});
  CHECK(ids_in(whole_words({{"add_prefix_space", false}}, sign).encode("a a")) == Ids{0, 2});
  sign["pre_tokenizer"] = nullptr;
  sign["normalizer"] = {{"type", "Sequence"},
                        {"normalizers",
                         {{{"type", "Prepend"}, {"prepend", "\u2581"}},
                          {{"type", "Replace"}, {"pattern", {{"String", " "}}}, {"content", "\u2581"}}}}};
  CHECK(ids_in(whole_words({}, sign).encode("a a")) == Ids{2, 2});
  CHECK(ids_in(whole_words({{"add_prefix_space", false}}, sign).encode("a a")) == Ids{0, 2});
  json steps = bytes;
  steps["pre_tokenizer"] = {{"type", "Sequence"}, {"pretokenizers", {bytes["pre_tokenizer"]}}};
  CHECK(whole_words({{"add_prefix_space", false}}, steps).warnings().empty());
  CHECK(whole_words({{"add_prefix_space", true}}, steps).warnings().size() == 1);
}

TEST_CASE("BERT's keys count over a tokenizer.json of a BERT class", "[text][settings]") {
  json file = words_file();
  file["normalizer"] = {{"type", "BertNormalizer"},
                        {"lowercase", true},
                        {"strip_accents", nullptr},
                        {"clean_text", true},
                        {"handle_chinese_chars", true}};
  CHECK(ids_in(whole_words({}, file).encode("A")) == Ids{1});
  CHECK(ids_in(whole_words({{"do_lower_case", false}}, file).encode("A")) == Ids{0});
  const json generic = {{"do_lower_case", false}, {"tokenizer_class", "PreTrainedTokenizerFast"}};
  CHECK(ids_in(whole_words(generic, file).encode("A")) == Ids{1});
}

TEST_CASE("clean_up_tokenization_spaces changes decoding, but of BPE", "[text][settings]") {
  json file = words_file();
  file["model"]["vocab"] = {{"<unk>", 0}, {"it", 1}, {"'s", 2}, {".", 3}};
  CHECK(whole_words({}, file).decode(Ids{1, 2, 3}) == "it 's .");
  CHECK(whole_words({{"clean_up_tokenization_spaces", true}}, file).decode(Ids{1, 2, 3}) == "it's.");
  file["model"] = {{"type", "BPE"}, {"vocab", {{"i", 0}, {".", 1}}}, {"merges", json::array()}};
  file["added_tokens"] = json::array();
  CHECK(whole_words({{"clean_up_tokenization_spaces", true}}, file).decode(Ids{0, 1}) == "i .");
}

TEST_CASE("decoding leaves special tokens out by what they say", "[text][settings]") {
  json file = words_file();  // as CamemBERT has <unk> under two ids
  const auto piece = [](const char* text, double score) { return json::array({text, score}); };
  file["model"] = {{"type", "Unigram"}, {"unk_id", 0}};
  file["model"]["vocab"] =
      json::array({piece("<unk>", 0), piece("a", -1), piece("<unk>", -2), piece("b", -1)});
  for (const int id : {0, 2}) {
    file["added_tokens"][0]["id"] = id;
    const TokenizerPipeline camembert = whole_words({}, file);
    CHECK(camembert.decode(Ids{1, 0, 2, 3}, true) == "a b");
    CHECK(camembert.decode(Ids{1, 0, 2, 3}) == "a <unk> <unk> b");
    CHECK(camembert.id_of("<unk>") == 2);
  }
}

TEST_CASE("dropout of merges is a warning, and a text is cut alike", "[text][settings]") {
  json file = words_file();
  file["model"] = {
      {"type", "BPE"}, {"dropout", 0.5}, {"vocab", {{"a", 0}, {"b", 1}, {"ab", 2}}}, {"merges", {"a b"}}};
  file["added_tokens"] = json::array();
  const TokenizerPipeline pipeline = whole_words({}, file);
  CHECK(ids_in(pipeline.encode("abab")) == ids_in(pipeline.encode("abab")));
  REQUIRE(pipeline.warnings().size() == 1);
  CHECK(test::contains(pipeline.warnings()[0], "dropout 0.5"));
  for (const json& none : std::vector<json>{nullptr, 0, 0.0}) {
    file["model"]["dropout"] = none;
    CHECK(whole_words({}, file).warnings().empty());
  }
}
