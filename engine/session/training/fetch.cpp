#include "engine/data/fetch.h"

#include <filesystem>

#include "engine/session/training/training.h"

namespace heed::session {

PublicSet public_set(const std::string& name) {
  const PublicDataset& dataset = public_dataset(name);
  PublicSet set{name, dataset.address, dataset.licence, default_data_folder(name)};
  for (const PublicFile& file : dataset.files) set.bytes += file.bytes;
  std::error_code ignored;
  set.there = std::filesystem::exists(set.folder, ignored);
  return set;
}

Fetched fetch(const std::string& name, const std::string& to, const std::string& from,
              const std::function<void(int64_t done, int64_t total)>& progress) {
  const PublicDataset& dataset = public_dataset(name);
  std::string folder = to.empty() ? default_data_folder(name) : to;
  return {folder, fetch_dataset(dataset, folder, from, progress)};
}

}  // namespace heed::session
