// Which word vectors texts are looked up in, and the words that have none.
#include <filesystem>

#include "native/studio/path_box.h"
#include "native/studio/studio.h"

namespace heed::studio {
namespace {

std::string state_of(const VectorSource& source) {
  if (source.loading) return "reading " + std::to_string(static_cast<int>(source.read * 100)) + " % …";
  if (!source.vectors()) return "No vectors are open: name a GloVe text file or a folder with word vectors.";
  const std::string name = std::filesystem::path(source.path()).filename().string();
  return name + ": " + with_separators(source.vectors()->size()) + " words, " +
         std::to_string(source.vectors()->D()) + " wide";
}

}  // namespace

void draw_word_vectors(Studio& studio, const Attending& section) {
  Ui& ui = studio.ui;
  title(ui, "Word vectors");
  soft(ui, state_of(studio.vectors));
  ui.mark("Vectors");
  if (path_box(ui, "##Vectors file", &studio.vectors_path, "a GloVe file or a folder"))
    studio.open_vectors(expand_home(studio.vectors_path));
  problem(ui, studio.vectors.problem);
  if (section.answers().empty() || !section.answers().front().attended) return;
  const session::Attended& found = *section.answers().front().attended;
  std::string missing;
  for (const std::string& word : found.missing) missing += (missing.empty() ? "" : ", ") + word;
  if (!missing.empty()) {
    text(ui, "Without a vector, zeros stand in for: " + missing);
    ui.mark("Missing");
  }
  for (const std::string& warning : found.warnings) soft(ui, warning);
}

}  // namespace heed::studio
