// A model folder put somewhere else.
#pragma once

#include <string>

namespace heed::session {

// Copies the files of the model folder `from` to the folder `to`, all or nothing: on an Error what `to` held
// is as it was. `from` must be a folder that Model::open takes.
void save_model(const std::string& from, const std::string& to);

}  // namespace heed::session
