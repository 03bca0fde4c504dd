// Model folders: opened to be explored, saved elsewhere, made small for the page. Files have a thread of
// their own; what was there stays until another model has been read.
#pragma once

#include <functional>
#include <string>

#include "native/studio/parts/explorer.h"
#include "native/studio/parts/notice.h"
#include "native/studio/settings.h"

namespace heed::studio {

class ModelFiles {
 public:
  ModelFiles(Jobs& files, Explorer& explorer, Settings& settings, Notice& notice)
      : files_(files), explorer_(explorer), settings_(settings), notice_(notice) {}

  void open(const std::string& folder);
  // The explored model, which is in a folder already. All of the new one is written, or none of it.
  void save(const std::string& folder);
  void export_for_page(const std::string& folder);  // matrices as int8

  // Called when a model was read, before it is explored.
  std::function<void(const std::string& folder)> opened;

 private:
  void write(const std::string& folder, void (*make)(const std::string& from, const std::string& to));

  Jobs& files_;
  Explorer& explorer_;
  Settings& settings_;
  Notice& notice_;
};

}  // namespace heed::studio
