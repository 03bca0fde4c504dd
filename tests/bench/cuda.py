"""Training on a CUDA GPU: heed beside PyTorch on the same GPU in the same run. Without a GPU: says so."""

import argparse
import json
import os
import random
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

import enron

# Sizes of the encoder: the request classifier, twelve layers of BERT's width.
ENCODER = {"embedding": 768, "attention": 768, "heads": 12, "layers": 12, "feed_forward": 3072, "dropout": 0}
VOCABULARY, STEPS = 30_000, 40
# Data and models of a run lie in memory where there is room: disks are not what is measured.
SHARED = "/dev/shm"
FOLDERS = SHARED if os.path.isdir(SHARED) and shutil.disk_usage(SHARED).free > 8 << 30 else None


def arguments():
    parser = argparse.ArgumentParser(prog="./dev bench cuda", description=__doc__)
    parser.add_argument("--data", metavar="PATH", help="the folder with intent_pos and intent_neg")
    parser.add_argument("--epochs", type=int, default=20, help="of the runs whose accuracy is compared [20]")
    parser.add_argument("--max-autotune", action="store_true",
                        help="PyTorch's compiler tries kernels out, which takes it many minutes")
    parser.add_argument("--heed", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.epochs < 1:
        parser.error("--epochs is 1 or more")
    return options


def heed_train(heed, arguments_, device="cuda"):
    with tempfile.TemporaryDirectory(dir=FOLDERS) as folder:
        command = [heed, "train", *arguments_, "--device", device, "--out", os.path.join(folder, "model"), "--json"]
        done = subprocess.run(command, cwd=enron.ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} failed:\n{done.stderr.strip()[-2000:]}")
    for line in done.stderr.splitlines():
        if line.startswith("heed: note:"):  # steps that are launched one by one, say
            print(f"    {line}")
    return json.loads(done.stdout.splitlines()[-1])


def why_not(heed):
    """Why heed has no GPU; None when it has one."""
    done = subprocess.run([heed, "train", "enron-tutorial", "--device", "cuda", "--data", os.devnull, "--epochs", "1"],
                          cwd=enron.ROOT, capture_output=True, text=True)
    mark = 'the device "cuda" is not available: '
    return done.stderr.split(mark)[1].strip() if mark in done.stderr else None


def pytorch():
    """PyTorch's side, or None where there is none."""
    try:
        import torch

        torch.cuda.current_device()
        torch.manual_seed(1)
        import cuda_peer
    except (ImportError, AssertionError, RuntimeError) as error:
        print(f"no PyTorch with CUDA to compare with ({error})")
        return None
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}")
    return cuda_peer


def rate_of(train, batch_size, few, many):
    """Steps per second, from two runs of one epoch, on the texts `few` and `many` times over: what a run does once (load
    kernels, record steps, write the checkpoint at the epoch's end) is in both and falls out."""
    short, long = train(few), train(many)
    steps, fewer = (-(-run["train"]["n"] // batch_size) for run in (long, short))
    if long["seconds"] <= short["seconds"]:
        raise RuntimeError(f"{steps} steps took no longer than {fewer}: something else kept the machine busy")
    return (steps - fewer) / (long["seconds"] - short["seconds"])


def tutorial(heed, data):
    def train(times):
        with tempfile.TemporaryDirectory(dir=FOLDERS) as folder:
            for name in ("intent_pos", "intent_neg"):
                text = (data / name).read_bytes().rstrip(b"\n") + b"\n"
                with open(os.path.join(folder, name), "wb") as out:
                    out.write(text * times)
            return heed_train(heed, ["enron-tutorial", "--data", folder, "--epochs", "1"])

    return rate_of(train, 32, 5, 25)


def rate_on_random_words(heed, lengths, batch_size, times, model, training, classes=2):
    """Of training on texts of random words, as many words as `lengths` says, once and `times` times over."""
    texts = [" ".join(f"w{random.randrange(VOCABULARY)}" for _ in range(length)) + f",{n % classes}\n"
             for n, length in enumerate(lengths)]

    def train(count):
        with tempfile.TemporaryDirectory(dir=FOLDERS) as folder:
            file, recipe = os.path.join(folder, "texts.csv"), os.path.join(folder, "recipe.json")
            with open(file, "w") as out:
                out.write("text,label\n" + "".join(texts) * count)
            with open(recipe, "w") as out:
                json.dump({"data": {"format": "csv"}, "split": {"train": 1, "validation": 0, "test": 0}, "model": model,
                           "training": {"epochs": 1, "batch_size": batch_size, **training}}, out)
            return heed_train(heed, [recipe, "--data", file])

    return rate_of(train, batch_size, 1, times)


def encoder(heed, B, T):
    return rate_on_random_words(heed, [T] * (B * STEPS), B, 1 + 640 // B, {"architecture": "request-classifier", **ENCODER},
                                {"precision": "bf16", "optimizer": {"name": "adamw", "rate": 1e-4}})


def recurrent(heed, setup):
    model = {"architecture": "recurrent-classifier", "embedding": 100, "pooling": "linear", "dropout": 0.1,
             **{key: setup[key] for key in ("cell", "bidirectional", "hidden", "head_hidden")}}
    return rate_on_random_words(heed, setup["lengths"], setup["batch"], 20, model,
                                {"bucketed": False, "optimizer": {"name": "adam", "rate": 1e-4}}, setup["classes"])


def recurrent_setups():
    """As many words per text as AG News' titles after the lesson's preprocessing have, and SST-2's phrases."""
    common = {"hidden": 128, "head_hidden": 100, "batch": 64, "vocabulary": VOCABULARY}
    def lengths(low, high):
        return [random.randint(low, high) for _ in range(common["batch"] * STEPS)]
    return {"RNN with attention, titles": {**common, "cell": "rnn", "bidirectional": False, "classes": 4, "lengths": lengths(3, 12)},
            "BiLSTM with attention, phrases": {**common, "cell": "lstm", "bidirectional": True, "classes": 2, "lengths": lengths(2, 40)}}


def curves(heed, data, epochs, seeds=5):
    """Accuracy on a fifth that is held out, a mean over seeds, by the GPU and by the CPU: they end within half a point."""
    def accuracy(device, seed):
        return heed_train(heed, ["enron-tutorial", "--data", str(data), "--epochs", str(epochs), "--seed", str(seed),
                                 "--set", "split.train=0.8", "--set", "split.test=0.2"], device)["test"]["accuracy"]

    with ThreadPoolExecutor() as pool:  # of programs on a thread each
        cpu = sum(pool.map(lambda seed: accuracy("cpu", seed), range(1, seeds + 1))) / seeds
    gpu = sum(accuracy("cuda", seed) for seed in range(1, seeds + 1)) / seeds
    apart = 100 * abs(gpu - cpu)
    print(f"\nheld-out accuracy after {epochs} epochs, mean of {seeds} seeds: GPU {gpu:.4f}, CPU {cpu:.4f}, "
          f"{apart:.2f} points apart   ≤ 0.5" + ("" if apart <= 0.5 else ", MISSED"))


def row(name, ours, theirs, wanted):
    if theirs is None:
        print(f"{name:<46}{ours:10.1f}")
        return
    missed = "" if ours >= wanted * theirs else ", MISSED"
    print(f"{name:<46}{ours:10.1f}{theirs:10.1f}{ours / theirs:9.2f} ×   ≥ {wanted} ×{missed}")


def tutorial_rows(options, data, peer, compiled):
    rows, vocabulary = enron.read(data)
    ours = tutorial(options.heed, data)
    row("request classifier, eager", ours, peer and peer.tutorial(rows, vocabulary, 5, None), 10)
    if peer:
        row("request classifier, torch.compile", ours, peer.tutorial(rows, vocabulary, 5, compiled or "reduce-overhead"), 2)


def encoder_rows(options, peer, compiled, B, T):
    steps = encoder(options.heed, B, T)
    row(f"twelve layers of 768, bf16, {B} × {T}", steps,
        peer and peer.encoder(B, T, VOCABULARY, STEPS, compiled or "default"), 1)
    if not peer:
        return
    rate = peer.product_rate()
    per_token = ENCODER["layers"] * ENCODER["embedding"] * (4 * ENCODER["attention"] + 2 * ENCODER["feed_forward"])
    share = 100 * steps * B * T * 6 * per_token * 1e-12 / rate
    print(f"{'    of the GPU’s rate of products':<46}{share:9.1f} %{rate:10.0f} TFLOP/s   ≥ 45 %"
          + ("" if share >= 45 else ", MISSED"))


def parts(options, peer):
    """What is measured, each by itself: (name, function)."""
    compiled = "max-autotune" if options.max_autotune else None
    for name, setup in recurrent_setups().items():
        yield name, lambda: row(name, recurrent(options.heed, setup), peer and peer.recurrent(setup), 3)
    for B, T in [(64, 128), (256, 128)]:
        yield f"encoder, {B} × {T}", lambda: encoder_rows(options, peer, compiled, B, T)
    yield "request classifier", lambda: tutorial_rows(options, enron.find(options.data), peer, compiled)
    yield "accuracy", lambda: curves(options.heed, enron.find(options.data), options.epochs)


def main():
    options = arguments()
    missing = why_not(options.heed)
    if missing:
        print(f"not run: no GPU ({missing})")
        return
    random.seed(1)
    peer = pytorch()
    print(f"\n{'training steps per second':<46}{'heed':>10}{'PyTorch':>10}")
    failed = []
    for name, measure in parts(options, peer):
        try:
            measure()
        except (Exception, SystemExit) as error:  # what comes next may well work
            failed.append(name)
            print(f"{name}: failed: {error}")
        if peer:
            peer.release()
    if failed:
        raise SystemExit(f"bench: no figures of: {'; '.join(failed)}")


if __name__ == "__main__":
    main()
