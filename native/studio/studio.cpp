#include "native/studio/studio.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>

#include "engine/session/models/quantize.h"
#include "engine/session/models/save.h"
#include "native/studio/theme.h"

namespace heed::studio {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFirstSentence = "Please send me the signed contract before noon.";

// What is remembered must be found from another folder, too.
std::string absolute(const std::string& path) {
  std::error_code error;
  const fs::path found = fs::absolute(path, error).lexically_normal();
  return error ? path : (found.has_filename() ? found : found.parent_path()).string();
}

bool is_model(const std::string& path) {
  std::error_code ignored;
  return fs::exists(fs::path(path) / "config.json", ignored);
}

// A model that ships, beside the recipes; "" when it is not there.
std::string shipped_model(const Form& form, const char* name) {
  if (form.recipes().empty()) return "";
  const fs::path recipes = fs::path(form.recipes()[0].file).parent_path();
  const fs::path model = recipes.parent_path() / "models" / name;
  return is_model(model.string()) ? model.string() : "";
}

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

// One that waited when the window closed begins anew; one that ended while it closed is not offered again.
void check_unfinished(std::vector<Unfinished>& runs) {
  std::error_code ignored;
  for (Unfinished& run : runs)
    run.options.resume = fs::exists(run.options.out + ".checkpoint.safetensors", ignored);
  std::erase_if(runs,
                [&](const Unfinished& run) { return !run.options.resume && is_model(run.options.out); });
}

}  // namespace

Studio::Studio(Window& w, Settings s)
    : window(w),
      settings(std::move(s)),
      palette(settings.theme == "dark"),
      mailbox(Window::wake),
      analyses(mailbox),
      files(mailbox),
      runs(mailbox, [this](const std::shared_ptr<Run>& run) { run_changed(run); }),
      explorer(analyses),
      data(files, mailbox),
      comparison(analyses, files),
      vectors(files, mailbox),
      two(analyses),
      lab(analyses),
      devices(session::devices()),
      tab(settings.tab) {
  ui.palette = &palette;
  check_unfinished(settings.unfinished);
  ui.fonts = &window.fonts();
  form.choose(settings.recipe);
  explorer.write(settings.sentence.empty() ? kFirstSentence : settings.sentence);
  const std::string model = is_model(settings.model) ? settings.model : shipped_model(form, "enron-request");
  if (!model.empty()) open_model(model);
  begin_attending(two, lab, settings);
  std::error_code ignored;
  if (!settings.data.empty() && fs::exists(settings.data, ignored)) open_data(settings.data, "", {});
}

Studio::~Studio() {
  runs.leave();
}

void Studio::run_changed(const std::shared_ptr<Run>& run) {
  if (!run->ended()) {
    if (run == watched && watched_epoch < 0) watch(run, -1);
    return;
  }
  if (run->state == RunState::kFailed) return;
  if (run == watched || !watched) open_model(run->folder());
  message = run->name + " is " + name_of(run->state) + ": its model is in " + run->folder() + ".";
}

void Studio::start_training() {
  if (!form.problem().empty()) return;
  const session::TrainOptions options = form.options(runs_folder());
  const auto run = runs.add(fs::path(options.out).filename().string(), options);
  selected = run;
  watched = run;
  watched_epoch = -1;
}

void Studio::watch(const std::shared_ptr<Run>& run, int epoch) {
  watched = run;
  watched_epoch = epoch;
  if (run->snapshots.empty()) return;
  const Snapshot* best = &run->snapshots.back();
  for (const Snapshot& snapshot : run->snapshots)
    if (epoch >= 0 && snapshot.epoch <= epoch) best = &snapshot;
  if (explorer.model() == best->model) return;
  model_folder = "";
  explorer.use(best->model, run->name + " after epoch " + std::to_string(best->epoch));
}

void Studio::open_model(const std::string& path) {
  const std::string folder = absolute(path);
  opening = true;
  files.run(
      [this, folder]() -> Jobs::Apply {
        auto model = std::make_shared<const session::Model>(session::Model::open(folder));
        return [this, folder, model] {
          opening = false;
          problem.clear();
          model_folder = folder;
          if (!watched || watched->folder() != folder) watched.reset();
          explorer.use(model, model->info().name);
          // Models below the runs' folder come and go; those the user named are remembered.
          settings.remember_model(folder);
        };
      },
      [this](const std::string& words) {
        opening = false;
        problem = words;
      });
}

void Studio::open_data(const std::string& given, const std::string& format,
                       const std::vector<std::string>& set) {
  const std::string path = absolute(given);
  data_path = path;
  data.load(path, format, set, [this] {
    settings.remember_data(data.path());
    form.use_data(data.path(), data.data());
    text_column = data.data().text_column;
    label_column = data.data().label_column;
    data_format = data.data().format;
    const fs::path file(data.path());
    edit_path = (file.parent_path() / (file.stem().string() + "-edited.csv")).string();
  });
}

void Studio::save_model(const std::string& folder, bool for_the_page) {
  message.clear();
  files.run(
      [this, from = model_folder, folder, for_the_page]() -> Jobs::Apply {
        if (for_the_page)
          session::quantize(from, folder);
        else
          session::save_model(from, folder);
        return [this, folder] {
          problem.clear();
          message = "The model is in " + folder + ".";
          settings.remember_model(folder);
        };
      },
      [this](const std::string& words) { problem = words; });
}

void Studio::compare_with(size_t side, const std::string& folder) {
  compare_path[side] = folder;
  comparison.open(side, folder);
}

void Studio::open_vectors(const std::string& path) {
  settings.vectors = absolute(path);
  vectors.open(settings.vectors);
}

// Only what is looked at is computed; the vectors are read when a section first needs them.
void Studio::follow_attending() {
  Attending* section = tab == "Two sentences" ? &two : tab == "Lab" ? &lab : nullptr;
  if (section == nullptr) return;
  vectors.need(section->words());
  if (!vectors.vectors() && !vectors.loading && vectors.problem.empty()) {
    std::error_code ignored;
    const bool kept = !settings.vectors.empty() && fs::exists(settings.vectors, ignored);
    vectors.open(kept ? settings.vectors : shipped_model(form, "word-vectors"));
  }
  section->follow(tab, vectors.vectors());
}

void Studio::take_dropped() {
  for (const std::string& path : window.take_dropped()) {
    if (tab == "Two sentences" || tab == "Lab") {
      open_vectors(path);
    } else if (is_model(path)) {
      watched.reset();
      open_model(path);
    } else {
      open_data(path, "", {});
      if (tab != "Data") tab = "Train";
    }
  }
}

// While something trains the window asks first; what trains leaves its checkpoint either way.
void Studio::settle_close() {
  if (!window.close_asked() || !runs.active()) return;
  window.keep_open();
  asks_to_close = true;
}

void Studio::close_now() {
  leaving_ = true;
}

bool Studio::turn() {
  mailbox.deliver();
  take_dropped();
  settle_close();
  comparison.analyse(explorer.sentence());
  follow_attending();
  palette = Palette(settings.theme == "dark");
  window.background = palette.paper;
  window.scale = static_cast<float>(settings.scale);
  ui.scale = window.scale * window.density();
  apply_theme(palette, ui.scale);
  window.frame([this] { draw(); });
  if (!window.close_asked() && !leaving_) return true;
  keep_settings();
  return false;
}

void Studio::draw() {
  ImGuiIO& io = ImGui::GetIO();
  // A map that has the arrow keys keeps them from ImGui's walk between widgets, which looks at this flag when
  // the next frame begins.
  if (ui.map_has_keys)
    io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
  else
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  ui.map_has_keys = false;
  ui.seen.clear();
  for (Pointing* pointing : {&explorer.pointing, &two.pointing, &lab.pointing}) pointing->next_frame();
  draw_layout(*this);
}

double Studio::patience() const {
  return -1;  // whatever moves posts a message
}

void Studio::keep_settings() {
  window.size(&settings.width, &settings.height);
  settings.tab = tab;
  settings.recipe = form.name();
  settings.sentence = explorer.sentence();
  settings.two_query = two.question.query;
  settings.two_key = two.question.key;
  settings.two_mechanism = two.question.mechanisms.front();
  settings.lab_query = lab.question.query;
  settings.lab_key = lab.question.key;
  settings.lab_mechanism = lab.chosen;
  settings.unfinished.clear();
  for (const std::shared_ptr<Run>& run : runs.runs())
    if (run->active() || run->state == RunState::kQueued)
      settings.unfinished.push_back({run->name, run->options});
  try {
    settings.save();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "heed-studio: %s\n", error.what());
  }
}

}  // namespace heed::studio
