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
    options = parser.parse_args()
    if options.epochs < 1:
        parser.error("--epochs is 1 or more")
    return options


def heed_train(heed, arguments_, device="cuda"):
    with tempfile.TemporaryDirectory() as folder:
        command = [heed, "train", *arguments_, "--device", device, "--out", os.path.join(folder, "model"), "--json"]
        done = subprocess.run(command, cwd=enron.ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"bench: {' '.join(command)} failed:\n{done.stderr.strip()}")
    for line in done.stderr.splitlines():
        if line.startswith("heed: note:"):  # steps that are launched one by one, say
            print(f"    {line}")
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


def steps_per_second(heed, lengths, batch_size, model, training, classes=2):
    """Of training on texts of random words, as many words as `lengths` says."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "texts.csv")
        with open(file, "w") as out:
            out.write("text,label\n")
            for n, length in enumerate(lengths):
                words = " ".join(f"w{random.randrange(VOCABULARY)}" for _ in range(length))
                out.write(f"{words},{n % classes}\n")
        recipe = os.path.join(folder, "recipe.json")
        with open(recipe, "w") as out:
            json.dump({"data": {"format": "csv"}, "split": {"train": 1, "validation": 0, "test": 0}, "model": model,
                       "training": {"epochs": 6, "batch_size": batch_size, **training}}, out)
        return -(-len(lengths) // batch_size) / heed_train(heed, [recipe, "--data", file])["seconds_per_epoch"]


def encoder(heed, B, T):
    return steps_per_second(heed, [T] * (B * STEPS), B, {"architecture": "request-classifier", **ENCODER},
                            {"precision": "bf16", "optimizer": {"name": "adamw", "rate": 1e-4}})


def recurrent(heed, setup):
    model = {"architecture": "recurrent-classifier", "embedding": 100, "pooling": "linear", "dropout": 0.1,
             **{key: setup[key] for key in ("cell", "bidirectional", "hidden", "head_hidden")}}
    return steps_per_second(heed, setup["lengths"], setup["batch"], model,
                            {"optimizer": {"name": "adam", "rate": 1e-4}}, setup["classes"])


def recurrent_setups():
    """As many words per text as AG News' titles after the lesson's preprocessing have, and SST-2's phrases."""
    common = {"hidden": 128, "head_hidden": 100, "batch": 64, "vocabulary": VOCABULARY}
    def lengths(low, high):
        return [random.randint(low, high) for _ in range(common["batch"] * STEPS)]
    return {"RNN with attention, titles": {**common, "cell": "rnn", "bidirectional": False, "classes": 4, "lengths": lengths(3, 12)},
            "BiLSTM with attention, phrases": {**common, "cell": "lstm", "bidirectional": True, "classes": 2, "lengths": lengths(2, 40)}}


def curves(heed, data, epochs, seeds=5):
    """Accuracy on the test part, a mean over seeds, by the card and by the CPU: they end within half a point."""
    means = {}
    for device in ("cuda", "cpu"):
        ends = [heed_train(heed, ["enron-tutorial", "--data", data, "--epochs", str(epochs), "--seed", str(seed)], device)
                for seed in range(1, seeds + 1)]
        means[device] = sum((m["test"] or m["validation"] or m["train"])["accuracy"] for m in ends) / seeds
    apart = 100 * abs(means["cuda"] - means["cpu"])
    print(f"\nheld-out accuracy after {epochs} epochs, mean of {seeds} seeds: card {means['cuda']:.4f}, CPU {means['cpu']:.4f}, "
          f"{apart:.2f} points apart   ≤ 0.5" + ("" if apart <= 0.5 else ", MISSED"))


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
    for name, setup in recurrent_setups().items():
        row(name, recurrent(options.heed, setup), cuda_peer.recurrent(setup), 3)
    rate = cuda_peer.product_rate()
    for B, T in [(64, 128), (256, 128)]:
        steps = encoder(options.heed, B, T)
        row(f"twelve layers of 768, bf16, {B} × {T}", steps, cuda_peer.encoder(B, T, VOCABULARY, STEPS), 1)
        per_token = ENCODER["layers"] * ENCODER["embedding"] * (4 * ENCODER["attention"] + 2 * ENCODER["feed_forward"])
        share = 100 * steps * B * T * 6 * per_token * 1e-12 / rate
        print(f"{'    of the card’s rate of products':<46}{share:9.1f} %{rate:10.0f} TFLOP/s   ≥ 45 %"
              + ("" if share >= 45 else ", MISSED"))
    print(f"\ntraining set after {options.epochs} epochs: accuracy {figures['accuracy']:.4f}, loss {figures['loss']:.4f}")
    curves(options.heed, data, options.epochs)


if __name__ == "__main__":
    main()
