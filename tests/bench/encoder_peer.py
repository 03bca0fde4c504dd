"""A BERT classifier in PyTorch, padded as its users pad: what encoder_rate.cpp trains, on the same batches from the same
weights. A program: reads and writes JSON as that one does.

Written for speed where PyTorch 1.13 has something for it: one product for queries, keys and values, mask and scale within
the product of the scores, no mask where no text is padded, gradients that are let go of instead of zeroed.
"""

import json
import os
import sys
import time

import peer_kernels  # before torch
import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.rnn import pad_sequence

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../fixtures/encoders"))
import safetensors_file  # noqa: E402
from reference import layer_names  # noqa: E402

RATE, WEIGHT_DECAY, PADDING = 1e-5, 0.01, 0


class Layer(nn.Module):
    def __init__(self, config, weights, names):
        super().__init__()
        parts = [linear(weights, names[part]) for part in ("query", "key", "value")]
        self.heads, self.attention_dropout = config["num_attention_heads"], config["attention_probs_dropout_prob"]
        self.qkv = nn.Linear(config["hidden_size"], 3 * config["hidden_size"])
        self.qkv.weight = nn.Parameter(torch.cat([part.weight.detach() for part in parts]))
        self.qkv.bias = nn.Parameter(torch.cat([part.bias.detach() for part in parts]))
        self.out, self.inner, self.back = (linear(weights, names[part]) for part in ("out", "in", "back"))
        self.norm, self.last = (norm(config, weights, names[part]) for part in ("norm", "last"))
        self.dropout = nn.Dropout(config["hidden_dropout_prob"])

    def attend(self, x, mask):
        B, T, D = x.shape
        K = D // self.heads
        q, k, v = self.qkv(x).view(B, T, 3, self.heads, K).permute(2, 0, 3, 1, 4).reshape(3, B * self.heads, T, K)
        scores = torch.baddbmm(mask, q, k.transpose(1, 2), alpha=K**-0.5) if mask is not None else torch.bmm(q * K**-0.5, k.transpose(1, 2))
        weights = F.dropout(scores.softmax(-1), self.attention_dropout, self.training)
        return self.out(torch.bmm(weights, v).view(B, self.heads, T, K).transpose(1, 2).reshape(B, T, D))

    def forward(self, x, mask):
        x = self.norm(x + self.dropout(self.attend(x, mask)))
        return self.last(x + self.dropout(self.back(F.gelu(self.inner(x)))))


class Classifier(nn.Module):
    def __init__(self, config, weights):
        super().__init__()
        table = {name: weights[f"bert.embeddings.{name}_embeddings.weight"] for name in ("word", "position", "token_type")}
        self.words, self.positions, self.types = (nn.Embedding.from_pretrained(t.clone(), freeze=False) for t in table.values())
        self.norm = norm(config, weights, "bert.embeddings.LayerNorm")
        self.heads, self.dropout = config["num_attention_heads"], nn.Dropout(config["hidden_dropout_prob"])
        self.layers = nn.ModuleList(Layer(config, weights, layer_names(config, l)) for l in range(config["num_hidden_layers"]))
        self.pooler, self.classifier = linear(weights, "bert.pooler.dense"), linear(weights, "classifier")

    def forward(self, ids, types, padded):
        x = self.words(ids) + self.positions(torch.arange(ids.shape[1])) + self.types(types)
        x, mask = self.dropout(self.norm(x)), None
        if padded is not None:
            mask = torch.zeros(padded.shape).masked_fill(padded, float("-inf")).repeat_interleave(self.heads, 0)[:, None, :]
        for layer in self.layers:
            x = layer(x, mask)
        return self.classifier(self.dropout(torch.tanh(self.pooler(x[:, 0]))))


def linear(weights, name):
    layer = nn.utils.skip_init(nn.Linear, *reversed(weights[name + ".weight"].shape))
    layer.weight, layer.bias = nn.Parameter(weights[name + ".weight"].clone()), nn.Parameter(weights[name + ".bias"].clone())
    return layer


def norm(config, weights, name):
    layer = nn.LayerNorm(config["hidden_size"], config["layer_norm_eps"])
    layer.weight, layer.bias = nn.Parameter(weights[name + ".weight"].clone()), nn.Parameter(weights[name + ".bias"].clone())
    return layer


def padded_batch(rows):
    ids = pad_sequence([torch.tensor(row[1:]) for row in rows], batch_first=True, padding_value=PADDING)
    padded = ids == PADDING
    return ids, torch.zeros_like(ids), padded if padded.any() else None, torch.tensor([row[0] for row in rows])


def open_model(folder):
    with open(os.path.join(folder, "config.json"), encoding="utf-8") as file:
        config = json.load(file)
    return Classifier(config, safetensors_file.read(os.path.join(folder, "model.safetensors"))), config


def seconds(run):
    processor, wall = time.process_time(), time.perf_counter()
    run()
    return {"processor": time.process_time() - processor, "wall": time.perf_counter() - wall}


def product_rate(config, tokens):
    """GFLOP/s of one encoder layer's products, as encoder_rate.cpp makes them."""
    D, inner = config["hidden_size"], config["intermediate_size"]
    gflop, spent = 0, {"processor": 0, "wall": 0}
    for count, I, O in ((4, D, D), (1, D, inner), (1, inner, D)):
        x, W, y = torch.rand(tokens, I), torch.rand(O, I), torch.rand(tokens, O)

        def run():
            torch.mm(x, W.t(), out=y)
            torch.mm(y, W, out=x)
            torch.mm(y.t(), x, out=W)

        run()
        turns = [seconds(run) for _ in range(3)]
        gflop += count * 6e-9 * tokens * I * O
        for clock in spent:
            spent[clock] += count * min(turn[clock] for turn in turns)
    return {clock: gflop / s for clock, s in spent.items()}


def peak_bytes():
    with open("/proc/self/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM:"))


def main():
    given = json.load(sys.stdin)
    torch.set_num_threads(given["threads"])
    torch.manual_seed(1)
    started = peak_bytes()
    batches = [padded_batch(rows) for rows in given["batches"]]
    model, config = open_model(given["model"])
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=WEIGHT_DECAY)

    def step(ids, types, padded, labels):
        optimizer.zero_grad(set_to_none=True)
        loss = F.cross_entropy(model(ids, types, padded), labels)
        loss.backward()
        optimizer.step()
        return loss

    model.eval()
    losses = [step(*batches[0]).item() for _ in range(2)]
    model.train()
    took = seconds(lambda: [step(*batch) for batch in batches])
    result = {clock: s / len(batches) for clock, s in took.items()}
    result.update({"losses": losses, "peak": peak_bytes(), "started": started, "kernels": peer_kernels.used()})
    result["tokens"] = sum(ids.numel() for ids, *_ in batches) / len(batches)
    result["openblas"] = product_rate(config, sum(len(row) - 1 for rows in given["batches"] for row in rows) // len(batches))
    print(json.dumps(result))


if __name__ == "__main__":
    main()
