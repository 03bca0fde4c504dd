// The command line as it was typed. CLI11 gives a meaning to values like "[a, b]" or "{}"; a text typed for a
// model must arrive unchanged. Values that could be misread carry a mark through the parser.
#pragma once

#include <string>
#include <vector>

namespace heed::cli {

// The program's arguments, in the order and form CLI11's parse() takes (reversed), marked.
std::vector<std::string> protected_arguments(int argc, const char* const* argv);

// A value without its mark.
std::string plain(std::string value);
// The folder of a model that was named: see session::model_place.
std::string model_named(const std::string& value);
std::vector<std::string> plain(std::vector<std::string> values);

}  // namespace heed::cli
