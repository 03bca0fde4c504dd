"""Training on a CUDA card: heed beside PyTorch on the same card in the same run. Without a card: says so."""

import argparse
import json
import os
import random
import subprocess
import tempfile

import enron

# Sizes of the encoder: the request classifier, twelve layers of BERT's width.
ENCODER = {"embedding": 768, "attention": 768, "heads": 12, "layers": 12, "feed_forward": 3072, "dropout": 0}
VOCABULARY, STEPS = 30_000, 40


def arguments():
    parser = argparse.ArgumentParser(prog="./dev bench cuda", description=__doc__)
    parser.add_argument("--data", metavar="PATH", help="the folder with intent_pos and intent_neg")
    parser.add_argument("--epochs", type=int, default=20, help="of the tutorial's recipe [20]")
    parser.add_argument("--heed", required=True, help=argparse.SUPPRESS)
    return parser.parse_args()


def heed_train(heed, arguments_):
    with tempfile.TemporaryDirectory() as folder:
        command = [heed, "train", *arguments_, "--device", "cuda", "--out", os.path.join(folder, "model"), "--json"]
        done = subprocess.run(command, cwd=enron.ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"bench: {' '.join(command)} failed:\n{done.stderr.strip()}")
    return json.loads(done.stdout.splitlines()[-1])


def why_not(heed):
    """Why heed has no card; None when it has one."""
    done = subprocess.run([heed, "train", "enron-tutorial", "--device", "cuda", "--data", os.devnull, "--epochs", "1"],
                          cwd=enron.ROOT, capture_output=True, text=True)
    mark = 'the device "cuda" is not available: '
    return done.stderr.split(mark)[1].strip() if mark in done.stderr else None


def tutorial(heed, data, epochs, precision):
    m = heed_train(heed, ["enron-tutorial", "--data", data, "--epochs", str(epochs),
                          "--set", f"training.precision={precision}"])
    steps = -(-m["train"]["n"] // 32)
    return steps / m["seconds_per_epoch"], m["train"]


def encoder(heed, B, T):
    """Steps per second on texts of T words each, as many as fill STEPS batches."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "texts.csv")
        with open(file, "w") as out:
            out.write("text,label\n")
            for n in range(B * STEPS):
                words = " ".join(f"w{random.randrange(VOCABULARY)}" for _ in range(T))
                out.write(f"{words},{n % 2}\n")
        recipe = os.path.join(folder, "encoder.json")
        with open(recipe, "w") as out:
            json.dump({"data": {"format": "csv"}, "split": {"train": 1, "validation": 0, "test": 0},
                       "model": {"architecture": "request-classifier", **ENCODER},
                       "training": {"epochs": 3, "batch_size": B, "precision": "bf16",
                                    "optimizer": {"name": "adamw", "rate": 1e-4}}}, out)
        return STEPS / heed_train(heed, [recipe, "--data", file])["seconds_per_epoch"]


def row(name, ours, theirs, wanted):
    missed = "" if ours >= wanted * theirs else ", MISSED"
    print(f"{name:<46}{ours:10.1f}{theirs:10.1f}{ours / theirs:9.2f} ×   ≥ {wanted} ×{missed}")


def main():
    options = arguments()
    missing = why_not(options.heed)
    if missing:
        print(f"not run: no card ({missing})")
        return
    try:
        import torch

        torch.cuda.current_device()
    except (ImportError, AssertionError, RuntimeError) as error:
        print(f"not run: no PyTorch with CUDA to compare with ({error})")
        return
    import cuda_peer

    torch.manual_seed(1)
    random.seed(1)
    data = enron.find(options.data)
    rows, vocabulary = enron.read(data)
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}")
    print(f"\n{'training steps per second':<46}{'heed':>10}{'PyTorch':>10}")
    ours, figures = tutorial(options.heed, data, options.epochs, "float32")
    row("request classifier, eager", ours, cuda_peer.tutorial(rows, vocabulary, 2, False), 10)
    row("request classifier, torch.compile", ours, cuda_peer.tutorial(rows, vocabulary, 2, True), 2)
    rate = cuda_peer.product_rate()
    for B, T in [(64, 128), (256, 128)]:
        steps = encoder(options.heed, B, T)
        row(f"twelve layers of 768, bf16, {B} × {T}", steps, cuda_peer.encoder(B, T, VOCABULARY, STEPS), 1)
        per_token = ENCODER["layers"] * ENCODER["embedding"] * (4 * ENCODER["attention"] + 2 * ENCODER["feed_forward"])
        share = 100 * steps * B * T * 6 * per_token * 1e-12 / rate
        print(f"{'    of the card’s rate of products':<46}{share:9.1f} %{rate:10.0f} TFLOP/s   ≥ 45 %"
              + ("" if share >= 45 else ", MISSED"))
    print(f"\ntraining set after {options.epochs} epochs: accuracy {figures['accuracy']:.4f}, loss {figures['loss']:.4f}")


if __name__ == "__main__":
    main()
