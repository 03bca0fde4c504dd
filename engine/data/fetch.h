// Public data sets: where they are, what their files hash to, and how they get onto this machine.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace heed {

struct PublicFile {
  std::string name;         // where it is put, for instance "ekman/train.tsv", and where it is at the source
  int64_t bytes = 0;        // 0: not known
  std::string sha256 = {};  // lower-case hexadecimal; empty: not known, so it is told instead of checked
  std::string member = {};  // of a zip archive: then `archive` is what is downloaded, from its own address
  std::string archive = {};
  bool optional = false;  // a source without it will do
  // Files that are not published but may stand in its place in a folder.
  std::vector<PublicFile> stand_ins = {};
};

struct PublicDataset {
  std::string name;
  std::string address;  // of the folder, ending in "/"; for people where the files are in an archive
  std::string licence;
  std::vector<PublicFile> files;
};

const std::vector<PublicDataset>& public_datasets();

// UsageError listing the names when there is none of this name.
const PublicDataset& public_dataset(const std::string& name);

// Whether a folder, or the one that a file is in, holds a file of the set: by its name and its size.
bool is_of(const PublicDataset& dataset, const std::string& path);

// $XDG_DATA_HOME/heed, or the same below $HOME; "" where neither is set.
std::string user_folder();

// Where `heed fetch NAME` puts a data set and training looks for it: heed/data/NAME under $XDG_DATA_HOME, or
// under
// ~/.local/share. Error when neither is known.
std::string default_data_folder(const std::string& name);

// Bytes so far and in all. May throw to cancel: nothing is put in place then.
using FetchProgress = std::function<void(int64_t done, int64_t total)>;

// Puts the files of a data set into `folder`. They come from `from`: a folder, where they may be gzipped, or
// a file://, http:// or https:// address of one; empty: the public address. Files that are there and right
// are not fetched again. All files are checked by SHA-256 before the first is put in place; on an Error the
// folder is as it was. Returns remarks for people: the SHA-256 of files that could not be checked, and what
// was left out.
std::vector<std::string> fetch_dataset(const PublicDataset& dataset, const std::string& folder,
                                       const std::string& from, const FetchProgress& progress);

}  // namespace heed
