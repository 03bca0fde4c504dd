// A model whose files arrive in pieces, over a network or from a disk, each written straight to where it
// stays: weights are never in memory twice.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/session/models/model.h"

namespace heed {
class SafeTensorsStream;
}

namespace heed::session {

class IncomingModel {
 public:
  // `name` is what the Analysis calls the model; in messages its files are "<name>/<file name>".
  // With kInt8, weights of other makers are never here whole as float32. `threads` are for models of other
  // makers.
  explicit IncomingModel(std::string name, Precision precision = Precision::kAsStored, int threads = 1);
  ~IncomingModel();

  // A file of `bytes` bytes begins, the one before has come whole. config.json comes first: it says whose the
  // model is. Error for a file that memory cannot hold.
  void begin(const std::string& file, uint64_t bytes);
  // Where the next bytes of the file go, and how many fit there: 0 when all have come. Stands until wrote().
  char* room();
  size_t room_size();
  // The first `count` bytes of room() have been written. Error for weights whose header is wrong.
  void wrote(size_t count);
  // The model, when all files have come; what is here is used up. Error as Model::open() has it.
  Model open();

 private:
  bool is_streamed() const;
  void finish();

  std::string name_;
  Precision precision_;
  int threads_;
  std::string file_;  // the one that is coming
  size_t filled_ = 0;
  std::map<std::string, std::string> read_;
  std::map<std::string, std::unique_ptr<SafeTensorsStream>> streamed_;
};

}  // namespace heed::session
