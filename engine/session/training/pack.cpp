#include "engine/session/training/pack.h"

#include <filesystem>

#include "engine/session/training/inside/recipe.h"
#include "engine/tasks/corpus_share.h"
#include "engine/tasks/corpus_task.h"

namespace heed::session {
namespace {

Recipe recipe_of(const PackOptions& options) {
  Recipe recipe = load_recipe(options.recipe, options.set);
  if (options.split_seed) recipe.json["split_seed"] = *options.split_seed;
  if (!options.from.empty()) recipe.json["text"]["pieces"] = options.from;
  return recipe;
}

const CorpusUse& use_of(const Recipe& recipe) {
  const TaskEntry& task = task_of(recipe.json, recipe.name);
  const CorpusUse* use = corpus_use(task.name);
  check(use != nullptr, "[", recipe.name, "] is a recipe of the task ", task.name,
        ": only texts that masked words or next words are learned from are packed.");
  return *use;
}

// Files that are gone when the work is done, or kept for the next try where it was not.
class Scratch {
 public:
  explicit Scratch(std::string start) : start_(std::move(start)) {}
  std::string path(const char* what) const { return start_ + what; }
  void remove() const {
    for (const char* what : {kPieces, kAll, kShare}) remove_packed(path(what));
  }
  static constexpr const char *kPieces = ".pieces", *kAll = ".all", *kShare = ".share";

 private:
  std::string start_;
};

}  // namespace

Packed pack(const PackOptions& options) {
  const Recipe recipe = recipe_of(options);
  const CorpusUse& use = use_of(recipe);
  const std::vector<std::string> files = corpus_files(options.data);
  for (const std::string& file : files)
    check(!is_packed_file(file), "[", file, "] is packed already: expected text files.");
  std::error_code ignored;
  check(!std::filesystem::exists(options.out, ignored) || is_packed_file(options.out), "[", options.out,
        "] is a file that is no packed corpus: choose another one with --out, or move it away.");
  const Scratch scratch(options.out);
  RunPieces pieces = run_pieces(recipe, use.pieces, files, scratch.path(Scratch::kPieces), options.preparing);
  ThreadPool threads(options.threads);
  PackedFile file;
  file.vocabulary = pieces.text->size();
  file.pieces = std::move(pieces.files);
  file.held_out = split_fractions(recipe).validation;
  file.split_seed = recipe.json["split_seed"].get<uint64_t>();
  file.corpus = pack_corpus(
      recipe, files, *pieces.text,
      {0, 0, scratch.path(Scratch::kAll), &threads, options.preparing, use.form(*pieces.text, recipe.name)});
  if (options.tokens > 0)
    file.corpus = share_of(file.corpus, options.tokens, file.split_seed, file.vocabulary,
                           scratch.path(Scratch::kShare));
  write_packed_file(options.out, file);
  Packed made;
  made.documents = file.corpus.documents;
  made.train = file.corpus.train;
  made.held_out = file.corpus.tokens->size() - made.train;
  made.pieces = file.vocabulary;
  made.bytes = static_cast<int64_t>(std::filesystem::file_size(options.out));
  scratch.remove();
  return made;
}

}  // namespace heed::session
