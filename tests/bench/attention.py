"""Kendall's tau of attention with gradients and with leaving words out, beside the figures of "Attention is not Explanation"
(Jain & Wallace 2019), by their protocol: their three classifiers, trained here by the recipes attention-*, five seeds each, the
first and last token dropped. Then even attention, and the small network that is guided by somebody's (Wiegreffe & Pinter 2019).

    ./dev bench attention --sst FOLDER --ag FOLDER --imdb FILE [--seeds 5] [--work FOLDER] [--json FILE]

FOLDER holds train.txt and dev.txt of the Stanford treebank; the AG News files that `heed fetch ag-news` gets; FILE is a table
of label and text, of which the recipe holds rows out. What was trained and measured stays in --work, and is not done again.
"""

import argparse
import json
import subprocess
from pathlib import Path
from statistics import mean, pstdev

# The paper's means over its test sets: tau with the gradient, with leaving out. Its classifiers began from pretrained word vectors.
PUBLISHED = {
    "sst": {"tanh": (0.351, 0.291), "dot": (0.073, 0.064), "token": (0.606, 0.623)},
    "ag": {"tanh": (0.389, 0.367), "dot": (0.305, 0.175), "token": (0.770, 0.507)},
    "imdb": {"tanh": (0.437, 0.341), "dot": (0.122, 0.092), "token": (0.675, 0.576)},
}
NAMES = {"tanh": "BiLSTM, additive", "dot": "BiLSTM, dot product", "token": "each word alone, additive", "mean": "BiLSTM, even"}
SETTINGS = {
    "tanh": [],
    "dot": ["model.pooling=dot"],
    "token": ["model.cell=token", "model.bidirectional=false", "model.hidden=256"],
    "mean": ["model.pooling=mean"],
}
RECIPES = Path(__file__).resolve().parents[2] / "assets" / "recipes"


class Set:
    def __init__(self, name, data):
        self.name, self.data = name, data
        self.recipe = RECIPES / f"attention-{name}.json"

    def held_out(self):
        """What `heed faithfulness` is to read, and how many of its rows."""
        if self.name == "imdb":
            return ["--data", self.data, "--held-out"]
        return ["--data", Path(self.data) / ("dev.txt" if self.name == "sst" else "test.csv"), "--limit", "1000"]

    def guide(self):
        return ["--guide", Path(self.data) / "train.txt"] if self.name == "sst" else []


def heed(program, *arguments):
    command = [str(program), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"attention: {' '.join(command)}\n{done.stderr}")
    return done.stdout


def measured(args, data, kind, seed):
    """The figures of one training, from --work where they are there."""
    place = args.work / f"{data.name}-{kind}-{seed}"
    figures = place.with_suffix(".json")
    if figures.exists():
        return json.loads(figures.read_text())
    settings = [part for value in SETTINGS[kind] for part in ("--set", value)]
    if not place.exists():
        heed(args.heed, "train", data.recipe, "--data", data.data, "--out", place, "--seed", seed, *settings)
    if kind == "mean":
        # Nothing attends, so its accuracy is all there is.
        rows = data.data if data.name == "imdb" else data.held_out()[1]
        text = json.dumps({"accuracy": json.loads(heed(args.heed, "evaluate", "--model", place, "--data", rows, "--json"))["test"]["accuracy"]})
    else:
        guide = data.guide() if kind == "tanh" else []
        text = heed(args.heed, "faithfulness", "--model", place, *data.held_out(), "--drop-ends", "--methods", "attention",
                    "--seed", seed, *guide, "--json")
    figures.write_text(text)
    return json.loads(text)


def row_of(runs, published):
    taus = {key: [run["tau"][key]["mean"] for run in runs] for key in ("gradient", "leave-one-out")}
    return {
        "tau": {key: {"mean": mean(values), "sd": pstdev(values), "published": published[at]} for at, (key, values) in enumerate(taus.items())},
        "significant": {key: mean(run["tau"][key]["significant"] for run in runs) for key in taus},
        "accuracy": mean(run["accuracy"] for run in runs),
        "even": mean(run["even"]["accuracy"] for run in runs),
        "adversarial": mean(run["adversarial"]["mean"] for run in runs),
        "seeds": len(runs),
    }


def print_row(name, kind, row):
    cells = "".join(f"{tau['mean']:8.3f} ±{tau['sd']:.3f} ({tau['published']:.3f})" for tau in row["tau"].values())
    print(f"{name:<6}{NAMES[kind]:<28}{cells}{row['accuracy']:10.3f}{row['even']:8.3f}{row['adversarial']:8.3f}", flush=True)


def guides_of(runs):
    kinds = ("learned", "even", "adversarial")
    guided = [run["guides"] for run in runs if "guides" in run]
    return {kind: mean(run[kind]["macro_f1"] for run in guided) for kind in kinds} if guided else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heed", type=Path, required=True)
    for name in PUBLISHED:
        parser.add_argument(f"--{name}")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--work", type=Path, default=Path(".cache/bench/attention"))
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    sets = [Set(name, getattr(args, name)) for name in PUBLISHED if getattr(args, name)]
    if not sets:
        parser.error("at least one of --sst, --ag and --imdb says where data are")
    print(f"{'':<34}{'tau, gradient (published)':>24}{'tau, leaving out':>24}{'accuracy':>10}{'even':>8}{'JS':>8}")
    table = {}
    for data in sets:
        rows = table[data.name] = {}
        seeds = range(1, (min(args.seeds, 2) if data.name == "imdb" else args.seeds) + 1)
        for kind, published in PUBLISHED[data.name].items():
            runs = [measured(args, data, kind, seed) for seed in seeds]
            rows[kind] = row_of(runs, published)
            print_row(data.name, kind, rows[kind])
            if guides := guides_of(runs):
                rows[kind]["guides"] = guides
                print(f"{'':<6}guided by it, F1: " + ", ".join(f"{name} {value:.3f}" for name, value in guides.items()))
        if data.name == "sst":
            rows["mean"] = {"accuracy": mean(measured(args, data, "mean", seed)["accuracy"] for seed in seeds), "seeds": len(seeds)}
            print(f"{data.name:<6}{NAMES['mean']:<28}{rows['mean']['accuracy']:58.3f}")
    if args.json:
        args.json.write_text(json.dumps(table, indent=1) + "\n")


if __name__ == "__main__":
    main()
