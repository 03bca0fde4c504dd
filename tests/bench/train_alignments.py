#!/usr/bin/env python3
"""Trains what the lab's mechanisms learn, on a task whose right alignment is known: in the key sentence each word of the
query sentence stands once more, as it is or in another form (house, houses; play, playing), among others, in any order; the
loss is how little weight the right one gets. Writes the parameters into the folder of the word vectors.

    tests/bench/train_alignments.py assets/models/word-vectors [--steps 3000] [--seed 0]

Forms are pairs of the vocabulary that an ending tells apart; a fifth of them are held out, and their words occur in no
training sentence. numpy is all it needs.
"""

import argparse
import json
import struct
from pathlib import Path

import numpy as np

ENDINGS = ("s", "es", "ed", "d", "ing", "ly", "er", "est")
T, S = 8, 12  # words of a query sentence and of a key sentence
WIDTH = 32  # under the tanh
HEADS = 2


def read(folder):
    data = (folder / "model.safetensors").read_bytes()
    (size,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + size])
    body = data[8 + size :]
    tensors = {}
    for name, entry in header.items():
        if name != "__metadata__":
            begin, end = entry["data_offsets"]
            tensors[name] = (entry["dtype"], entry["shape"], body[begin:end])
    return header.get("__metadata__", {}), tensors


def write(folder, metadata, tensors):
    header, body, at = {"__metadata__": metadata}, b"", 0
    for name, (dtype, shape, content) in tensors.items():
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [at, at + len(content)]}
        at += len(content)
        body += content
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    unfinished = folder / "model.safetensors.unfinished"
    unfinished.write_bytes(struct.pack("<Q", len(text)) + text + body)
    unfinished.replace(folder / "model.safetensors")


def vectors_of(tensors):
    _, shape, whole = tensors["vectors"]
    _, _, scale = tensors["vectors.scale"]
    return np.frombuffer(whole, np.int8).reshape(shape) * np.frombuffer(scale, np.float32)[:, None]


def forms(vocabulary):
    """Pairs of ids: a word, and another form of it."""
    ids = {word: i for i, word in enumerate(vocabulary) if word.isalpha() and len(word) > 2}
    pairs = [(ids[word], ids[word + ending]) for word in ids for ending in ENDINGS if word + ending in ids]
    pairs += [(ids[word], ids[word[:-1] + "ing"]) for word in ids if word.endswith("e") and word[:-1] + "ing" in ids]
    return np.array(sorted(set(pairs)))


class Sentences:
    """Batches of word ids: queries [B, T], keys [B, S], and the place of the right key [B, T]."""

    def __init__(self, pairs, others, seed):
        self.pairs, self.others, self.random = pairs, others, np.random.default_rng(seed)

    def batch(self, B, same=0.3):
        random = self.random
        chosen = self.pairs[random.integers(len(self.pairs), size=(B, T))]
        turned = random.random((B, T, 1)) < 0.5
        chosen = np.where(turned, chosen[..., ::-1], chosen)
        query, right = chosen[..., 0], np.where(random.random((B, T)) < same, chosen[..., 0], chosen[..., 1])
        keys = np.concatenate([right, self.others[random.integers(len(self.others), size=(B, S - T))]], axis=1)
        order = np.argsort(random.random((B, S)), axis=1)
        return query, np.take_along_axis(keys, order, 1), np.argsort(order, axis=1)[:, :T]


def softmax(e):
    e = np.exp(e - e.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


class Product:
    """e = (W_q x + b_q) · (W_k y + b_k) / sqrt(K), in one head or several."""

    def __init__(self, D, heads, random):
        self.heads = heads
        self.p = {name: np.eye(D) + 0.05 * random.standard_normal((D, D)) for name in ("W_q.weight", "W_k.weight")}
        self.p |= {name: np.zeros(D) for name in ("W_q.bias", "W_k.bias")}

    def split(self, x):
        B, N, D = x.shape
        return x.reshape(B, N, self.heads, D // self.heads).transpose(0, 2, 1, 3)

    def joined(self, x):
        B, H, N, K = x.shape
        return x.transpose(0, 2, 1, 3).reshape(B, N, H * K)

    def scores(self, x, y):
        self.x, self.y = x, y
        self.q = self.split(x @ self.p["W_q.weight"].T + self.p["W_q.bias"])
        self.k = self.split(y @ self.p["W_k.weight"].T + self.p["W_k.bias"])
        return self.q @ self.k.transpose(0, 1, 3, 2) / np.sqrt(self.q.shape[-1])

    def gradients(self, de):
        de = de / np.sqrt(self.q.shape[-1])
        dq, dk = self.joined(de @ self.k), self.joined(de.transpose(0, 1, 3, 2) @ self.q)
        D = dq.shape[-1]
        return {
            "W_q.weight": dq.reshape(-1, D).T @ self.x.reshape(-1, D),
            "W_k.weight": dk.reshape(-1, D).T @ self.y.reshape(-1, D),
            "W_q.bias": dq.sum((0, 1)),
            "W_k.bias": dk.sum((0, 1)),
        }


class General:
    """e = q · W k"""

    def __init__(self, D, random):
        self.p = {"attention.general.weight": (np.eye(D) + 0.05 * random.standard_normal((D, D))) / np.sqrt(D)}

    def scores(self, x, y):
        self.x, self.y = x, y
        return (x @ self.p["attention.general.weight"] @ y.transpose(0, 2, 1))[:, None]

    def gradients(self, de):
        return {"attention.general.weight": np.einsum("bts,btd,bsc->dc", de[:, 0], self.x, self.y, optimize=True)}


class Tanh:
    """e = v · tanh(W q + U k + b), with the bias or without."""

    def __init__(self, D, bias, random):
        draw = lambda rows: random.standard_normal((rows, D)) / np.sqrt(D)
        W = draw(WIDTH)
        self.p = {
            "attention.query.weight": W,
            "attention.key.weight": -W + 0.05 * draw(WIDTH),
            "attention.score.weight": 0.3 * random.standard_normal((1, WIDTH)),
        }
        if bias:
            self.p["attention.query.bias"] = 0.3 * random.standard_normal(WIDTH)

    def scores(self, x, y):
        self.x, self.y = x, y
        q = x @ self.p["attention.query.weight"].T + self.p.get("attention.query.bias", 0)
        k = y @ self.p["attention.key.weight"].T
        self.u = np.tanh(q[:, :, None] + k[:, None])
        return (self.u @ self.p["attention.score.weight"][0])[:, None]

    def gradients(self, de):
        de = de[:, 0]
        dpre = de[..., None] * self.p["attention.score.weight"][0] * (1 - self.u**2)
        dq, dk = dpre.sum(2), dpre.sum(1)
        found = {
            "attention.query.weight": np.einsum("btw,btd->wd", dq, self.x),
            "attention.key.weight": np.einsum("bsw,bsd->wd", dk, self.y),
            "attention.score.weight": np.einsum("bts,btsw->w", de, self.u)[None],
        }
        if "attention.query.bias" in self.p:
            found["attention.query.bias"] = dq.sum((0, 1))
        return found


def loss_and_gradient(model, x, y, right):
    A = softmax(model.scores(x, y))
    B, H = A.shape[:2]
    at = right[:, None, :, None]
    p = np.take_along_axis(A, np.broadcast_to(at, (B, H, T, 1)), 3)[..., 0].mean(1)
    dA = np.zeros_like(A)
    np.put_along_axis(dA, np.broadcast_to(at, (B, H, T, 1)), (-1 / (H * p * p.size))[:, None, :, None], 3)
    return -np.log(p).mean(), A * (dA - (A * dA).sum(-1, keepdims=True))


def train(model, V, sentences, steps, rate):
    m = {name: np.zeros_like(p) for name, p in model.p.items()}
    v = {name: np.zeros_like(p) for name, p in model.p.items()}
    for step in range(1, steps + 1):
        query, key, right = sentences.batch(64)
        loss, de = loss_and_gradient(model, V[query], V[key], right)
        now = rate * min(1, step / 100) * (1 - step / (steps + 1))
        for name, g in model.gradients(de).items():
            m[name] = 0.9 * m[name] + 0.1 * g
            v[name] = 0.99 * v[name] + 0.01 * g * g
            model.p[name] -= now * (m[name] / (1 - 0.9**step) / (np.sqrt(v[name] / (1 - 0.99**step)) + 1e-8) + 0.002 * model.p[name])
    return loss


def judged(model, V, sentences):
    """How often the right key gets most, where it is another form and where it is the same word; and its weight."""
    found = []
    for same in (0.0, 1.0):
        query, key, right = sentences.batch(400, same)
        A = softmax(model.scores(V[query], V[key])).mean(1)
        weight = np.take_along_axis(A, right[..., None], 2).mean()
        found += [float((A.argmax(-1) == right).mean()), float(weight)]
    return found


class Plain:
    def __init__(self, scale):
        self.scale = scale

    def scores(self, x, y):
        return (x @ y.transpose(0, 2, 1) * self.scale)[:, None]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    metadata, tensors = read(given.folder)
    V = vectors_of(tensors)
    D = V.shape[1]
    vocabulary = list(json.loads((given.folder / "tokenizer.json").read_text())["model"]["vocab"])
    pairs = forms(vocabulary)
    random = np.random.default_rng(given.seed)
    # Whole families are held out: no word of theirs is trained on.
    held_word = np.zeros(len(vocabulary), bool)
    held_word[pairs[random.random(len(pairs)) < 0.2].ravel()] = True
    held = held_word[pairs].all(1)
    trained = ~held_word[pairs].any(1)
    others = np.array([i for i, word in enumerate(vocabulary) if word.isalpha() and not held_word[i]])
    print(f"{len(pairs)} pairs of forms: {trained.sum()} to train on, {held.sum()} held out; width {D}")
    learning = Sentences(pairs[trained], others, given.seed)
    models = {
        "trainable": Product(D, 1, random),
        "multi-head": Product(D, HEADS, random),
        "general": General(D, random),
        "additive": Tanh(D, True, random),
        "concat": Tanh(D, False, random),
    }
    report = {"scaled-dot": judged(Plain(1 / np.sqrt(D)), V, Sentences(pairs[held], others, 1))}
    report["even"] = judged(Plain(0), V, Sentences(pairs[held], others, 1))
    tensors = {name: entry for name, entry in tensors.items() if not name.startswith("attention.")}
    for name, model in models.items():
        loss = train(model, V, learning, given.steps, 0.01 if name in ("additive", "concat") else 0.003)
        report[name] = judged(model, V, Sentences(pairs[held], others, 1))
        print(f"{name}: loss {loss:.3f}, held out {np.round(report[name], 3)}", flush=True)
        for key, p in model.p.items():
            tensors[f"attention.{name}.{key}"] = ("F32", list(p.shape), p.astype("<f4").tobytes())
    tensors["attention.multi-head.heads"] = ("F32", [1], np.array([HEADS], "<f4").tobytes())
    write(given.folder, metadata, tensors)
    print(json.dumps(report))


if __name__ == "__main__":
    main()
