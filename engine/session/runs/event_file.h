// The files that TensorBoard reads: records of Event messages. Format: tensorflow/core/lib/io/record_writer.h
// and tensorflow/core/util/event.proto.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::session {

// CRC-32C (Castagnoli), as record frames have it, and masked as they want it.
uint32_t crc32c(std::string_view bytes);
uint32_t masked_crc32c(std::string_view bytes);

// length, its checksum, bytes, their checksum; all little-endian.
std::string record_of(std::string_view bytes);

class EventFile {
 public:
  // A new file in `folder`. Error where it cannot be written.
  explicit EventFile(const std::string& folder);

  using Scalars = std::vector<std::pair<std::string, double>>;
  void add(int64_t step, const Scalars& scalars);

 private:
  void append(const std::string& event);

  std::string path_;
};

}  // namespace heed::session
