"""Texts whose second half can be known only by looking back, made of the words of others: lists of words that are
written two or three times, and pairs of a name and some words that come again in another order. What heed-writer
read beside its books to learn induction (Olsson et al. 2022).

    python3 tests/bench/refrains.py BOOKS.txt.gz [BYTES] > refrains.txt
"""

import collections
import gzip
import random
import re
import sys


def words_of(path):
    """Frequent words of a text: common ones, and some that begin with a capital within a sentence."""
    with gzip.open(path, "rt") as file:
        text = file.read()[:20_000_000]
    common = collections.Counter(re.findall(r"\b[a-z]{3,9}\b", text)).most_common(4000)[100:]
    names = collections.Counter(re.findall(r"(?<=[a-z] )[A-Z][a-z]{2,8}\b", text)).most_common(600)
    return [word for word, _ in common], [word for word, _ in names]


def repeated(common, names):
    words = [random.choice(common if random.random() < 0.8 else names) for _ in range(random.randint(6, 24))]
    line = random.choice(["", "The ", '"', "And "]) + " ".join(words) + "."
    return random.choice([" ", "\n"]).join([line] * random.choice([2, 2, 3]))


def in_another_order(common, names):
    pairs = [f"{random.choice(names)} " + " ".join(random.choice(common) for _ in range(random.randint(2, 6)))
             for _ in range(random.randint(2, 5))]
    again = random.sample(pairs, len(pairs))
    return ". ".join(pairs) + ".\n" + ". ".join(again) + "."


def main():
    random.seed(7)
    common, names = words_of(sys.argv[1])
    left = int(sys.argv[2]) if len(sys.argv) > 2 else 9_000_000
    while left > 0:
        text = random.choice([repeated, in_another_order])(common, names) + "\n\n"
        sys.stdout.write(text)
        left -= len(text)


if __name__ == "__main__":
    main()
