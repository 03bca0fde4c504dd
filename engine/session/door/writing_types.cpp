#include "engine/session/door/message_types.h"

namespace heed::session {

const std::vector<MessageType>& writing_types() {
  static const std::vector<MessageType> kTypes = {
      {"WritingOptions",
       "How the next token is chosen.",
       {{"temperature?", "real", "Scores are divided by it; 0: the likeliest token."},
        {"top_k?", "whole", "Only so many, the likeliest; 0: all."},
        {"top_p?", "real", "Of those the fewest that are as likely together."},
        {"seed?", "whole"}}},
      {"NextToken",
       "A token that was read, or may be.",
       {{"token", "text", "As the vocabulary has it."},
        {"id", "whole"},
        {"probability", "real", "That the model gives it; 0 of the first, of which nothing is known."},
        {"text", "text", "What it reads as by itself; empty where it stands for no text."}}},
      {"WritingState",
       "A text that is written on.",
       {{"given", "NextToken[]", "The text as it was given."},
        {"written", "NextToken[]"},
        {"candidates", "NextToken[]", "What may follow, the likeliest first; none where nothing can."},
        {"continuation", "text", "What has been written."},
        {"ended", "\"\" | \"end\" | \"full\"", "The model has ended the text, or takes no more."}}},
      {"LensLayer",
       "What would be said after a layer.",
       {{"layer", "whole", "-1: the embeddings."},
        {"candidates", "NextToken[]", "The likeliest first."},
        {"said", "NextToken", "What the whole network says, as likely as it is here."}}},
      {"TranslateOptions",
       "How the likeliest target is looked for, or one is drawn.",
       {{"beam?", "whole", "Hypotheses that live; 1: greedy."},
        {"tokens?", "whole", "At most."},
        {"length_penalty?", "real"},
        {"temperature?", "real", "More than 0: tokens are drawn."},
        {"top_k?", "whole", "Only so many, the likeliest; 0: all."},
        {"top_p?", "real", "Of those the fewest that are as likely together."},
        {"seed?", "whole"}}},
      {"Alternative", "Another target that the beam found.", {{"target", "text"}, {"score", "real"}}},
      {"Translated",
       "A text that was written for another.",
       {{"model", "text"},
        {"source", "text"},
        {"target", "text"},
        {"score", "real", "log p, less of it the longer the target is."},
        {"log_probability", "real", "Of all tokens."},
        {"source_tokens", "Token[]", "With the end."},
        {"written", "NextToken[]", "The target's, with its end."},
        {"candidates", "NextToken[][]", "What might have been written in the place of each."},
        {"alternatives", "Alternative[]", "The better first."},
        {"attention", "AttentionMap[]", "Their weights are the tensors."}}}};
  return kTypes;
}

}  // namespace heed::session
