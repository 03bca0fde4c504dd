// assets/one-file.html as it was when this program was built.
#pragma once

#include <string>

namespace heed::session {

// With @VERSION@ and @DATA@ in their places.
std::string one_file_form();

}  // namespace heed::session
