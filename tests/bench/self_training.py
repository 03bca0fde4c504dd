"""Rows to train a small request classifier from: labelled sentences, and sentences of mails that a larger model labels.

    python3 tests/bench/self_training.py --train FILE --validation FILE --test FILE --mails FILE.gz --out FOLDER
                                         [--teacher assets/models/heed-small-requests] [--heed build/native/heed]

The three files are JSON Lines with "text" and "label"; the teacher must have learned from the first alone. No sentence of theirs
is taken from the mails, whatever its case and marks. FOLDER gets rows.jsonl and splits.json: heed train RECIPE --data
FOLDER/rows.jsonl --splits FOLDER/splits.json --set data.format=jsonl.
"""

import argparse
import gzip
import json
import random
import re
import subprocess
from pathlib import Path

MOST = 80000  # sentences that are labelled
SURE = 0.85  # the teacher's probability from which on a sentence counts
PER_REQUEST = 2  # sentences that are none, to one that is
TIMES = 3  # that a labelled row stands there


def plain(text):
    return re.sub(r"[^a-z0-9]+", " ", text.lower()).strip()


def sentences(mails, known):
    """Of three to thirty words, few of them numbers, each once."""
    seen = set(known)
    found = []
    with gzip.open(mails, "rt", errors="replace") as lines:
        for line in lines:
            for sentence in map(str.strip, re.split(r"(?<=[.?!])\s+(?=[a-zA-Z])", line)):
                words = len(re.findall(r"[A-Za-z']+", sentence))
                digits = sum(c.isdigit() for c in sentence)
                if not 3 <= words <= 30 or len(sentence) > 220 or digits > 0.15 * len(sentence):
                    continue
                if plain(sentence) not in seen:
                    seen.add(plain(sentence))
                    found.append(sentence)
    random.Random(1).shuffle(found)
    return found[:MOST]


def labelled(heed, teacher, texts):
    """(sure, text) of requests and of others."""
    asked = "\n".join(texts) + "\n"
    done = subprocess.run([heed, "predict", "--model", teacher, "--json", "-"], input=asked, capture_output=True, text=True, check=True)
    requests, others = [], []
    for text, line in zip(texts, done.stdout.splitlines()):
        said = {one["label"]: one["probability"] for one in json.loads(line)["classes"]}
        if said:
            p = said["request"]
            (requests if p >= 0.5 else others).append((max(p, 1 - p), text))
    return requests, others


def main():
    parser = argparse.ArgumentParser()
    for name in ("train", "validation", "test", "mails", "out"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--teacher", default="assets/models/heed-small-requests")
    parser.add_argument("--heed", default="build/native/heed")
    args = parser.parse_args()
    parts = {"train": args.train, "val": args.validation, "test": args.test}
    gold = {part: [json.loads(line) for line in open(file)] for part, file in parts.items()}
    texts = sentences(args.mails, {plain(row["text"]) for rows in gold.values() for row in rows})
    requests, others = labelled(args.heed, args.teacher, texts)
    sure = [text for p, text in requests if p >= SURE]
    none = [text for p, text in others if p >= SURE]
    random.Random(3).shuffle(none)
    rows, splits = [], {part: [] for part in parts}

    def add(part, text, label):
        splits[part].append(len(rows))
        rows.append(json.dumps({"text": text, "label": label}) + "\n")

    for part, own in gold.items():
        for row in own:
            for _ in range(TIMES if part == "train" else 1):
                add(part, row["text"], row["label"])
    for text in sure:
        add("train", text, "request")
    for text in none[: PER_REQUEST * len(sure)]:
        add("train", text, "no_request")
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    (out / "rows.jsonl").write_text("".join(rows))
    (out / "splits.json").write_text(json.dumps(splits))
    print(f"{len(sure)} requests and {len(none[: PER_REQUEST * len(sure)])} others were taken from {len(texts)} sentences of mails")


main()
