#include "engine/data/fetch.h"

#include "engine/session/training/training.h"

namespace heed::session {

Fetched fetch(const std::string& name, const std::string& to, const std::string& from,
              const std::function<void(int64_t done, int64_t total)>& progress) {
  const PublicDataset& dataset = public_dataset(name);
  std::string folder = to.empty() ? default_data_folder(name) : to;
  return {folder, fetch_dataset(dataset, folder, from, progress)};
}

}  // namespace heed::session
