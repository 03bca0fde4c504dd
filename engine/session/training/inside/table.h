// Text for people: aligned columns, numbers with a fixed number of digits. Not part of the session's door.
#pragma once

#include <string>
#include <vector>

#include "engine/session/models/model.h"

namespace heed::session {

std::string fixed(double value, int digits);

// With "…" for what stands behind the first `characters`.
std::string shortened(const std::string& text, size_t characters = 30);

// Columns as wide as their widest cell; the first to the left, the others to the right.
class Table {
 public:
  explicit Table(std::vector<std::string> header);
  void add(std::vector<std::string> row);
  std::string str() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

// The last attention map as a matrix (rows are queries, columns keys), and the strongest pairs.
std::string attention_text(const Analysis& analysis);

}  // namespace heed::session
