// A trained vocabulary of byte pairs as tokenizer.json, the parts around it as GPT-2's file has them: words
// by its pattern, every byte a character that can be seen, nothing around a text.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace heed {

// `pieces` by id, `end` among them: the token that ends a text, which is found where it is typed. `merges` in
// their order.
std::string write_byte_pair_json(const std::vector<std::string>& pieces,
                                 const std::vector<std::pair<std::string, std::string>>& merges,
                                 const std::string& end);

}  // namespace heed
