"""German to English, trained by heed and by the same loop in PyTorch: BLEU of both on pairs that neither has seen.

    python3 translate.py prepare --data deu-eng.tsv.gz --heed PROGRAM --work FOLDER
    python3 translate.py run     --heed PROGRAM --work FOLDER [--device cuda] [--seeds 3] [--jobs 2] [--epochs N]

`prepare` shares out the pairs by sentence and cuts them with the pieces that heed learns from the training part; FOLDER may then
travel. `run` trains both sides with each seed, `jobs` at a time, and has all models judged by one program with one beam, so that
what differs is the training. Each side ends with the weights of its last step.
"""

import argparse
import gzip
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "../..")
HELD_OUT, SPLIT_SEED, APART = 2000, 1, 0.5
WHOLE = ["--set", "split.train=1", "--set", "split.validation=0", "--set", "split.test=0"]
# A network that is trained for its pieces alone.
NARROW = [text for key, value in {"d_model": 8, "encoder_layers": 1, "decoder_layers": 1, "encoder_attention_heads": 1,
                                  "decoder_attention_heads": 1, "encoder_ffn_dim": 8, "decoder_ffn_dim": 8}.items()
          for text in ("--set", f"model.{key}={value}")]


def groups_of(pairs):
    """Pairs that share a sentence, in either language, also by way of others, have one number."""
    above = list(range(len(pairs)))

    def top(n):
        while above[n] != n:
            above[n] = above[above[n]]
            n = above[n]
        return n

    for column in (0, 1):
        first = {}
        for n, pair in enumerate(pairs):
            above[top(n)] = top(first.setdefault(pair[column], n))
    return [top(n) for n in range(len(pairs))]


def share_out(pairs):
    """(train, held out): whole groups of at most five pairs, until there are enough."""
    members = {}
    for n, group in enumerate(groups_of(pairs)):
        members.setdefault(group, []).append(n)
    small = [group for group, rows in members.items() if len(rows) <= 5]
    random.Random(SPLIT_SEED).shuffle(small)
    held = set()
    for group in small:
        if len(held) >= HELD_OUT:
            break
        held.update(members[group])
    return [pair for n, pair in enumerate(pairs) if n not in held], [pairs[n] for n in sorted(held)][:HELD_OUT]


def prepare(options):
    with gzip.open(options.data, "rt") as lines:
        pairs = [line.rstrip("\n").split("\t")[:2] for line in lines]
    train, test = share_out(pairs)
    os.makedirs(options.work, exist_ok=True)
    for name, part in (("train", train), ("test", test)):
        with open(os.path.join(options.work, f"{name}.tsv"), "w") as out:
            out.writelines("\t".join(pair) + "\n" for pair in part)
    pieces = os.path.join(options.work, "pieces")
    if not os.path.exists(pieces):
        heed_train(options, pieces, 0, ["--epochs", "1", "--set", "training.batch_size=2000", *NARROW])
    shutil.copy(os.path.join(ROOT, "assets/models/translate-de-en/config.json"), pieces)
    columns = [subprocess.run([options.heed, "tokenize", "--model", pieces, "--no-special-tokens", "--json", "-"], check=True, text=True,
                              capture_output=True, input="".join(pair[column] + "\n" for pair in train)).stdout.splitlines()
               for column in (1, 0)]
    longest = json.load(open(options.recipe))["text"]["max_tokens"]
    kept = 0
    with open(os.path.join(options.work, "train.ids"), "w") as out:
        for source, target in zip(*columns):
            source, target = ([token["id"] for token in json.loads(line)["tokens"]] for line in (source, target))
            if max(len(source), len(target)) < longest:
                out.write(" ".join(map(str, source)) + "\t" + " ".join(map(str, target)) + "\n")
                kept += 1
    print(f"{kept} pairs to train, {len(test)} held out")


def heed_train(options, out, seed, more=()):
    subprocess.run([options.heed, "train", options.recipe, "--data", os.path.join(options.work, "train.tsv"), "--out", out,
                    "--seed", str(seed), "--device", options.device, *WHOLE, *more], check=True, capture_output=True, text=True)


def peer_train(options, out, seed, more=()):
    work = options.work
    with open(out + ".log", "w") as log:
        subprocess.run([sys.executable, "-B", os.path.join(HERE, "translate_peer.py"), "--model", os.path.join(work, "pieces"),
                        "--pairs", os.path.join(work, "train.ids"), "--recipe", options.recipe, "--out", out, "--seed", str(seed),
                        "--device", options.device, *more], check=True, stdout=log)


def bleu(options, model):
    done = subprocess.run([options.heed, "evaluate", "--model", model, "--data", os.path.join(options.work, "test.tsv"), "--json"],
                          check=True, capture_output=True, text=True)
    report = json.loads(done.stdout)["test"]
    return report["bleu"], report["loss"]


def run(options):
    def one(job):
        side, seed = job
        out = os.path.join(options.work, f"{side}-{seed}")
        shutil.rmtree(out, ignore_errors=True)  # of an earlier run
        try:
            if side == "heed":
                heed_train(options, out, seed, ["--epochs", str(options.epochs)] if options.epochs else [])
            else:
                peer_train(options, out, seed, ["--epochs", str(options.epochs)] if options.epochs else [])
            figures = bleu(options, out)
        except subprocess.CalledProcessError as error:
            print(f"{side}, seed {seed}: failed: {(error.stderr or '')[-2000:]}", flush=True)
            return side, None
        print(f"{side:<8} seed {seed}   BLEU {figures[0]:6.2f}   loss {figures[1]:.4f}", flush=True)
        return side, figures[0]

    jobs = [(side, seed) for seed in range(options.seeds) for side in ("PyTorch", "heed")]
    with ThreadPoolExecutor(options.jobs) as pool:
        found = list(pool.map(one, jobs))
    figures = [[figure for side, figure in found if side == name and figure is not None] for name in ("heed", "PyTorch")]
    if not all(figures):
        sys.exit("one side has no figure: nothing to compare")
    means = [statistics.mean(side) for side in figures]
    apart = means[0] - means[1]
    print(f"mean     heed {means[0]:.2f}, PyTorch {means[1]:.2f}: {apart:+.2f}   within {APART}" + ("" if abs(apart) <= APART else ", MISSED"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("prepare", "run"))
    parser.add_argument("--data")
    parser.add_argument("--heed", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--recipe", default=os.path.join(ROOT, "assets/recipes/translate-de-en.json"))
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--epochs", type=int, help="instead of the recipe's")
    options = parser.parse_args()
    (prepare if options.what == "prepare" else run)(options)


if __name__ == "__main__":
    main()
