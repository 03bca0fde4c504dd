// What the session throws: heed::Error, and its kind heed::UsageError for a name that there is not.
#pragma once

#include "engine/base/error.h"
