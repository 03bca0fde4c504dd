// Rows of a measurement as text, to be taken up again.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/explain/data_faithfulness.h"

namespace heed::session {

// `identity`: of the model's answers, the texts and the options; rows are taken up by the same alone.
std::string write_rows(uint64_t identity, const std::vector<explain::TextFigures>& rows);
// Error "[file] …" for what is none, and for that of another identity.
std::vector<explain::TextFigures> read_rows(const std::string& text, uint64_t identity,
                                            const std::string& file);

}  // namespace heed::session
