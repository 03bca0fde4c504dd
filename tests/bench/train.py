"""Training speed: PyTorch as the tutorial writes it, PyTorch with buckets, heed, and the floor that arithmetic sets."""

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from statistics import median

import peer_kernels  # before torch
import torch

import enron
import pytorch_peer
from report import mix_rate, print_report

# Multiply-adds per token: q, k, v and out, and the two of the feed-forward. Backward makes each product twice more.
MULTIPLY_ADDS = pytorch_peer.EMBEDDING * (4 * pytorch_peer.ATTENTION + 2 * pytorch_peer.FEED_FORWARD)
FLOP_PER_TOKEN = 3 * 2 * MULTIPLY_ADDS


def arguments():
    parser = argparse.ArgumentParser(prog="./dev bench train", description=__doc__)
    parser.add_argument("--data", metavar="PATH", help="the folder with intent_pos and intent_neg")
    parser.add_argument("--rounds", type=int, default=5, help="each round runs everything once, in turn [5]")
    parser.add_argument("--epochs", type=int, default=3, help="of each training run [3]")
    parser.add_argument("--heed", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--matmul-rate", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.rounds < 1 or options.epochs < 1:
        parser.error("--rounds and --epochs are 1 or more")
    return options


def run(command):
    """Standard output of a program, and the share of a processor it had while it ran."""

    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    processor, wall = used(), time.perf_counter()
    done = subprocess.run(command, cwd=enron.ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"bench: {' '.join(map(str, command))} failed:\n{done.stderr.strip()}")
    return done.stdout, (used() - processor) / (time.perf_counter() - wall)


def time_pytorch(rows, vocabulary, epochs, bucketed):
    """Seconds per epoch by both clocks, and the tokens of an epoch, padding included."""
    model = pytorch_peer.RequestClassifier(vocabulary)
    wall, processor = time.perf_counter(), time.process_time()
    tokens = pytorch_peer.train(model, rows, epochs, bucketed)
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    return {"wall": wall / epochs, "processor": processor / epochs, "tokens": tokens}


def time_heed(heed, data, epochs):
    with tempfile.TemporaryDirectory() as folder:
        command = [heed, "train", "enron-tutorial", "--data", data, "--out", os.path.join(folder, "model")]
        output, share = run([*command, "--threads", "1", "--epochs", str(epochs), "--json"])
    wall = json.loads(output.splitlines()[-1])["seconds_per_epoch"]
    # The processor's time is known of the program as a whole only: its share holds for the training in it.
    return {"wall": wall, "processor": wall * share}


def seconds_per_call(product, trials=5, trial_seconds=0.01):
    """As matmul_rate.cpp measures: processor seconds, the median of the trials."""
    product()
    seconds = []
    for _ in range(trials):
        begun = now = time.process_time()
        calls = 0
        while now - begun < trial_seconds:
            product()
            calls, now = calls + 1, time.process_time()
        seconds.append((now - begun) / calls)
    return median(seconds)


def time_openblas(name, N, I, O):
    x, W, dy = torch.rand(N, I), torch.rand(O, I), torch.rand(N, O)
    left, right = {"forward": (x, W.T), "dx": (dy, W), "dW": (dy.T, x)}[name]
    out = left @ right
    return seconds_per_call(lambda: torch.mm(left, right, out=out))


def time_products(program):
    products = [json.loads(line) for line in run([program])[0].splitlines()]
    for product in products:
        product["openblas"] = time_openblas(product["product"], *(product[size] for size in "NIO"))
    return products


def one_round(options, data, rows, vocabulary):
    return {
        "random": time_pytorch(rows, vocabulary, options.epochs, bucketed=False),
        "bucketed": time_pytorch(rows, vocabulary, options.epochs, bucketed=True),
        "heed": time_heed(options.heed, data, options.epochs),
        "products": time_products(options.matmul_rate),
    }


def main():
    options = arguments()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    random.seed(1)
    data = enron.find(options.data)
    rows, vocabulary = enron.read(data)
    rows = [(torch.tensor(ids), label) for ids, label in rows]
    tokens = sum(len(ids) for ids, _ in rows)
    rounds = []
    for number in range(options.rounds):
        print(f"round {number + 1} of {options.rounds}", file=sys.stderr)
        rounds.append(one_round(options, data, rows, vocabulary))
    shares = [mix_rate(r["products"], "openblas") / mix_rate(r["products"], "eigen") for r in rounds]
    peer_kernels.refuse_if_slow("PyTorch", median(shares))
    print(f"Training the request classifier: {len(rows)} sentences, {tokens:,} tokens, vocabulary {vocabulary:,}.")
    print(f"One thread each; rounds: {options.rounds}, in each everything in turn; epochs of a run: {options.epochs}.")
    print(f"PyTorch: {peer_kernels.used()}.")
    print_report(rounds, FLOP_PER_TOKEN * tokens * 1e-9, ".".join(torch.__version__.split(".")[:2]))


if __name__ == "__main__":
    main()
