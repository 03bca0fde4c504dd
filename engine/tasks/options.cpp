#include "engine/tasks/options.h"

#include <cmath>

#include "engine/base/error.h"
#include "engine/format/fields_json.h"
#include "engine/tasks/fields.h"

namespace heed {

void TrainingOptions::validate(const std::string& file) const {
  check_fields(training_fields(), this, file);
  check(!optimizer.nesterov || optimizer.momentum > 0, "[", file, "] nesterov needs a momentum above 0.");
  check(masking.masked + masking.random <= 1, "[", file, "] masking.masked is ", masking.masked,
        ", masking.random ", masking.random, ": expected no more than 1 together.");
  check(crops.max >= crops.min, "[", file, "] crops of ", crops.min, " to ", crops.max,
        " words: expected min <= max.");
}

}  // namespace heed
