// The studio with a model that ships, open and looked at.
#pragma once

#include <filesystem>
#include <string>

#include "tests/engine/catch.h"
#include "tests/engine/fixtures.h"
#include "tests/native/studio/driver.h"

namespace heed::test {

inline const std::string kModel = source_path("assets/models/enron-request");

inline void ready(Driver& driver) {
  studio::Workspace& work = driver.workspace();
  if (!work.explorer.model()) driver.drop(kModel);
  REQUIRE(driver.until([&] { return work.explorer.analysis() && !work.explorer.stale(); }));
}

// Opens a model that ships and writes a sentence for it, under Explore.
inline void read_with(Driver& driver, const std::string& model, const std::string& sentence) {
  studio::Workspace& work = driver.workspace();
  const std::string folder = source_path("assets/" + model);
  if (!std::filesystem::exists(folder + "/config.json")) FAIL(folder << " is not there");
  driver.click("Explore");
  driver.drop(folder);
  REQUIRE(driver.until([&] { return work.explorer.folder() == folder && !work.analyses.busy(); }, 60));
  driver.type("Sentence", sentence);
  REQUIRE(driver.until([&] { return !work.explorer.stale() && !work.analyses.busy(); }, 60));
  CHECK(work.notice.problem == "");
}

}  // namespace heed::test
