"""One training step of encoders of BERT's sizes, beside PyTorch on the same batches from the same weights."""

import argparse
import gzip
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from statistics import mean, median

import peer_kernels  # before torch
import torch

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/fixtures/encoders"))
import random_weights  # noqa: E402
import safetensors_file  # noqa: E402

TOKENIZER = ROOT / "assets/tokenizers/wordpiece-uncased"
SEPARATOR = 3
CLASSES = 2
CONFIG = {"model_type": "bert", "architectures": ["BertForSequenceClassification"], "vocab_size": 30522, "type_vocab_size": 2,
          "max_position_embeddings": 512, "pad_token_id": 0, "hidden_act": "gelu", "layer_norm_eps": 1e-12,
          "hidden_dropout_prob": 0.1, "attention_probs_dropout_prob": 0.1,
          "id2label": {str(c): f"class {c}" for c in range(CLASSES)}}
SIZES = {
    "mini": {"hidden_size": 256, "num_hidden_layers": 4, "num_attention_heads": 4, "intermediate_size": 1024},
    "base": {"hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12, "intermediate_size": 3072},
}
BATCH = {"mini": 32, "base": 16}
STEPS = {("mini", 20): 12, ("mini", 110): 4, ("base", 20): 4, ("base", 110): 2}
# Whole texts between these lengths, which makes the mean what it is called.
TEXTS = {20: ("sst2/train.tsv.gz", 9, 128), 110: ("imdb/train.tsv.gz", 9, 155)}
BATCHINGS = ("random batches", "bucketed", "equal lengths")
TARGETS = {"random batches": 2, "bucketed": 1.2, "equal lengths": 1.2}


def arguments():
    parser = argparse.ArgumentParser(prog="./dev bench encoder", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="each round runs everything once, in turn [3]")
    parser.add_argument("--model", choices=SIZES, nargs="+", default=list(SIZES))
    parser.add_argument("--tokens", type=int, choices=TEXTS, nargs="+", default=list(TEXTS), help="mean length of the texts")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--heed", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--program", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--models", required=True, help=argparse.SUPPRESS)
    return parser.parse_args()


def run(command, given, environment=None):
    done = subprocess.run(command, input=given, capture_output=True, text=True, env={**os.environ, **(environment or {})})
    if done.returncode != 0:
        raise SystemExit(f"bench: {' '.join(map(str, command))} failed:\n{done.stderr.strip()}")
    return done.stdout


def model_folder(models, name):
    """Random weights, written once."""
    folder = Path(models) / name
    if not (folder / "config.json").is_file():
        folder.mkdir(parents=True, exist_ok=True)
        config = {**CONFIG, **SIZES[name]}
        shapes = random_weights.encoder_shapes(config) | random_weights.head_shapes(config)
        safetensors_file.write(str(folder / "model.safetensors"), random_weights.draw(shapes, torch.Generator().manual_seed(1)))
        (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return str(folder)


def texts(heed, tokens):
    """Random rows [label, id, id, …] of whole texts, as the tokenizer cuts them."""
    name, shortest, longest = TEXTS[tokens]
    path = Path(os.environ.get("HEED_SHARED") or ROOT.parent / "shared") / "data" / name
    if not path.is_file():
        raise SystemExit(f"bench: {path} is not there: HEED_SHARED says where ../shared is.")
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        rows = [line.rstrip("\r\n").split("\t") for line in file][1:]
    rows = [(int(label), text) for label, text in rows if len(text.split()) <= longest]
    rows = random.Random(1).sample(rows, min(len(rows), 3000))
    cut = run([heed, "tokenize", "--tokenizer", str(TOKENIZER), "--json", "-"], "".join(text + "\n" for _, text in rows))
    ids = [[token["id"] for token in json.loads(line)["tokens"]] for line in cut.splitlines()]
    assert len(ids) == len(rows), f"{len(rows)} texts became {len(ids)}"
    return [[label] + row for (label, _), row in zip(rows, ids) if shortest <= len(row) <= longest]


def batches(rows, size, steps, tokens):
    """The three ways to make batches; the first two of the very same texts."""
    chosen = rows[: size * steps]
    by_length = sorted(chosen, key=len)
    equal = [[*row[:tokens], SEPARATOR] for row in rows if len(row) > tokens][: size * steps]
    cut = lambda all_rows: [all_rows[at : at + size] for at in range(0, len(all_rows), size)]
    bucketed = cut(by_length)
    # The longest first: what they need of memory, and where both sides' losses are compared.
    return {"random batches": longest_first(cut(chosen)), "bucketed": longest_first(bucketed), "equal lengths": cut(equal)}


def longest_first(cut):
    return sorted(cut, key=lambda batch: -max(len(row) for row in batch))


def one_round(options, given):
    threads = str(given["threads"])
    peer = [sys.executable, "-B", str(ROOT / "tests/bench/encoder_peer.py")]
    environment = {"OMP_NUM_THREADS": threads, "OPENBLAS_NUM_THREADS": threads}
    result = {}
    for name, cut in given["batches"].items():
        asked = json.dumps({**given, "batches": cut})
        result[name] = {"heed": json.loads(run([options.program], asked)), "pytorch": json.loads(run(peer, asked, environment))}
        compare(name, *(result[name][who]["losses"] for who in ("heed", "pytorch")))
    return result


def compare(name, ours, theirs):
    """Before and after a step without dropout: both do the same work."""
    worst = max(abs(a - b) / abs(b) for a, b in zip(ours, theirs))
    if worst > 1e-3 or ours[0] == ours[1]:
        raise SystemExit(f"bench: {name}: losses of the first two steps are {ours} here, {theirs} in PyTorch: expected the same.")


def line(name, figures, target=None, least=True):
    shown = "".join(f"{figure:>12}" if isinstance(figure, str) else f"{figure:12.2f}" for figure in figures)
    wanted = ""
    if target is not None:
        judged = min(figures) if least else max(figures)
        missed = judged < target if least else judged > target
        wanted = f"   {'≥' if least else '≤'} {target}{', MISSED' if missed else ''}"
    print(f"{name:<42}{shown}{wanted}")


def report(rounds, threads):
    def of(batching, who, figure):
        return median(r[batching][who][figure] for r in rounds)

    def ratio(batching, clock):
        return median(r[batching]["pytorch"][clock] / r[batching]["heed"][clock] for r in rounds)

    def share(batching, clock):
        sides = [r[batching]["heed"] for r in rounds]
        return median(100 * h["gflop"] / h["heed"][clock] / h[clock] for h in sides)

    clocks = ("processor", "wall")
    print(f"{'a step, median of the rounds':<42}{'processor s':>12}{'wall s':>12}{'peak MB':>12}")
    for batching in BATCHINGS:
        for who, shown in (("pytorch", "PyTorch"), ("heed", "heed")):
            line(f"{shown}, {batching}", [f"{of(batching, who, c):.3f}" for c in clocks] + [f"{of(batching, who, 'peak') / 1e6:.0f}"])
    line("products alone, heed, GFLOP/s", [median(r["equal lengths"]["heed"]["heed"][c] for r in rounds) for c in clocks])
    line("products alone, OpenBLAS, GFLOP/s", [median(r["equal lengths"]["pytorch"]["openblas"][c] for r in rounds) for c in clocks])
    print(f"{'of one round, median':<42}{'processor':>12}{'wall':>12}")
    for batching in BATCHINGS:
        line(f"times faster, {batching}", [ratio(batching, c) for c in clocks], TARGETS[batching])
    for batching in BATCHINGS:
        line(f"% of the products' rate, {batching}", [share(batching, c) for c in clocks], 80)
    for batching in BATCHINGS:
        line(f"peak memory over PyTorch's, {batching}", [of(batching, "heed", "peak") / of(batching, "pytorch", "peak")], 1, least=False)
    busy = median(r[b][w]["processor"] / r[b][w]["wall"] / threads for r in rounds for b in BATCHINGS for w in ("heed", "pytorch"))
    if busy < 0.95 and threads == 1:
        print(f"The machine was busy: a program had {100 * busy:.0f} % of a processor (median).")


def describe(name, tokens, threads, given, rounds):
    first = rounds[0]["random batches"]
    lengths = [len(row) - 1 for batch in given["batches"]["random batches"] for row in batch]
    padded = {b: rounds[0][b]["pytorch"]["tokens"] for b in BATCHINGS}
    print(f"\nBERT-{name}, {SIZES[name]['num_hidden_layers']} layers of {SIZES[name]['hidden_size']}; texts of {mean(lengths):.1f} tokens "
          f"({min(lengths)} to {max(lengths)}), {BATCH[name]} a batch; {first['heed']['device']}")
    print(f"PyTorch: {first['pytorch']['kernels']}; tokens of a step with its padding: "
          + ", ".join(f"{count:.0f} ({b})" for b, count in padded.items()) + f"; without, {sum(lengths) / len(given['batches']['random batches']):.0f}")
    difference = max(abs(a - b) for r in rounds for b_ in BATCHINGS for a, b in zip(r[b_]["heed"]["losses"], r[b_]["pytorch"]["losses"]))
    print(f"Losses of the first step and after it differ by at most {difference:.1e}; threads: {threads}; rounds: {len(rounds)}.")


def main():
    options = arguments()
    for tokens in options.tokens:
        rows = texts(options.heed, tokens)
        for name in options.model:
            folder = model_folder(options.models, name)
            for threads in options.threads:
                cut = batches(rows, BATCH[name], STEPS[name, tokens], tokens)
                given = {"model": folder, "threads": threads, "batches": cut}
                rounds = []
                for number in range(options.rounds):
                    print(f"{name}, {tokens} tokens, threads: {threads}: round {number + 1} of {options.rounds}", file=sys.stderr)
                    rounds.append(one_round(options, given))
                if threads == 1:
                    shares = [r[b]["pytorch"]["openblas"]["processor"] / r[b]["heed"]["eigen"]["processor"] for r in rounds for b in BATCHINGS]
                    peer_kernels.refuse_if_slow("PyTorch", median(shares))
                describe(name, tokens, threads, given, rounds)
                report(rounds, threads)


if __name__ == "__main__":
    main()
