#include "native/studio/parts/model_files.h"

#include "engine/session/models/quantize.h"
#include "engine/session/models/save.h"
#include "native/studio/paths.h"

namespace heed::studio {

void ModelFiles::open(const std::string& given) {
  explorer_.opening = true;
  files_.run(
      [this, folder = absolute(given)]() -> Jobs::Apply {
        auto model = std::make_shared<const session::Model>(session::Model::open(folder));
        return [this, folder, model] {
          explorer_.opening = false;
          notice_.problem.clear();
          if (opened) opened(folder);
          explorer_.use(model, model->info().name, folder);
          settings_.remember_model(folder);
        };
      },
      [this](const std::string& words) {
        explorer_.opening = false;
        notice_.problem = words;
      });
}

void ModelFiles::save(const std::string& folder) {
  write(folder, [](const std::string& from, const std::string& to) { session::save_model(from, to); });
}

void ModelFiles::export_for_page(const std::string& folder) {
  write(folder, [](const std::string& from, const std::string& to) { session::quantize(from, to); });
}

void ModelFiles::write(const std::string& folder,
                       void (*make)(const std::string& from, const std::string& to)) {
  notice_.message.clear();
  files_.run(
      [this, make, from = explorer_.folder(), folder]() -> Jobs::Apply {
        make(from, folder);
        return [this, folder] {
          notice_.problem.clear();
          notice_.message = "The model is in " + folder + ".";
          settings_.remember_model(folder);
        };
      },
      [this](const std::string& words) { notice_.problem = words; });
}

}  // namespace heed::studio
