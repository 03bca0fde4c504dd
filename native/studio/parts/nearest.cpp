#include "native/studio/parts/nearest.h"

#include "engine/session/error.h"
#include "engine/session/rows/run_rows.h"

namespace heed::studio {
namespace {

constexpr size_t kShown = 8;

}  // namespace

void Nearest::read(const std::shared_ptr<const session::Labelled>& others) {
  if (reading_ || !explorer_.model()) return;
  reading_ = true;
  cancelled_ = false;
  share_ = 0;
  problem.clear();
  auto work = [this, others, model = explorer_.model(), folder = explorer_.folder()]() -> Jobs::Apply {
    session::Labelled rows = others ? *others : session::trained_rows(folder);
    const auto total = static_cast<double>(rows.rows.size());
    auto index = std::make_shared<const Index>(model, std::move(rows), [&](int64_t done) {
      if (cancelled_) fail("[nearest] was given up.");
      mailbox_.post([this, share = static_cast<double>(done) / total] { share_ = share; });
      return true;
    });
    return [this, index] {
      reading_ = false;
      index_ = index;
      asked_.clear();
      near_.clear();
    };
  };
  reading_jobs_.run(work, [this](const std::string& message) {
    reading_ = false;
    if (!cancelled_) problem = message;
  });
}

void Nearest::follow() {
  if (!ready() || asked_ == explorer_.sentence()) return;
  asked_ = explorer_.sentence();
  analyses_.newest(
      "nearest",
      [this, index = index_, sentence = asked_]() -> Jobs::Apply {
        std::vector<NearRow> near;
        const session::Labelled& rows = index->texts.rows();
        for (const session::NearText& one : index->texts.nearest(sentence, kShown)) {
          const session::LabelledRow& row = rows.rows[one.row];
          near.push_back({row.text, rows.labels[static_cast<size_t>(row.label)], one.distance});
        }
        return [this, index, near] {
          if (index_ == index) near_ = near;
        };
      },
      [this](const std::string& message) { problem = message; });
}

}  // namespace heed::studio
