// Evidence: whether the attention of the explored model explains its answers, on the explorer's sentence,
// beside another one, and over the data that the model was measured on.
#pragma once

#include "native/studio/parts/beside.h"
#include "native/studio/parts/evidence.h"
#include "native/studio/parts/model_figures.h"
#include "native/studio/section.h"
#include "native/studio/ui/ui.h"

namespace heed::studio {

class EvidencePanel {
 public:
  EvidencePanel(Evidence& evidence, Beside& beside, ModelFigures& figures, Explorer& explorer,
                Section& section)
      : evidence_(evidence), beside_(beside), figures_(figures), explorer_(explorer), section_(section) {}

  void draw(Ui& ui);

 private:
  void on_sentence(Ui& ui);
  void progress(Ui& ui);
  void over_data(Ui& ui);

  Evidence& evidence_;
  Beside& beside_;
  ModelFigures& figures_;
  Explorer& explorer_;
  Section& section_;
  enum class Part { kSentence, kBeside, kData } part_ = Part::kSentence;
};

// What other attention, and fewer words, make of the answer; `again` shuffles once more.
void draw_experiments(Ui& ui, Evidence& evidence);
void draw_beside(Ui& ui, Beside& beside);
void draw_figures(Ui& ui, const nlohmann::json& measured);
// What each head looks at and what it is worth; a click on one opens its map under Explore.
void draw_heads(Ui& ui, ModelFigures& figures, Explorer& explorer, Section& section);

}  // namespace heed::studio
