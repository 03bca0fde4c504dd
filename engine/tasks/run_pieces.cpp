#include "engine/tasks/run_pieces.h"

#include <algorithm>
#include <filesystem>

#include "engine/base/file.h"
#include "engine/data/piece_encoder.h"
#include "engine/format/json.h"
#include "engine/tasks/byte_pairs.h"
#include "engine/tasks/packing.h"
#include "engine/tasks/recipe_fields.h"
#include "engine/tasks/word_counts.h"

namespace heed {
namespace fs = std::filesystem;
namespace {

constexpr size_t kPieces = 8000, kAlphabet = 300;

using Files = std::map<std::string, std::string>;

Files read_files(const std::string& place) {
  std::error_code ignored;
  const bool folder = fs::is_directory(place, ignored);
  const fs::path beside = folder ? fs::path(place) : fs::path(place).parent_path();
  Files files;
  if (!folder) files["tokenizer.json"] = read_file(place, kLongestText);
  for (const char* name : {"tokenizer.json", "vocab.txt", "tokenizer_config.json", "special_tokens_map.json",
                           "added_tokens.json"}) {
    const std::string file = (beside / name).string();
    if (files.count(name) == 0 && fs::exists(file, ignored)) files[name] = read_file(file, kLongestText);
  }
  return files;
}

size_t wanted_pieces(const Recipe& recipe) {
  const auto wanted = require<int64_t>(recipe.json["text"], "max_size", recipe.name);
  return wanted > 0 ? static_cast<size_t>(wanted) : kPieces;
}

void check_steps_of_bytes(const Recipe& recipe, const std::vector<std::string>& steps) {
  check(steps.empty(), "[", recipe.name,
        "] text.preprocess: byte pairs keep a text as it is, so that it can be written again; leave it out.");
}

Files learned_files(const Recipe& recipe, PieceKind kind, const std::vector<std::string>& corpus,
                    const WorkProgress& progress) {
  const nlohmann::json& text = recipe.json["text"];
  const auto steps = value_or<std::vector<std::string>>(text, "preprocess", {}, recipe.name);
  const bool lower_case = std::find(steps.begin(), steps.end(), "lower_case") != steps.end();
  const bool bytes = kind == PieceKind::kBytePairs;
  if (bytes) check_steps_of_bytes(recipe, steps);
  const WordCounts counts =
      bytes ? count_byte_words(corpus, progress) : count_words(corpus, lower_case, nullptr, progress);
  check(!counts.empty(), "[", corpus.front(), "] holds no words: expected text to learn from.");
  WordPieceTraining training;
  training.pieces = wanted_pieces(recipe);
  training.alphabet = kAlphabet;
  if (bytes) return learned_byte_pairs(counts, training.pieces);
  WordPieceTrainer trainer(counts, training);
  while (trainer.step(kMergesAtOnce))
    if (progress)
      progress("learning word pieces", static_cast<int64_t>(trainer.pieces().size()),
               static_cast<int64_t>(training.pieces), "pieces");
  return word_piece_files(trainer.pieces(), lower_case);
}

Files kept_or_learned(const Recipe& recipe, PieceKind kind, const std::vector<std::string>& corpus,
                      const std::string& path, const WorkProgress& progress) {
  nlohmann::json made_from = {{"files", marks_of(corpus)}, {"text", recipe.json["text"]}};
  if (kind == PieceKind::kBytePairs) made_from["kind"] = "byte pairs";
  std::error_code ignored;
  if (!path.empty() && fs::exists(path, ignored)) {
    const nlohmann::json kept = parse_json_object(read_file(path, kLongestText), path);
    if (kept.value("made_from", nlohmann::json()) == made_from) return kept.at("files").get<Files>();
  }
  Files files = learned_files(recipe, kind, corpus, progress);
  if (path.empty()) return files;
  if (const fs::path folder = fs::path(path).parent_path(); !folder.empty()) fs::create_directories(folder);
  write_file_atomically(path, dump_json({{"made_from", made_from}, {"files", files}}, path));
  return files;
}

}  // namespace

RunPieces pieces_in(Files files, const std::string& place) {
  RunPieces run{std::move(files), nullptr};
  run.text = read_piece_encoder(place, "pretrained", [&](const char* name) {
    const auto found = run.files.find(name);
    return found == run.files.end() ? std::nullopt : std::optional(found->second);
  });
  return run;
}

RunPieces byte_pairs_of_texts(const Recipe& recipe, const std::vector<std::string>& texts) {
  const nlohmann::json& text = recipe.json["text"];
  if (!text["pieces"].is_null()) return run_pieces(recipe, PieceKind::kBytePairs, {}, "");
  check_steps_of_bytes(recipe, value_or<std::vector<std::string>>(text, "preprocess", {}, recipe.name));
  return pieces_in(learned_byte_pairs(count_byte_words_of(texts), wanted_pieces(recipe)), "texts");
}

RunPieces run_pieces(const Recipe& recipe, PieceKind kind, const std::vector<std::string>& corpus,
                     const std::string& path, const WorkProgress& progress) {
  const nlohmann::json& named = recipe.json["text"]["pieces"];
  if (named.is_null()) return pieces_in(kept_or_learned(recipe, kind, corpus, path, progress), "texts");
  const auto place = named.get<std::string>();
  return pieces_in(read_files(place), place);
}

}  // namespace heed
