"""What heed says of the models that tests/fixtures/encoders/make_real.py wrote, beside PyTorch; and its memory."""

import argparse
import json
import os
import subprocess
import sys

import torch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../fixtures/encoders"))
import safetensors_file  # noqa: E402

LENGTHS = (16, 128)
WITHIN = {"logits": 1e-4, "attention": 1e-5}
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


# A process of its own: the peak of a child is at least what its parent had when it was started, here PyTorch.
PEAK = ("import resource, subprocess, sys; status = subprocess.run(sys.argv[1:]).returncode; "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr); sys.exit(status)")


def heed(program, *arguments):
    """The JSON that it prints, and the most memory it had, in bytes."""
    command = [sys.executable, "-c", PEAK, program, *arguments, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"bench: {program} {' '.join(arguments[:3])} failed:\n{done.stderr}")
    return json.loads(done.stdout), int(done.stderr.split()[-1]) * 1024


def text_of(ids):
    """The tokenizer puts [CLS] and [SEP] around it."""
    return " ".join(SPECIAL[i] if i < len(SPECIAL) else f"w{i}" for i in ids.tolist()[1:-1])


def compare_classifier(program, model, reference, S):
    """The largest differences of logits and of attention, and the memory."""
    said, memory = heed(program, "predict", "--model", model, "--attention", text_of(reference[f"ids.{S}"]))
    assert [token["id"] for token in said["tokens"]] == reference[f"ids.{S}"].tolist(), "the text was cut otherwise"
    p = torch.tensor([entry["probability"] for entry in said["classes"]], dtype=torch.float64)
    logits = torch.log(p) - torch.log1p(-p)  # each class is a yes or no of its own
    attention = max(
        (torch.tensor(layer["weights"]) - reference[f"attention.{S}.{l}"]).abs().max().item()
        for l, layer in enumerate(said["attention"]))
    return {"logits": (logits - reference[f"logits.{S}"]).abs().max().item(), "attention": attention, "memory": memory}


def compare_masks(program, model, reference, S):
    """Logarithms of the probabilities of all words: logits but for one number that all of them share."""
    vocabulary = str(len(reference[f"logits.{S}"]))
    said, memory = heed(program, "fill-mask", "--model", model, "--top", vocabulary, text_of(reference[f"ids.{S}"]))
    got = torch.empty(int(vocabulary), dtype=torch.float64)
    for candidate in said["masks"][0]["candidates"]:
        got[candidate["id"]] = candidate["probability"]
    want = torch.log_softmax(reference[f"logits.{S}"].double(), 0)
    return {"logits": (torch.log(got) - want).abs().max().item(), "attention": None, "memory": memory}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--heed", required=True)
    parser.add_argument("--models", required=True)
    options = parser.parse_args()
    print(f"{'beside PyTorch, float64':<24}{'logits within':>14}{'attention':>11}{'peak MB':>10}{'at most':>9}")
    for name in ("bert-base", "bert-base-mlm", "distilbert"):
        model = os.path.join(options.models, name)
        reference = safetensors_file.read(os.path.join(model, "reference.safetensors"))
        allowed = os.path.getsize(os.path.join(model, "model.safetensors")) * 1.15 + 50e6
        for S in LENGTHS:
            compare = compare_masks if name.endswith("-mlm") else compare_classifier
            found = compare(options.heed, model, reference, S)
            missed = [what for what, most in WITHIN.items() if found[what] is not None and found[what] > most]
            missed += ["memory"] if found["memory"] > allowed else []
            attention = "" if found["attention"] is None else f"{found['attention']:.0e}"
            print(f"{name:<18}{'S' + str(S):>5} {found['logits']:>14.0e}{attention:>11}{found['memory'] / 1e6:>10.0f}"
                  f"{allowed / 1e6:>9.0f}{'   MISSED: ' + ', '.join(missed) if missed else ''}")


if __name__ == "__main__":
    main()
