#!/usr/bin/env python3
"""What counting comes to: a 5-gram model with modified Kneser-Ney smoothing (Chen & Goodman 1998), beside which a
network that says the next word is measured.

    heed pack --recipe RECIPE --data FILES --out corpus.packed
    tests/bench/kneser_ney.py corpus.packed

It learns from the tokens that the recipe trains on and is asked for those that it holds out, as `heed train` is: the same
tokens, so that perplexities stand beside each other. Needs numpy, and about 100 bytes a token."""
import json
import struct
import sys

import numpy as np

ORDER = 5


def read_packed(path):
    """Token ids, and where what is held out begins."""
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        entry = header["tokens"]
        count, width = entry["shape"]
        start, end = entry["data_offsets"]
        file.seek(8 + length + start)
        raw = np.frombuffer(file.read(end - start), dtype=np.uint8).reshape(count, width)
    ids = np.zeros(count, dtype=np.uint64)
    for byte in range(width):
        ids |= raw[:, byte].astype(np.uint64) << np.uint64(8 * byte)
    corpus = json.loads(header["__metadata__"]["corpus"])
    return ids, corpus["train"]


def grams(ids, n, bits):
    """Every n-gram as one number, the last token lowest."""
    count = len(ids) - n + 1
    keys = np.zeros(count, dtype=np.uint64)
    for k in range(n):
        keys = (keys << np.uint64(bits)) | ids[k : k + count]
    return keys


class Level:
    """n-grams of one length: discounted shares, and what is left to shorter ones."""

    def __init__(self, keys, counts, bits):
        self.keys, self.bits = keys, np.uint64(bits)
        of = [np.count_nonzero(counts == c) for c in range(1, 5)]
        y = of[0] / (of[0] + 2 * of[1])
        self.discounts = np.array([0.0] + [c + 1 - (c + 2) * y * of[c + 1] / of[c] if c < 3 else 0 for c in range(3)])
        cut = self.discounts[np.minimum(counts, 3)]
        self.kept = counts - cut
        contexts = keys >> self.bits  # sorted, as keys are
        first = np.flatnonzero(np.r_[True, contexts[1:] != contexts[:-1]])
        self.contexts = contexts[first]
        self.sums = np.add.reduceat(counts, first).astype(float)
        self.left = np.add.reduceat(cut, first)

    def mix(self, asked, shorter):
        at = np.minimum(np.searchsorted(self.keys, asked), len(self.keys) - 1)
        kept = np.where(self.keys[at] == asked, self.kept[at], 0.0)
        context = asked >> self.bits
        c = np.minimum(np.searchsorted(self.contexts, context), len(self.contexts) - 1)
        seen = self.contexts[c] == context
        return np.where(seen, (kept + self.left[c] * shorter) / self.sums[c], shorter)


def main(path):
    ids, train = read_packed(path)
    V = int(ids.max()) + 1
    bits = max(1, (V - 1).bit_length())
    if bits * ORDER > 64:
        sys.exit(f"[{path}] {V} pieces: {ORDER}-grams of them do not fit into 64 bits; pack with fewer.")
    keys, counts = np.unique(grams(ids[:train], ORDER, bits), return_counts=True)
    levels = [Level(keys, counts, bits)]
    for n in range(ORDER - 1, 0, -1):  # of shorter ones it counts behind how many tokens they stand
        mask = np.uint64((1 << (bits * n)) - 1)
        keys, counts = np.unique(keys & mask, return_counts=True)
        levels.append(Level(keys, counts, bits))
    held = ids[train:]
    p = np.full(len(held) - 1, 1.0 / V)
    for n, level in zip(range(1, ORDER + 1), reversed(levels)):
        mixed = level.mix(grams(held, n, bits), p[max(0, n - 2) :] if n > 1 else np.full(len(held), 1.0 / V))
        p = np.r_[p[: n - 2], mixed] if n > 1 else mixed[1:]
    loss = -np.log(p).mean()
    print(f"{len(p):,} tokens held out, {train:,} learned from, {V:,} pieces")
    print(f"{ORDER}-gram, modified Kneser-Ney: loss {loss:.4f}, perplexity {np.exp(loss):.2f}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
