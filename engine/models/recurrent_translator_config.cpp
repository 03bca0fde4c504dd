#include "engine/format/fields_json.h"
#include "engine/format/json.h"
#include "engine/models/bounds.h"
#include "engine/models/recurrent_translator.h"
#include "engine/nn/mechanism_entry.h"

namespace heed {
namespace {

using nlohmann::json;
using TranslatorConfig = RecurrentTranslatorConfig;

constexpr const char* kTranslatorName = "recurrent-translator";

// Those that look at one text from another.
std::vector<std::string> translator_mechanisms() {
  std::vector<std::string> names;
  for (const std::string& name : nn::mechanism_names())
    if (const nn::MechanismEntry* entry = nn::find_mechanism(name); entry && !entry->traits.one_row)
      names.push_back(name);
  return names;
}

// Weights are stored under our own names; the folder is else as the library's are.
const LibraryLayout& translator_layout() {
  static const LibraryLayout made = [] {
    WeightRules names;
    for (const char* name :
         {"embeddings.words", "embeddings.source", "embeddings.target", "start", "decoder.#.cross.query",
          "decoder.#.cross.key", "decoder.#.cross.score", "decoder.#.cross.general",
          "decoder.#.cross.position", "decoder.#.cross.centre", "combine", "out"})
      names.rules.push_back({name, name});
    for (const char* name :
         {"encoder.weight_ih_l#", "encoder.weight_hh_l#", "encoder.bias_ih_l#", "encoder.bias_hh_l#",
          "encoder.weight_ih_l#_reverse", "encoder.weight_hh_l#_reverse", "encoder.bias_ih_l#_reverse",
          "encoder.bias_hh_l#_reverse", "decoder.weight_ih_l#", "decoder.weight_hh_l#", "decoder.bias_ih_l#",
          "decoder.bias_hh_l#"})
      names.rules.push_back({name, name});
    const char* end = "<|endoftext|>";
    return LibraryLayout{{{kTranslatorName, "RecurrentTranslator", "Model"}},
                         std::move(names),
                         {{"bos_token_id", end},
                          {"eos_token_id", end},
                          {"pad_token_id", end},
                          {"decoder_start_token_id", end}}};
  }();
  return made;
}

constexpr Library kTranslatorLibrary = {translator_layout, read_piece_encoder, WeightFiles::of,
                                        load_library_weights, read_writing_rules};

constexpr Architecture translator_entry() {
  Architecture made{kTranslatorName};
  made.make = [](const json& config, const std::string& file, const NetworkSizes&,
                 std::optional<uint64_t> seed, DType dtype) -> std::unique_ptr<Network> {
    const TranslatorConfig c = TranslatorConfig::from(config, file);
    return std::make_unique<RecurrentTranslator>(c, c.V, seed, dtype);
  };
  made.fields = []() -> const FieldList& { return TranslatorConfig::fields(); };
  made.complete = [](const json& model, const std::string& file) {
    const TranslatorConfig c = TranslatorConfig::from(model, file);
    json complete = write_fields(TranslatorConfig::fields(), &c);
    complete["architecture"] = kTranslatorName;
    complete.erase("vocab_size");  // it is the texts'
    return complete;
  };
  made.library = &kTranslatorLibrary;
  return made;
}

}  // namespace

const Fields<TranslatorConfig>& TranslatorConfig::fields() {
  using C = TranslatorConfig;
  static const auto described =
      Fields<C>()
          .number("vocab_size", &C::V, {1, 10'000'000}, "Vocabulary size; both texts share the vocabulary.")
          .choice("cell", &C::cell, {"rnn", "gru", "lstm"}, "Recurrent cell.")
          .number("embedding", &C::embedding, kWidthBounds, "Embedding size: length of a token's vector.")
          .number("hidden", &C::hidden, kWidthBounds,
                  "Hidden size: length of the recurrent state in one direction.")
          .number("layers", &C::layers, kLayerBounds, "Number of encoder layers, one after the other.")
          .flag("bidirectional", &C::bidirectional, "Read the source in both directions.")
          .choice("decoder", &C::decoder, {"bahdanau", "luong"},
                  "Time of attention in the decoder: before a step, which then reads the context (Bahdanau), "
                  "or after it (Luong).")
          .flag("input_feeding", &C::input_feeding,
                "Luong's decoder: a step also reads the attention output of the step before.")
          .choice("mechanism", &C::mechanism, translator_mechanisms(),
                  "Attention mechanism: how states of decoder and encoder become weights.")
          .number("attention", &C::attention, kWidthBounds,
                  "Additive and concat: size of the hidden layer inside the tanh.")
          .number("window", &C::window, {0, 65536},
                  "Local mechanisms: number of keys that a query sees on each side of the centre.")
          .flag("share_embeddings", &C::shared, "Share the embeddings between both texts.")
          .number("dropout", &C::dropout, kShare,
                  "Dropout of the embeddings and of the input of the scores during training.")
          .number("deviation", &C::deviation, {0, 1e9}, "Standard deviation of the initial word vectors.");
  return described;
}

TranslatorConfig TranslatorConfig::from(const json& given, const std::string& file) {
  TranslatorConfig c = read_as(given, fields(), file, "", Beside::kAnything);
  if (c.looks_before() && c.input_feeding)
    fail<UsageError>("[", file, "] \"input_feeding\" works only with the decoder luong, and \"decoder\" is ",
                     c.decoder, ": set \"input_feeding\" to false, or \"decoder\" to luong.");
  return c;
}

constinit const Architecture kRecurrentTranslator = translator_entry();

}  // namespace heed
