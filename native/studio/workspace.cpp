#include "native/studio/workspace.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>

#include "engine/session/rows/run_rows.h"
#include "engine/session/runs/run_record.h"
#include "native/studio/parts/past_runs.h"
#include "native/studio/paths.h"
#include "native/studio/terminal.h"

namespace heed::studio {
namespace {

namespace fs = std::filesystem;

constexpr size_t kPastRuns = 20;  // that are listed again
constexpr const char* kFirstSentence = "Please send me the signed contract before noon.";
constexpr const char* kLabSentence = "the king gave the queen a book because she likes it";

// What the sections about mechanisms begin with, where nothing is remembered.
void begin_attending(Attending& two, Attending& lab, const Settings& s) {
  const session::SentencePair pair = session::example_pair();
  two.question.query = s.two_query.empty() ? pair.query : s.two_query;
  two.question.key = s.two_key.empty() ? pair.key : s.two_key;
  two.question.mechanisms = {s.two_mechanism.empty() ? "scaled-dot" : s.two_mechanism};
  two.question.options.heads = lab.question.options.heads = 2;
  lab.question.query = s.lab_query.empty() ? kLabSentence : s.lab_query;
  lab.question.key = s.lab_key.empty() ? lab.question.query : s.lab_key;
  for (const session::MechanismEntry* entry : session::mechanisms())
    if (entry->traits.side_by_side) lab.question.mechanisms.push_back(entry->name);
  lab.question.options.width = 8;
  lab.question.options.draw = 1;
  lab.chosen = s.lab_mechanism.empty() ? "scaled-dot" : s.lab_mechanism;
}

// A run that is offered to be resumed is not listed again.
bool is_unfinished(const std::vector<Unfinished>& left, const Run& run) {
  return std::any_of(left.begin(), left.end(),
                     [&](const Unfinished& one) { return absolute(one.options.out) == run.options.out; });
}

// One that waited when the window closed begins anew; one that ended while it closed is not offered again.
void check_unfinished(std::vector<Unfinished>& runs) {
  std::error_code ignored;
  for (Unfinished& run : runs)
    run.options.resume = fs::exists(run.options.out + ".checkpoint.safetensors", ignored);
  std::erase_if(runs,
                [&](const Unfinished& run) { return !run.options.resume && is_model(run.options.out); });
}

}  // namespace

Workspace::Workspace(Settings s, std::function<void()> wake)
    : settings(std::move(s)),
      mailbox(std::move(wake)),
      analyses(mailbox),
      files(mailbox),
      explorer(analyses),
      findings(analyses, explorer),
      writing(analyses, explorer),
      why(analyses, explorer),
      evidence(analyses, explorer, why),
      beside(analyses, explorer),
      figures(files, explorer),
      watch(explorer),
      runs(mailbox, [this](const std::shared_ptr<Run>& run) { run_changed(run); }),
      tuning(runs),
      data(files, mailbox),
      file_look(files),
      data_file(data, file_look, form, settings),
      folds(data, mailbox),
      explained(files, mailbox),
      models(files, explorer, settings, notice),
      comparison(analyses, files),
      nearest(analyses, mailbox, explorer),
      tokenizers(analyses),
      vectors(files, mailbox, settings.vectors),
      two_sentences(analyses),
      lab(analyses),
      fetching(mailbox),
      devices(session::devices()),
      section(section_of(settings.tab)) {
  models.opened = [this](const std::string& folder) {
    if (watch.run() && watch.run()->folder() != folder) watch.leave();
  };
  watch.open = [this](const std::string& folder) { models.open(folder); };
  begin();
}

Workspace::~Workspace() {
  runs.leave();
}

// Opens the last model of the session before, or one that ships.
void Workspace::begin() {
  check_unfinished(settings.unfinished);
  std::vector<Run> past = past_runs(session::default_runs_folder(), kPastRuns);
  std::erase_if(past, [&](const Run& run) { return is_unfinished(settings.unfinished, run); });
  runs.recall(std::move(past));
  tuning.recall(settings.search);
  form.choose(settings.recipe);
  explorer.write(settings.sentence.empty() ? kFirstSentence : settings.sentence);
  const std::string model =
      is_model(settings.model) ? settings.model : shipped_model(form.recipes(), "enron-request");
  if (!model.empty()) models.open(model);
  begin_attending(two_sentences, lab, settings);
  std::error_code ignored;
  if (!settings.data.empty() && fs::exists(settings.data, ignored)) data_file.open(settings.data);
}

void Workspace::turn() {
  mailbox.deliver();
  keep_unfinished();
  comparison.analyse(explorer.sentence());
  if (section == Section::kExplore) {
    why.follow();
    nearest.follow();
  }
  if (section == Section::kTokenizer) follow_tokenizers();
  if (section == Section::kExplore || section == Section::kTrain) {
    findings.follow();
    writing.follow();
  }
  follow_attending();
}

// A program that is killed keeps no settings: what trains is written down when it begins, and when it ends.
void Workspace::keep_unfinished() {
  std::string going;
  for (const std::shared_ptr<Run>& run : runs.runs())
    if (run->active() || run->state == RunState::kQueued) going += run->name + "\n";
  if (going == going_) return;
  going_ = going;
  keep_settings();
}

void Workspace::run_changed(const std::shared_ptr<Run>& run) {
  if (!run->ended()) {
    if (run == watch.run() && watch.epoch() < 0) watch.follow(run, -1);
    return;
  }
  tuning.changed(run);
  if (run->state == RunState::kFailed || run->trial) return;
  if (run->folder().empty()) {
    notice.message = run->name + " is stopped before its first step: there is no model of it.";
    return;
  }
  if (run == watch.run() ? watch.epoch() < 0 : !explorer.model()) models.open(run->folder());
  notice.message = run->name + " is " + name_of(run->state) + ": its model is in " + run->folder() + ".";
}

// Only what is looked at is computed; the vectors are read when a section first needs them.
void Workspace::follow_attending() {
  Attending* shown = section == Section::kTwoSentences ? &two_sentences
                     : section == Section::kLab        ? &lab
                                                       : nullptr;
  if (shown == nullptr) return;
  vectors.need(shown->words());
  vectors.begin(shipped_model(form.recipes(), "word-vectors"));
  shown->follow(name_of(section), vectors.vectors());
}

// They begin with the explorer's sentence, by whole words and by word pieces.
void Workspace::follow_tokenizers() {
  if (!tokenizers.begun()) {
    const std::vector<std::string> shipped = shipped_models(form.recipes());
    std::array<std::string, 2> sources = settings.tokenizers;
    for (size_t side = 0; side < 2; ++side)
      if (sources[side].empty())
        sources[side] = shipped_model(form.recipes(), side == 0 ? "enron-request" : "heed-small");
    tokenizers.begin(sources, shipped, explorer.sentence());
  }
  tokenizers.follow();
}

void Workspace::drop(const std::string& path) {
  if (section == Section::kTwoSentences || section == Section::kLab) {
    vectors.choose(path);
  } else if (section == Section::kTokenizer) {
    tokenizers.open(1, path);
  } else if (is_model(path)) {
    watch.leave();
    models.open(path);
  } else {
    data_file.open(path);
    if (section != Section::kData) section = Section::kTrain;
  }
}

void Workspace::show_rows(const Run& run, const Snapshot& after, bool on_validation,
                          const std::pair<size_t, size_t>& truth_and_said) {
  const auto rows = [settings = run.settings, options = run.options, on_validation] {
    return session::rows_of_run(settings, options,
                                on_validation ? session::RunPart::kValidation : session::RunPart::kTraining);
  };
  const auto trained = [settings = run.settings, options = run.options] {
    return std::make_shared<const session::TrainedTexts>(settings, options);
  };
  comparison.show({run.name + " after epoch " + std::to_string(after.epoch), after.model, trained, rows,
                   "rows of its " + std::string(on_validation ? "validation" : "training") + " part"},
                  {RowChoice::Of::kFirst, static_cast<int>(truth_and_said.first),
                   static_cast<int>(truth_and_said.second), "", ""});
  section = Section::kCompare;
}

void Workspace::keep_settings() {
  settings.tab = name_of(section);
  settings.recipe = form.name();
  settings.sentence = explorer.sentence();
  settings.vectors = vectors.chosen();
  settings.two_query = two_sentences.question.query;
  settings.two_key = two_sentences.question.key;
  settings.two_mechanism = two_sentences.question.mechanisms.front();
  settings.lab_query = lab.question.query;
  settings.lab_key = lab.question.key;
  settings.lab_mechanism = lab.chosen;
  for (size_t side = 0; side < tokenizers.sides.size(); ++side)
    if (!tokenizers.sides[side].opened.empty()) settings.tokenizers[side] = tokenizers.sides[side].opened;
  settings.search = tuning.kept();
  Settings written = settings;  // what is offered and not gone on with yet stays on offer
  for (const std::shared_ptr<Run>& run : runs.runs())
    if (!run->trial && (run->active() || run->state == RunState::kQueued))
      written.unfinished.push_back({run->name, run->options});
  try {
    written.save();
  } catch (const std::exception& error) {
    say_to_terminal(error.what());
  }
}

}  // namespace heed::studio
