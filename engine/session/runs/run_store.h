// The runs that are kept, to be listed, compared, drawn and removed.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace heed::session {

// A run as run_record.h writes it, in one object: run.json and status.json together, "folder", and "status"
// "killed" where its process is gone and said nothing. What is missing or damaged is null.
nlohmann::json read_run(const std::string& folder);

// What it is called by people, and what they note of it: kept beside it as notes.json, {"title", "note"},
// both in what read_run() gives, "" where there is none.
void describe_run(const nlohmann::json& run, const std::string& title, const std::string& note);

// All of them, the latest last.
std::vector<nlohmann::json> read_runs(const std::string& store);

// The one with this id, or the only one whose id begins so. Error naming those that begin so, where they are
// several, or those that there are.
nlohmann::json find_run(const std::string& store, const std::string& id);

// The lines of its log, whole epochs only or all; a last one that was cut off is left out.
std::vector<nlohmann::json> log_of(const nlohmann::json& run, bool epochs_only);

// Where settings and figures of runs differ: {"settings": [{"key", "values": […]}, …], "figures": likewise},
// a value per run, null where it has none. Keys are dotted.
nlohmann::json compare_runs(const std::vector<nlohmann::json>& runs);

// Removes their folders. Error, and nothing is removed, while the process of one goes on.
void delete_runs(const std::vector<nlohmann::json>& runs);

// The figure that a list shows: "validation.accuracy" and its like, dotted, of the last epoch or of the end.
nlohmann::json figure_of(const nlohmann::json& run, const std::string& key);

}  // namespace heed::session
