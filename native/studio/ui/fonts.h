// Fonts of the system, for the scripts that are really typed: Latin, Greek and Cyrillic from the start, any
// other character (Chinese, Arabic, …) from the moment a text holds it.
#pragma once

#include <imgui.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace heed::studio {

class Fonts {
 public:
  Fonts();  // looks for font files

  // Says that this text is going to be drawn. Characters that no font has are asked for once.
  void need(std::string_view text);
  // Between two frames: makes the fonts anew where a character was asked for or the scale has changed. True
  // when it did, and the texture has to be made anew too.
  bool update(float scale);

  ImFont* body() const { return body_; }
  ImFont* small() const { return small_; }
  ImFont* large() const { return large_; }                          // the sentence
  const std::vector<std::string>& files() const { return files_; }  // the first is the main one
  // Whether a character can be drawn, after update().
  bool has(unsigned character) const;

 private:
  ImFont* add(float size, const ImVector<ImWchar>& ranges);

  std::vector<std::string> files_;
  std::vector<std::string> bytes_;  // of the files, which the atlas reads whenever it is made
  std::set<ImWchar> wanted_;
  bool changed_ = true;
  float scale_ = 0;
  ImVector<ImWchar> ranges_;
  ImFont *body_ = nullptr, *small_ = nullptr, *large_ = nullptr;
};

}  // namespace heed::studio
