// libFuzzer over text: any bytes are cut by every tokenizer into tokens that lie in the text and in order,
// and by the tokenizer.json files of the fixtures. Those may refuse a character that they have no piece for.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/text/pipeline/pipeline.h"
#include "engine/text/preprocessing.h"
#include "engine/text/tokenizer.h"

namespace {

const std::vector<std::string> kSteps = {
    "lower_case",        "contractions",  "parentheses", "punctuation_spacing",
    "non_alphanumerics", "double_spaces", "stop_words",  "strip"};

const std::vector<heed::TokenizerPipeline>& pipelines() {
  static const std::vector<heed::TokenizerPipeline> all = [] {
    std::vector<heed::TokenizerPipeline> read;
    for (const auto& entry : std::filesystem::directory_iterator(HEED_FIXTURES_DIR "/tokenizers"))
      if (entry.path().extension() == ".json" && entry.path().stem() != "expected") {
        try {
          read.push_back(heed::read_pipeline(heed::read_file(entry.path()), entry.path()));
        } catch (const heed::Error& error) {  // a build without regular expressions
          std::fprintf(stderr, "left out: %s\n", error.what());
        }
      }
    if (read.empty()) __builtin_trap();
    return read;
  }();
  return all;
}

template <class Tokens>
void check_places(const Tokens& tokens, const std::string& text) {
  for (const auto& token : tokens)
    if (token.start < 0 || token.start > token.end || token.end > static_cast<int64_t>(text.size()))
      __builtin_trap();
}

void plain(const std::string& text) {
  static const auto tokenizers = [] {
    std::vector<std::unique_ptr<heed::Tokenizer>> made;
    for (const std::string& name : heed::tokenizer_names()) made.push_back(heed::make_tokenizer(name));
    return made;
  }();
  for (const auto& tokenizer : tokenizers) {
    const auto tokens = tokenizer->split(text);
    check_places(tokens, text);
    for (size_t i = 1; i < tokens.size(); ++i)
      if (tokens[i].start < tokens[i - 1].start) __builtin_trap();
  }
}

void preprocessed(const std::string& text) {
  static const auto steps = heed::Preprocessing::read(kSteps, "fuzz");
  (void)steps.apply(text);
}

// One of them, as the length decides: ten times as many inputs a second.
void pieces(const std::string& text) {
  const auto& pipeline = pipelines()[text.size() % pipelines().size()];
  try {
    const auto encoding = pipeline.encode(text);
    check_places(encoding.pieces, text);
    std::vector<int> ids;
    for (const heed::Piece& piece : encoding.pieces) ids.push_back(piece.id);
    (void)pipeline.decode(ids, true);
  } catch (const heed::Error&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  plain(text);
  preprocessed(text);
  pieces(text);
  return 0;
}
