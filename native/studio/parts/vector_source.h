// The word vectors that the sections about mechanisms look words up in: those that ship, or a file of the
// user's. Files are read on a thread of their own; what was there stays until another one has been read.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/session/reading/vectors.h"
#include "native/studio/parts/jobs.h"

namespace heed::studio {

class VectorSource {
 public:
  // `chosen`: what the user chose the last time, or "".
  VectorSource(Jobs& files, Mailbox& mailbox, std::string chosen)
      : files_(files), mailbox_(mailbox), chosen_(std::move(chosen)) {}

  // A model folder with word vectors, or a GloVe text file, gzipped or not.
  void choose(const std::string& path);
  // The first time that vectors are needed: those that were chosen, where they still are, else `otherwise`.
  void begin(const std::string& otherwise);
  // Words that are about to be looked up. Of a text file only rows that were asked for are kept, so new words
  // have it read again.
  void need(const std::vector<std::string>& words);

  const std::shared_ptr<const session::WordVectors>& vectors() const { return vectors_; }
  const std::string& path() const { return path_; }      // of `vectors`
  const std::string& chosen() const { return chosen_; }  // by the user; to be remembered

  bool loading = false;
  double read = 0;  // share of the file, 0 to 1
  std::string problem;

 private:
  void open(const std::string& path);
  void load(const std::string& path);

  Jobs& files_;
  Mailbox& mailbox_;
  std::shared_ptr<const session::WordVectors> vectors_;
  std::string path_, wanted_path_, chosen_;
  std::set<std::string> words_;
};

}  // namespace heed::studio
