#include "engine/session/runs/event_file.h"

#include <unistd.h>

#include <array>
#include <bit>
#include <chrono>
#include <cstring>
#include <fstream>

#include "engine/base/error.h"

namespace heed::session {
namespace {

constexpr uint32_t kCastagnoli = 0x82F63B78;  // its polynomial, bits reversed

constexpr std::array<uint32_t, 256> crc_table() {
  std::array<uint32_t, 256> table{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? kCastagnoli : 0);
    table[byte] = crc;
  }
  return table;
}

template <class T>
std::string little_endian(T value) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  static_assert(std::endian::native == std::endian::little);
  return bytes;
}

// Protocol buffers: a field's number and how it is written, then the value.
enum class Wire { kVarint = 0, kEight = 1, kBytes = 2, kFour = 5 };

std::string varint(uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  return bytes + static_cast<char>(value);
}

std::string key(uint64_t field, Wire wire) {
  return varint(field << 3 | static_cast<uint64_t>(wire));
}

std::string bytes_field(uint64_t field, std::string_view bytes) {
  return key(field, Wire::kBytes) + varint(bytes.size()) + std::string(bytes);
}

double wall_time() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

// Event: wall_time = 1.
std::string event_head() {
  return key(1, Wire::kEight) + little_endian(wall_time());
}

}  // namespace

uint32_t crc32c(std::string_view bytes) {
  static constexpr auto kTable = crc_table();
  uint32_t crc = 0xFFFFFFFF;
  for (const char c : bytes) crc = crc >> 8 ^ kTable[(crc ^ static_cast<unsigned char>(c)) & 0xFF];
  return ~crc;
}

uint32_t masked_crc32c(std::string_view bytes) {
  const uint32_t crc = crc32c(bytes);
  return (crc >> 15 | crc << 17) + 0xA282EAD8;
}

std::string record_of(std::string_view bytes) {
  const std::string length = little_endian(static_cast<uint64_t>(bytes.size()));
  return length + little_endian(masked_crc32c(length)) + std::string(bytes) +
         little_endian(masked_crc32c(bytes));
}

EventFile::EventFile(const std::string& folder) {
  path_ = folder + "/events.out.tfevents." + std::to_string(static_cast<int64_t>(wall_time())) + ".heed." +
          std::to_string(::getpid());
  append(event_head() + bytes_field(3, "brain.Event:2"));  // file_version = 3
}

void EventFile::add(int64_t step, const Scalars& scalars) {
  std::string summary;  // Summary: value = 1, of tag = 1 and simple_value = 2
  for (const auto& [tag, value] : scalars)
    summary +=
        bytes_field(1, bytes_field(1, tag) + key(2, Wire::kFour) + little_endian(static_cast<float>(value)));
  append(event_head() + key(2, Wire::kVarint) + varint(static_cast<uint64_t>(step)) +
         bytes_field(5, summary));
}

void EventFile::append(const std::string& event) {
  std::ofstream file(path_, std::ios::binary | std::ios::app);
  file << record_of(event) << std::flush;
  check(file.good(), "[", path_, "] cannot be written.");
}

}  // namespace heed::session
