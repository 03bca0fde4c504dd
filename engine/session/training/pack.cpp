#include "engine/session/training/pack.h"

#include <filesystem>

#include "engine/session/training/inside/recipe.h"
#include "engine/tasks/corpus_share.h"
#include "engine/tasks/packed_file.h"
#include "engine/tasks/packing.h"
#include "engine/tasks/run_pieces.h"
#include "engine/tasks/task.h"

namespace heed::session {
namespace {

Recipe recipe_of(const PackOptions& options) {
  Recipe recipe = load_recipe(options.recipe, options.set);
  const TaskEntry& task = task_of(recipe.json, recipe.name);
  check(std::string("masked-words") == task.name, "[", recipe.name, "] is a recipe of the task ", task.name,
        ": only texts that masked words are learned from are packed.");
  if (options.split_seed) recipe.json["split_seed"] = *options.split_seed;
  if (!options.from.empty()) recipe.json["text"]["pieces"] = options.from;
  return recipe;
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
  const std::vector<std::string> files = corpus_files(options.data);
  for (const std::string& file : files)
    check(!is_packed_file(file), "[", file, "] is packed already: expected text files.");
  const Scratch scratch(options.out);
  RunPieces pieces = run_pieces(recipe, files, scratch.path(Scratch::kPieces));
  ThreadPool threads(options.threads);
  PackedFile file;
  file.vocabulary = pieces.text->size();
  file.pieces = std::move(pieces.files);
  file.held_out = split_fractions(recipe).validation;
  file.split_seed = recipe.json["split_seed"].get<uint64_t>();
  file.corpus = pack_corpus(recipe, files, *pieces.text,
                            {0, 0, scratch.path(Scratch::kAll), &threads, options.reading});
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
