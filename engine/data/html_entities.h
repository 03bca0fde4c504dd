// A preprocessing step: texts that were taken from web pages or mail hold &quot; and the like.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace heed {

// Replaces &quot; &amp; &lt; &gt; &apos; &nbsp; and numbers (&#39; &#x27;) once, from left to right:
// "&amp;lt;" becomes
// "&lt;". Numbers that are no character become U+FFFD; what is no entity stays as it is.
std::string decode_html_entities(std::string_view text);

// The character that stands between & and ;: "quot", "#39" or "#x27". None for what is no entity.
std::optional<char32_t> html_entity(std::string_view name);

}  // namespace heed
