// Whole files, read and written. Writing is all or nothing: whoever opens the file sees the old bytes or
// the new ones, never a part, also when the disk is full or the program is killed.
#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

// A configuration, a vocabulary or a tokenizer has a few megabytes; what is far larger is none of them.
inline constexpr size_t kLongestText = size_t{256} << 20;

// The bytes of a file. Error "[path] cannot be read: <reason>", and for more than `most` bytes, before they
// are read.
std::string read_file(const std::string& path, size_t most = std::numeric_limits<size_t>::max());

// Writes a temporary file beside `path`, then renames it. The folder must exist. On an Error
// ("[path] cannot be written: <reason>") the old file is as it was and nothing is left behind.
// Only a `durable` file is waited for until it is safe from a power cut; a killed process costs neither.
enum class Durable { kYes, kNo };
void write_file_atomically(const std::string& path, std::string_view bytes, Durable durable = Durable::kYes);
// The same of bytes that lie in several places, one after the other.
using ByteParts = std::vector<std::string_view>;
void write_file_atomically(const std::string& path, const ByteParts& parts, Durable durable = Durable::kYes);

// Makes `folder` (and its parents) hold `files`, given by file name. All files are written before anything
// is put in place. A folder that holds nothing else is exchanged whole; a folder with other content
// keeps that content, and the files are renamed into it one after the other.
// On an Error the old files are as they were and nothing is left behind.
void replace_folder_atomically(const std::string& folder, const std::map<std::string, std::string>& files);

}  // namespace heed
