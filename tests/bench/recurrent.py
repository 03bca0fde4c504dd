"""Training speed of the lessons' RNN and of a bidirectional LSTM, beside PyTorch on the same batches."""

import argparse
import csv
import gzip
import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from statistics import median

import peer_kernels  # before torch
import torch

import recurrent_peer

ROOT = Path(__file__).resolve().parents[2]
BATCH, VOCABULARY = 64, 5000
PEERS = {"padded": False, "packed": True}
PRODUCTS = {"eigen": "Eigen", "openblas": "OpenBLAS", "heed": "heed"}


def data_folder():
    folder = Path(os.environ.get("HEED_SHARED") or ROOT.parent / "shared") / "data"
    if not (folder / "ag_news/test.csv").is_file() or not (folder / "sst2/train.tsv.gz").is_file():
        raise SystemExit(f"bench: {folder} holds no ag_news/test.csv and sst2/train.tsv.gz: HEED_SHARED says where they are.")
    return folder


def titles(folder):
    with open(folder / "ag_news/test.csv", encoding="utf-8", newline="") as file:
        return [(int(row[0]) - 1, row[1]) for row in csv.reader(file) if row[0].isdigit()]


def phrases(folder):
    with gzip.open(folder / "sst2/train.tsv.gz", "rt", encoding="utf-8", newline="") as file:
        rows = [line.rstrip("\r\n").split("\t") for line in file][1:]
    return [(int(label), text) for label, text in rows]


def batches(rows, count):
    """Random batches of lists [label, id, id, …]; id 0 is padding, 1 unknown."""
    rows = random.Random(1).sample(rows, min(len(rows), count * BATCH))
    rows = [(label, re.findall(r"[a-z0-9]+", text.lower())) for label, text in rows]
    counts = Counter(word for _, words in rows for word in words)
    ids = {word: i for i, (word, _) in enumerate(counts.most_common(VOCABULARY - 2), start=2)}
    rows = [[label] + [ids.get(word, 1) for word in words] for label, words in rows if words]
    return [rows[at : at + BATCH] for at in range(0, len(rows), BATCH)]


def setups(folder):
    common = {"vocabulary": VOCABULARY, "head_hidden": 100, "hidden": 128}
    rnn = {**common, "cell": "rnn", "bidirectional": False, "classes": 4, "batches": batches(titles(folder), 119)}
    lstm = {**common, "cell": "lstm", "bidirectional": True, "classes": 2, "batches": batches(phrases(folder), 60)}
    return {"RNN, AG News titles": rnn, "BiLSTM, SST-2": lstm}


def one_round(program, setup):
    done = subprocess.run([program], input=json.dumps(setup), capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"bench: {program} failed:\n{done.stderr.strip()}")
    result = json.loads(done.stdout)
    result["openblas"] = recurrent_peer.product_seconds(setup)
    for name, packed in PEERS.items():
        result[name] = recurrent_peer.train(setup, packed)
    return result


def floor(result):
    """Seconds for all matrix products of an epoch by whoever is fastest."""
    return min(result[who] for who in PRODUCTS)


def line(name, values, unit="", target=None):
    figures = "".join(f"{value:10.3f}" for value in (median(values), min(values), max(values)))
    wanted = "" if target is None else f"   ≥ {target}" + ("" if median(values) >= target else ", MISSED")
    print(f"{name:<40}{figures} {unit}{wanted}")


def report(name, setup, rounds):
    peer_kernels.refuse_if_slow("PyTorch", median(r["eigen"] / r["openblas"] for r in rounds))
    tokens = sum(len(row) - 1 for batch in setup["batches"] for row in batch)
    print(f"\n{name}: {len(setup['batches'])} batches of {BATCH}, {tokens:,} words; {rounds[0]['device']}")
    print(f"PyTorch: {peer_kernels.used()}.")
    print(f"{'':<40}{'median':>10}{'min':>10}{'max':>10}")
    for peer in PEERS:
        line(f"PyTorch, {peer}", [r[peer] for r in rounds], "s per epoch")
    line("heed", [r["training"] for r in rounds], "s per epoch")
    for who, shown in PRODUCTS.items():
        line(f"  matrix products alone, {shown}", [r[who] for r in rounds], "s per epoch")
    for peer in PEERS:
        line(f"faster than PyTorch, {peer}", [r[peer] / r["training"] for r in rounds], "×", 2)
    line("share of the matrix products", [100 * floor(r) / r["training"] for r in rounds], "%", 80)


def main():
    parser = argparse.ArgumentParser(prog="./dev bench recurrent", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="each round runs everything once, in turn [5]")
    parser.add_argument("--program", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    torch.set_num_threads(1)
    for name, setup in setups(data_folder()).items():
        rounds = []
        for number in range(options.rounds):
            print(f"{name}: round {number + 1} of {options.rounds}", file=sys.stderr)
            rounds.append(one_round(options.program, setup))
        report(name, setup, rounds)


if __name__ == "__main__":
    main()
