#include "native/studio/panels/word_vectors.h"

#include <filesystem>

#include "native/numbers.h"
#include "native/studio/paths.h"
#include "native/studio/ui/path_box.h"
#include "native/studio/ui/typography.h"

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

void WordVectorsPanel::draw(Ui& ui, const Attending& section) {
  title(ui, "Word vectors");
  soft(ui, state_of(source_));
  ui.mark("Vectors");
  if (path_box(ui, "##Vectors file", &path_, "a GloVe file or a folder")) source_.choose(expand_home(path_));
  problem(ui, source_.problem);
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
