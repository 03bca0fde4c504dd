"""The Enron intent sentences as lists of token ids, read as the tutorial reads them."""

import os
import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
UNKNOWN, PADDING = 0, 1

# torchtext's basic_english: these replacements on the lower-cased text, in this order, then a split at white space.
_REPLACEMENTS = [
    (re.compile(pattern), with_)
    for pattern, with_ in [
        (r"\'", " '  "), (r"\"", ""), (r"\.", " . "), (r"<br \/>", " "), (r",", " , "), (r"\(", " ( "),
        (r"\)", " ) "), (r"\!", " ! "), (r"\?", " ? "), (r"\;", " "), (r"\:", " "), (r"\s+", " "),
    ]
]


def tokenize(text):
    text = text.lower()
    for pattern, with_ in _REPLACEMENTS:
        text = pattern.sub(with_, text)
    return text.split()


def find(given=None):
    """The data's folder: the one given, or where it usually lies."""
    shared = Path(os.environ.get("HEED_SHARED") or ROOT.parent / "shared")
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share")
    places = [Path(given)] if given else [shared / "data/enron_intent", home / "heed/data/enron-intent"]
    for place in places:
        if (place / "intent_pos").is_file() and (place / "intent_neg").is_file():
            return place
    looked = " and ".join(map(str, places))
    raise SystemExit(
        f"bench: no intent_pos and intent_neg in {looked}: "
        "get them with `build/native/heed fetch enron-intent`, or say where they are with --data PATH."
    )


def read(folder):
    """[(token ids, label)], and the size of the vocabulary: every token, by frequency, ties alphabetical."""
    rows = []
    for label, name in enumerate(["intent_neg", "intent_pos"]):
        lines = (folder / name).read_text(encoding="utf-8", errors="replace").split("\n")
        rows += [(tokenize(line), label) for line in lines if line.strip()]
    counts = Counter(token for tokens, _ in rows for token in tokens)
    order = sorted(counts, key=lambda token: (-counts[token], token))
    ids = {token: i for i, token in enumerate(order, start=PADDING + 1)}
    return [([ids[token] for token in tokens], label) for tokens, label in rows], len(ids) + 2
