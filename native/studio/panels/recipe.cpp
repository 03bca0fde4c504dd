// Which recipe a run follows, and what it is.
#include "native/studio/studio.h"

namespace heed::studio {

void draw_recipe(Studio& studio) {
  Ui& ui = studio.ui;
  Form& form = studio.form;
  title(ui, "Recipe");
  std::vector<std::string> names;
  for (const session::RecipeEntry& entry : form.recipes()) names.push_back(entry.name);
  size_t chosen = form.chosen();
  if (choose(ui, "##Recipe", names, &chosen)) {
    form.choose(chosen);
    if (!form.data().empty() && !studio.data.empty()) form.use_data(form.data(), studio.data.data());
  }
  if (chosen < names.size()) soft(ui, form.recipes()[chosen].description);
  problem(ui, form.problem());
}

}  // namespace heed::studio
