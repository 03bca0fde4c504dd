// The training sentences that the explored model takes for most like the sentence: read once, in the
// background, and asked again whenever the sentence changes.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/session/rows/nearest_texts.h"
#include "native/studio/parts/explorer.h"
#include "native/studio/parts/jobs.h"

namespace heed::studio {

struct NearRow {
  std::string text, label;
  double distance = 0;  // as session::NearText has it
};

class Nearest {
 public:
  Nearest(Jobs& analyses, Mailbox& mailbox, Explorer& explorer)
      : analyses_(analyses), mailbox_(mailbox), explorer_(explorer), reading_jobs_(mailbox) {}
  ~Nearest() { cancelled_ = true; }

  // Reads what the model was trained on, or `others` where they are given.
  void read(const std::shared_ptr<const session::Labelled>& others = nullptr);
  void cancel() { cancelled_ = true; }
  void follow();  // asks for what is to be seen and not there yet; called while it is looked at

  bool reading() const { return reading_; }
  double share() const { return share_; }  // of the rows, while they are read
  bool ready() const { return index_ && index_->model == explorer_.model(); }
  size_t rows() const { return index_ ? index_->texts.rows().rows.size() : 0; }
  const std::vector<NearRow>& near() const { return near_; }
  std::string problem;

 private:
  struct Index {
    std::shared_ptr<const session::Model> model;
    session::Predictor predictor;
    session::NearestTexts texts;
    Index(std::shared_ptr<const session::Model> of, session::Labelled rows,
          const std::function<bool(int64_t)>& go_on)
        : model(std::move(of)), predictor(*model, 1), texts(predictor, std::move(rows), go_on) {}
  };

  Jobs& analyses_;
  Mailbox& mailbox_;
  Explorer& explorer_;
  std::shared_ptr<const Index> index_;
  std::vector<NearRow> near_;
  std::string asked_;
  std::atomic<bool> cancelled_ = false;
  bool reading_ = false;
  double share_ = 0;
  Jobs reading_jobs_;  // last: its thread uses the others
};

}  // namespace heed::studio
