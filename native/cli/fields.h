// Options of a command from the description of a struct (base/fields.h).
#pragma once

#include <CLI/CLI.hpp>

#include "engine/session/reading/attend.h"

namespace heed::cli {

// One option per field, --key, whose value goes into `object`: a struct that `fields` describe.
void add_fields(CLI::App& command, const FieldList& fields, void* object);

}  // namespace heed::cli
