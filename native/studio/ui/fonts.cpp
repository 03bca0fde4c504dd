#include "native/studio/ui/fonts.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

namespace heed::studio {
namespace {

namespace fs = std::filesystem;

// The first font of each group that is there is taken: Latin, Greek and Cyrillic; then what adds scripts.
const std::vector<std::vector<const char*>> kGroups = {
    {"SourceSans3-Regular.ttf", "SourceSans3-Regular.otf", "SourceSansPro-Regular.ttf",
     "NotoSans-Regular.ttf", "OpenSans-Regular.ttf", "Roboto-Regular.ttf", "Ubuntu-R.ttf",
     "Cantarell-Regular.otf", "DejaVuSans.ttf", "LiberationSans-Regular.ttf", "FreeSans.ttf"},
    {"DejaVuSans.ttf", "FreeSans.ttf"},  // arrows, signs, and much else
    {"NotoSansArabic-Regular.ttf", "NotoNaskhArabic-Regular.ttf", "KacstBook.ttf"},
    {"NotoSansHebrew-Regular.ttf"},
    {"NotoSansDevanagari-Regular.ttf", "Lohit-Devanagari.ttf"},
    {"NotoSansThai-Regular.ttf"},
    {"NotoSansCJK-Regular.ttc", "wqy-microhei.ttc", "wqy-zenhei.ttc", "DroidSansFallbackFull.ttf",
     "DroidSansFallback.ttf", "NotoSansSC-Regular.otf", "ipag.ttf"},
    {"NanumGothic.ttf", "UnBatang.ttf"},
};

std::vector<fs::path> folders() {
  std::error_code none;
  const fs::path program = fs::read_symlink("/proc/self/exe", none).parent_path();
  std::vector<fs::path> found{"/usr/share/fonts", "/usr/local/share/fonts", program / "../share/heed/fonts"};
  if (const char* home = std::getenv("HOME"))
    for (const char* place : {".fonts", ".local/share/fonts"}) found.push_back(fs::path(home) / place);
  return found;
}

// Where the fonts of the groups are, by file name.
std::map<std::string, std::string> font_files() {
  std::map<std::string, std::string> files;
  for (const auto& group : kGroups)
    for (const char* name : group) files[name] = "";
  for (const fs::path& folder : folders()) {
    std::error_code error;
    fs::recursive_directory_iterator entries(folder, fs::directory_options::skip_permission_denied, error),
        end;
    for (; !error && entries != end; entries.increment(error))
      if (auto file = files.find(entries->path().filename().string()); file != files.end())
        file->second = entries->path().string();
  }
  return files;
}

std::string bytes_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

// The next character of UTF-8 text, which must not be empty; a byte that is none is skipped as U+FFFD.
unsigned next_character(std::string_view& text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const size_t length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 0;
  if (length == 0 || length > text.size()) {
    text.remove_prefix(1);
    return 0xFFFD;
  }
  unsigned character = length == 1 ? first : first & (0xFFu >> (length + 1));
  for (size_t i = 1; i < length; ++i)
    character = character << 6 | (static_cast<unsigned char>(text[i]) & 0x3Fu);
  text.remove_prefix(length);
  return character;
}

constexpr ImWchar kAlways[] = {0x20,   0x24F,  0x370,  0x3FF,  0x400,  0x52F,  0x2010, 0x2027, 0x2030, 0x205E,
                               0x2190, 0x2193, 0x2212, 0x2212, 0x221A, 0x221A, 0x2264, 0x2265, 0};

bool always_there(unsigned c) {
  for (const ImWchar* range = kAlways; *range; range += 2)
    if (c >= range[0] && c <= range[1]) return true;
  return c < 0x20;
}

}  // namespace

Fonts::Fonts() {
  const std::map<std::string, std::string> there = font_files();
  for (const auto& group : kGroups)
    for (const char* name : group) {
      const std::string& file = there.at(name);
      if (file.empty()) continue;
      if (std::find(files_.begin(), files_.end(), file) == files_.end()) files_.push_back(file);
      break;
    }
  for (const std::string& file : files_) bytes_.push_back(bytes_of(file));
}

void Fonts::need(std::string_view text) {
  while (!text.empty()) {
    if (static_cast<unsigned char>(text[0]) < 0x80) {
      text.remove_prefix(1);
      continue;
    }
    const unsigned character = next_character(text);
    if (character > IM_UNICODE_CODEPOINT_MAX || always_there(character)) continue;
    changed_ = wanted_.insert(static_cast<ImWchar>(character)).second || changed_;
  }
}

bool Fonts::has(unsigned character) const {
  return character <= IM_UNICODE_CODEPOINT_MAX &&
         body_->FindGlyphNoFallback(static_cast<ImWchar>(character)) != nullptr;
}

ImFont* Fonts::add(float size, const ImVector<ImWchar>& ranges) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  ImFontConfig config;
  config.SizePixels = size;
  if (files_.empty()) return atlas.AddFontDefault(&config);  // ImGui's own: Latin alone
  config.FontDataOwnedByAtlas = false;
  config.OversampleH = 2;
  config.OversampleV = 1;
  ImFont* font = nullptr;
  for (std::string& bytes : bytes_) {
    ImFont* added =
        atlas.AddFontFromMemoryTTF(bytes.data(), static_cast<int>(bytes.size()), size, &config, ranges.Data);
    if (font == nullptr) font = added;
    config.MergeMode = true;
  }
  return font;
}

bool Fonts::update(float scale) {
  if (!changed_ && scale == scale_) return false;
  changed_ = false;
  scale_ = scale;
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  ImFontGlyphRangesBuilder builder;
  builder.AddRanges(kAlways);
  builder.AddChar(0xFFFD);
  for (ImWchar character : wanted_) builder.AddChar(character);
  ranges_.clear();
  builder.BuildRanges(&ranges_);
  body_ = add(16 * scale, ranges_);
  small_ = add(13.5f * scale, ranges_);
  large_ = add(25 * scale, ranges_);
  atlas.Build();
  return true;
}

}  // namespace heed::studio
