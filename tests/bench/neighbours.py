"""What counting says of a hidden word: the baselines of masked words.

neighbours.py TOKENS            the tokens of a run of `heed train masked-words`, kept beside its checkpoint, with TOKENS.json

Unigram: the most frequent token, and the entropy of the counts. Trigram: the word that stood most often between the same two
neighbours; where these two were never seen about one word, the largest P(word | left) · P(right | word). Both are counted on
the run's training part and asked at every place of its held-out part, with the true neighbours in sight, which a network that
fills in many words at once does not always have.
"""
import json
import sys

import numpy as np

SPECIAL = 5  # [PAD] [UNK] [CLS] [SEP] [MASK]


def bigram_rows(first, second, vocabulary):
    """Counts of pairs as CSR: for each first the seconds, rising, and how often."""
    pairs, counts = np.unique(first * vocabulary + second, return_counts=True)
    starts = np.searchsorted(pairs, np.arange(vocabulary + 1) * vocabulary)
    return starts, pairs % vocabulary, counts


def best_by_bigrams(left, right, forward, backward, unigrams):
    starts, words, counts = forward
    after, after_counts = words[starts[left]:starts[left + 1]], counts[starts[left]:starts[left + 1]]
    starts, words, counts = backward
    before, before_counts = words[starts[right]:starts[right + 1]], counts[starts[right]:starts[right + 1]]
    common, i, j = np.intersect1d(after, before, assume_unique=True, return_indices=True)
    if len(common):
        return common[np.argmax(after_counts[i] * (before_counts[j] / np.maximum(unigrams[common], 1)))]
    return after[np.argmax(after_counts)] if len(after) else int(np.argmax(unigrams))


def best_between(train, pairs, vocabulary):
    """For each (left, right) the word most often between them in `train`; -1 where there was none."""
    around = train[:-2] * vocabulary + train[2:]
    wanted = np.isin(around, pairs)
    ordinary = train[1:-1] >= SPECIAL
    keys = around[wanted & ordinary] * vocabulary + train[1:-1][wanted & ordinary]
    triples, counts = np.unique(keys, return_counts=True)
    order = np.lexsort((-counts, triples // vocabulary))
    found, first = np.unique(triples[order] // vocabulary, return_index=True)
    best = dict(zip(found.tolist(), (triples[order][first] % vocabulary).tolist()))
    return np.array([best.get(pair, -1) for pair in pairs.tolist()])


def main(path):
    made = json.load(open(path + '.json'))
    tokens = np.fromfile(path, dtype='<u2').astype(np.int64)
    train, vocabulary = tokens[:made['train']], int(tokens.max()) + 1
    unigrams = np.bincount(train, minlength=vocabulary).astype(np.float64)
    unigrams[:SPECIAL] = 0
    forward = bigram_rows(train[:-1], train[1:], vocabulary)
    backward = bigram_rows(train[1:], train[:-1], vocabulary)
    parts = [(part['name'], tokens[part['first']:part['first'] + part['count']]) for part in made['held_out'] if part['count'] > 2]
    asked = np.unique(np.concatenate([held[:-2] * vocabulary + held[2:] for _, held in parts]))
    between = best_between(train, asked, vocabulary)
    for i in np.flatnonzero(between < 0):
        between[i] = best_by_bigrams(*divmod(int(asked[i]), vocabulary), forward, backward, unigrams)
    share = unigrams / unigrams.sum()
    print('| held out of | places | unigram accuracy | unigram loss | trigram accuracy |\n| --- | ---: | ---: | ---: | ---: |')
    everything = np.zeros(4)
    for name, held in parts:
        places = held[1:-1] >= SPECIAL
        words, around = held[1:-1][places], (held[:-2] * vocabulary + held[2:])[places]
        right = between[np.searchsorted(asked, around)] == words
        sums = np.array([len(words), (words == np.argmax(unigrams)).sum(), -np.log(np.maximum(share[words], 1e-9)).sum(), right.sum()])
        everything += sums
        print(f'| {name} | {len(words)} |' + ''.join(f' {x:.3f} |' for x in sums[1:] / max(1, len(words))))
    print(f'| all | {int(everything[0])} |' + ''.join(f' {x:.3f} |' for x in everything[1:] / everything[0]))


if __name__ == '__main__':
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
