// How files of labelled texts are written, by their endings and contents.
#pragma once

#include <string>

namespace heed {

// The format, as dataset_formats() names it, of a file, or of a folder by the files in it; "" where neither
// the ending nor the content says it. A file that is not there is known by its ending alone. Error for what
// is no text (foreign_file.h).
std::string format_of_file(const std::string& path);

// The same of a text: "jsonl", "json", "fasttext", "tsv", "csv" or "".
std::string format_of_text(std::string_view text);

}  // namespace heed
