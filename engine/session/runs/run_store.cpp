#include "engine/session/runs/run_store.h"

#include <signal.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <set>

#include "engine/base/file.h"
#include "engine/base/json_parse.h"
#include "engine/base/names.h"
#include "engine/session/error.h"

namespace heed::session {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

json object_in(const fs::path& file) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return json::object();
  const json read = json_or_discarded(read_file(file.string(), kLongestText));
  return read.is_object() ? read : json::object();
}

bool is_alive(const json& run) {
  const auto pid = run.find("pid");
  if (pid == run.end() || !pid->is_number_integer()) return false;
  return ::kill(static_cast<pid_t>(pid->get<int64_t>()), 0) == 0 || errno == EPERM;
}

std::string dotted(std::string pointer) {
  pointer.erase(0, 1);
  std::replace(pointer.begin(), pointer.end(), '/', '.');
  return pointer;
}

// The plain values of each run's `part`, by dotted key.
json differing(const std::vector<json>& runs, const char* part) {
  std::vector<json> flat;
  std::set<std::string> keys;
  for (const json& run : runs) {
    const auto found = run.find(part);
    flat.push_back(found != run.end() && found->is_object() && !found->empty() ? found->flatten()
                                                                               : json::object());
    for (const auto& [key, value] : flat.back().items()) keys.insert(key);
  }
  json all = json::array();
  for (const std::string& key : keys) {
    json values = json::array();
    for (const json& one : flat) values.push_back(one.value(key, json()));
    const bool same =
        std::all_of(values.begin(), values.end(), [&](const json& v) { return v == values[0]; });
    if (!same) all.push_back({{"key", dotted(key)}, {"values", values}});
  }
  return all;
}

}  // namespace

json read_run(const std::string& folder) {
  json run = object_in(fs::path(folder) / "run.json");
  run.update(object_in(fs::path(folder) / "status.json"));
  run["folder"] = folder;
  const json notes = object_in(fs::path(folder) / "notes.json");
  for (const char* key : {"title", "note"}) {
    const auto found = notes.find(key);
    run[key] = found != notes.end() && found->is_string() ? *found : json("");
  }
  run["id"] = fs::path(folder).filename().string();  // whatever run.json says: a copy is another run
  for (const char* key :
       {"recipe", "settings", "data", "out", "started", "figures", "best_epoch", "epoch", "epochs"})
    if (!run.contains(key)) run[key] = nullptr;
  if (!run.contains("status") || !run["status"].is_string()) run["status"] = "running";
  if (run["status"] == "running" && !is_alive(run)) run["status"] = "killed";
  return run;
}

void describe_run(const json& run, const std::string& title, const std::string& note) {
  const fs::path file = fs::path(run.at("folder").get<std::string>()) / "notes.json";
  const json written{{"title", title}, {"note", note}};
  write_file_atomically(file.string(), written.dump(2, ' ', false, json::error_handler_t::replace) + "\n",
                        Durable::kNo);
}

std::vector<json> read_runs(const std::string& store) {
  std::vector<std::string> folders;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(store, error))
    if (fs::exists(entry.path() / "run.json")) folders.push_back(entry.path().string());
  std::sort(folders.begin(), folders.end());
  std::vector<json> runs;
  runs.reserve(folders.size());
  for (const std::string& folder : folders) runs.push_back(read_run(folder));
  return runs;
}

json find_run(const std::string& store, const std::string& id) {
  check(!id.empty(), "[runs] the name of a run is empty: expected one, or how it begins.");
  std::vector<json> like;
  std::vector<std::string> ids, fitting;
  for (json& run : read_runs(store)) {
    const auto name = run["id"].get<std::string>();
    if (name == id) return run;
    ids.push_back(name);
    if (name.rfind(id, 0) != 0) continue;
    fitting.push_back(name);
    like.push_back(std::move(run));
  }
  constexpr size_t kNamed = 10;
  for (std::vector<std::string>* names : {&ids, &fitting})
    if (names->size() > kNamed) names->erase(names->begin(), names->end() - kNamed);
  check(!like.empty(), "[runs] there is no run \"", id, "\" in ", store,
        ids.empty() ? ", which holds none." : ": the latest are " + listed(ids) + ".");
  check(like.size() == 1, "[runs] \"", id, "\" begins the names of ", like.size(), " runs; expected one. ",
        like.size() > kNamed ? "The latest are " : "They are ", listed(fitting), ": give more of the name.");
  return like[0];
}

std::vector<json> log_of(const json& run, bool epochs_only) {
  const fs::path file = fs::path(run.at("folder").get<std::string>()) / "log.jsonl";
  std::vector<json> lines;
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return lines;
  const std::string text = read_file(file.string());
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    json line = json_or_discarded(std::string_view(text).substr(at, end - at));
    if (line.is_object() && !(epochs_only && line.contains("step"))) lines.push_back(std::move(line));
    at = end + 1;
  }
  return lines;
}

json compare_runs(const std::vector<json>& runs) {
  return {{"settings", differing(runs, "settings")}, {"figures", differing(runs, "figures")}};
}

void delete_runs(const std::vector<json>& runs) {
  for (const json& run : runs)
    check(run.at("status") != "running", "[", run.at("id"),
          "] is still going on, and no run is removed: stop ", "it first.");
  for (const json& run : runs) {
    std::error_code error;
    fs::remove_all(run.at("folder").get<std::string>(), error);
    check(!error, "[", run.at("folder"), "] cannot be removed: ", error.message(), ".");
  }
}

json figure_of(const json& run, const std::string& key) {
  std::string place = "/" + key;
  std::replace(place.begin(), place.end(), '.', '/');
  const json::json_pointer at(place);
  if (run["figures"].is_object() && run["figures"].contains(at)) return run["figures"][at];
  const std::vector<json> epochs = log_of(run, true);
  return !epochs.empty() && epochs.back().contains(at) ? epochs.back()[at] : json();
}

}  // namespace heed::session
