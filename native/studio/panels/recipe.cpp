#include "native/studio/panels/recipe.h"

#include "native/studio/ui/typography.h"
#include "native/studio/ui/widgets.h"

namespace heed::studio {

void draw_recipe(Ui& ui, Form& form, DataFile& file) {
  title(ui, "Recipe");
  std::vector<std::string> names;
  for (const session::RecipeEntry& entry : form.recipes()) names.push_back(entry.name);
  size_t chosen = form.chosen();
  if (choose(ui, "##Recipe", names, &chosen)) {
    form.choose(chosen);
    if (!form.data().empty()) file.tell_form();
  }
  if (chosen < names.size()) soft(ui, form.recipes()[chosen].description);
  problem(ui, form.problem());
}

}  // namespace heed::studio
