// A place that keeps files by name: checkpoints and finished models go there, wherever that is.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/file.h"

namespace heed {

// Names may have folders in them ("models/mine/config.json"), but neither begin with '/' nor hold "..": that
// is an Error, as is what cannot be read or written, each naming the file. What is written is all or nothing:
// whoever reads sees the old bytes or the new ones, also when the program is killed.
class Store {
 public:
  virtual ~Store() = default;

  virtual bool has(const std::string& name) const = 0;
  virtual std::string read(const std::string& name) const = 0;
  virtual void write(const std::string& name, const ByteParts& parts, Durable durable) = 0;
  void write(const std::string& name, std::string_view bytes, Durable durable = Durable::kYes) {
    write(name, ByteParts{bytes}, durable);
  }
  // A folder of files, put in place together: see replace_folder_atomically().
  virtual void write_folder(const std::string& name, const std::map<std::string, std::string>& files) = 0;
  // All files, in the order of their names; what a killed program left half-written is none of them.
  virtual std::vector<std::string> list() const = 0;
  // Nothing happens where there is no such file.
  virtual void remove(const std::string& name) = 0;
  // What messages call a file.
  virtual std::string place(const std::string& name) const { return name; }
};

// Files of this machine, in a folder that is made when something is written.
class FolderStore : public Store {
 public:
  explicit FolderStore(std::string folder) : folder_(std::move(folder)) {}  // "": where the program runs

  bool has(const std::string& name) const override;
  std::string read(const std::string& name) const override;
  using Store::write;
  void write(const std::string& name, const ByteParts& parts, Durable durable) override;
  void write_folder(const std::string& name, const std::map<std::string, std::string>& files) override;
  std::vector<std::string> list() const override;
  void remove(const std::string& name) override;
  std::string place(const std::string& name) const override;

 private:
  std::string folder_;
};

// Files that are gone with the object.
class MemoryStore : public Store {
 public:
  bool has(const std::string& name) const override { return files_.count(name) > 0; }
  std::string read(const std::string& name) const override;
  using Store::write;
  void write(const std::string& name, const ByteParts& parts, Durable durable) override;
  void write_folder(const std::string& name, const std::map<std::string, std::string>& files) override;
  std::vector<std::string> list() const override;
  void remove(const std::string& name) override { files_.erase(name); }

 private:
  std::map<std::string, std::string> files_;
};

}  // namespace heed
