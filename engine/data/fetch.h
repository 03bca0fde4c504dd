// Public data sets: where they are, what their files hash to, and how they get onto this machine.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace heed {

struct PublicFile {
  std::string name;
  int64_t bytes;
  std::string sha256;  // lower-case hexadecimal
};

struct PublicDataset {
  std::string name;
  std::string address;  // of the folder, ending in "/"
  std::string licence;
  std::vector<PublicFile> files;
};

// UsageError listing the names when there is none of this name.
const PublicDataset& public_dataset(const std::string& name);

// Where `heed fetch NAME` puts a data set and training looks for it: heed/data/NAME under $XDG_DATA_HOME, or
// under
// ~/.local/share. Error when neither is known.
std::string default_data_folder(const std::string& name);

// Bytes so far and in all. May throw to cancel: nothing is put in place then.
using FetchProgress = std::function<void(int64_t done, int64_t total)>;

// Puts the files of a data set into `folder`. They come from `from`: a folder, or a file://, http:// or
// https:// address of one; empty: the public address. Files that are there and right are not fetched again.
// All files are checked by SHA-256 before the first is put in place; on an Error the folder is as it was.
void fetch_dataset(const PublicDataset& dataset, const std::string& folder, const std::string& from,
                   const FetchProgress& progress);

}  // namespace heed
