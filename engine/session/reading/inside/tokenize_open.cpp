// How a tokenizer is opened: by name, from a file or a folder, from bytes.
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/base/file.h"
#include "engine/data/text_encoder.h"
#include "engine/format/json.h"
#include "engine/session/reading/inside/tokenize_impl.h"
#include "engine/text/pipeline_json.h"

namespace heed::session {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Impl = OpenTokenizer::Impl;

// Whether a tokenizer.json is one that Heed writes: those have preprocessing and rules that no other file can
// say.
bool is_own(const json& root) {
  if (!root.is_object()) return false;
  for (const char* part : {"truncation", "padding", "post_processor", "decoder"})
    if (!root.value(part, json()).is_null()) return false;
  const json normalizer = root.value("normalizer", json()),
             pre_tokenizer = root.value("pre_tokenizer", json());
  return std::any_of(tokenizer_names().begin(), tokenizer_names().end(), [&](const std::string& name) {
    const PipelineJson ours = pipeline_json(name);
    return ours.normalizer == normalizer && ours.pre_tokenizer == pre_tokenizer;
  });
}

std::unique_ptr<Impl> open_json(const std::string& file, const std::string& bytes,
                                const TokenizerSettings& settings = {}) {
  auto opened = std::make_unique<Impl>();
  auto cut = cut_vocabulary(bytes);
  if (is_own(parse_around(cut, bytes, file)))
    opened->own = read_tokenizer_json(bytes, file);
  else
    opened->pipeline = read_pipeline(bytes, file, settings);
  return opened;
}

std::unique_ptr<Impl> open_vocabulary(const std::string& file, const std::string& bytes,
                                      std::optional<bool> cased, TokenizerSettings settings = {}) {
  if (cased) settings.lowercase = !*cased;
  auto opened = std::make_unique<Impl>();
  opened->pipeline = read_word_piece_vocabulary(bytes, file, settings);
  return opened;
}

void check_not_cased(const std::string& name, std::optional<bool> cased) {
  if (cased) fail<UsageError>("[", name, "] is no vocab.txt, and only that can be read cased or uncased.");
}

// Settings of a folder; a file that is named alone is read as it stands.
TokenizerSettings settings_in(const fs::path& folder) {
  return read_tokenizer_settings(folder.string(), [&](const char* name) -> std::optional<std::string> {
    const fs::path file = folder / name;
    return fs::exists(file) ? std::optional(read_file(file.string(), kLongestText)) : std::nullopt;
  });
}

std::unique_ptr<Impl> open_path(const std::string& name, std::optional<bool> cased) {
  const bool is_folder = fs::is_directory(name);
  fs::path path = is_folder ? fs::path(name) / "tokenizer.json" : fs::path(name);
  if (is_folder && !fs::exists(path) && fs::exists(path.parent_path() / "vocab.txt"))
    path.replace_filename("vocab.txt");
  const TokenizerSettings settings = is_folder ? settings_in(path.parent_path()) : TokenizerSettings();
  if (path.extension() == ".txt")
    return open_vocabulary(path.string(), read_file(path.string(), kLongestText), cased, settings);
  check_not_cased(name, cased);
  auto opened = open_json(path.string(), read_file(path.string(), kLongestText), settings);
  const fs::path config = fs::path(name) / "config.json";
  if (is_folder && fs::exists(config)) {
    const json root = parse_json_object(read_file(config.string(), kLongestText), config.string());
    const auto text = root.find("text");
    if (text != root.end() && text->is_object())
      opened->preprocessing = read_encoder_options(*text, config.string()).preprocessing;
  }
  return opened;
}

std::unique_ptr<Impl> open_any(const std::string& name_or_file, std::optional<bool> cased) {
  if (name_or_file.find_first_of("/.") != std::string::npos) return open_path(name_or_file, cased);
  auto opened = std::make_unique<Impl>();
  opened->own.tokenizer = make_tokenizer(name_or_file);
  check_not_cased(name_or_file, cased);
  return opened;
}

}  // namespace

OpenTokenizer::OpenTokenizer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
OpenTokenizer::OpenTokenizer(const std::string& name_or_file, std::optional<bool> cased)
    : impl_(open_any(name_or_file, cased)) {}
OpenTokenizer::OpenTokenizer(OpenTokenizer&&) noexcept = default;
OpenTokenizer::~OpenTokenizer() = default;

OpenTokenizer OpenTokenizer::from_bytes(const std::string& file, const std::string& bytes,
                                        std::optional<bool> cased) {
  const size_t begin = bytes.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos || bytes[begin] != '{')
    return OpenTokenizer(open_vocabulary(file, bytes, cased));
  check_not_cased(file, cased);
  return OpenTokenizer(open_json(file, bytes));
}

}  // namespace heed::session
