#include "native/studio/parts/vector_source.h"

#include <filesystem>

#include "engine/session/error.h"
#include "native/studio/paths.h"

namespace heed::studio {

void VectorSource::choose(const std::string& path) {
  chosen_ = absolute(path);
  open(chosen_);
}

void VectorSource::begin(const std::string& otherwise) {
  if (vectors_ || loading || !problem.empty()) return;
  std::error_code ignored;
  const bool kept = !chosen_.empty() && std::filesystem::exists(chosen_, ignored);
  open(kept ? chosen_ : otherwise);
}

void VectorSource::open(const std::string& path) {
  wanted_path_ = path;
  load(path);
}

void VectorSource::need(const std::vector<std::string>& words) {
  const size_t before = words_.size();
  words_.insert(words.begin(), words.end());
  std::error_code ignored;
  const bool whole = std::filesystem::is_directory(wanted_path_, ignored);  // a folder is read as a whole
  if (words_.size() > before && !whole && !wanted_path_.empty()) load(wanted_path_);
}

void VectorSource::load(const std::string& path) {
  loading = true;
  read = 0;
  auto failed = [this](const std::string& message) {
    loading = false;
    wanted_path_ = path_;
    problem = message;
  };
  files_.newest(
      "vectors",
      [this, path, words = std::vector<std::string>(words_.begin(), words_.end())]() -> Jobs::Apply {
        double told = 0;
        auto progress = [&](int64_t done, int64_t total) {
          if (files_.ending()) fail("[", path, "] is left: the window closes.");
          const double share = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 0;
          if (share < told + 0.01) return;
          told = share;
          mailbox_.post([this, share] { read = share; });
        };
        auto vectors =
            std::make_shared<const session::WordVectors>(session::WordVectors::open(path, words, progress));
        return [this, path, vectors] {
          loading = false;
          problem.clear();
          path_ = path;
          vectors_ = vectors;
        };
      },
      failed);
}

}  // namespace heed::studio
