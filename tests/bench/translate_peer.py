"""The loop of heed's recipe translate-de-en in PyTorch: the same network (Marian's layout), optimizer, schedule and data, padded
and bucketed as its users do it.

    python3 translate_peer.py --model FOLDER --recipe FILE --pairs FILE --out FOLDER [--seed N] [--device cuda]

FOLDER/config.json says what the network is; --pairs has a line a pair: ids of the source, a tab, ids of the target,
neither with its end. OUT gets the same folder with weights of its own.
"""

import argparse
import json
import math
import os
import random
import shutil
import sys
import time

import torch
import torch.nn.functional as F
from torch import nn

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "../fixtures/encoders"))
import safetensors_file  # noqa: E402

POOL = 100  # batches of texts that are sorted together


class Attention(nn.Module):
    def __init__(self, D, heads):
        super().__init__()
        self.heads = heads
        self.k_proj, self.v_proj, self.q_proj, self.out_proj = (nn.Linear(D, D) for _ in range(4))

    def forward(self, x, source, mask):
        B, T, D = x.shape
        q, k, v = (part.view(B, -1, self.heads, D // self.heads).transpose(1, 2)
                   for part in (self.q_proj(x), self.k_proj(source), self.v_proj(source)))
        if hasattr(F, "scaled_dot_product_attention"):
            seen = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        else:
            scores = (q @ k.transpose(2, 3) / math.sqrt(D // self.heads)).masked_fill(~mask, float("-inf"))
            seen = scores.softmax(-1) @ v
        return self.out_proj(seen.transpose(1, 2).reshape(B, T, D))


class Layer(nn.Module):
    def __init__(self, config, decoder):
        super().__init__()
        D = config["d_model"]
        part = "decoder" if decoder else "encoder"
        self.self_attn, self.self_attn_layer_norm = Attention(D, config[part + "_attention_heads"]), nn.LayerNorm(D)
        if decoder:
            self.encoder_attn, self.encoder_attn_layer_norm = Attention(D, config[part + "_attention_heads"]), nn.LayerNorm(D)
        self.fc1, self.fc2 = nn.Linear(D, config[part + "_ffn_dim"]), nn.Linear(config[part + "_ffn_dim"], D)
        self.final_layer_norm, self.dropout = nn.LayerNorm(D), nn.Dropout(config["dropout"])

    def forward(self, x, mask, source=None, source_mask=None):
        x = self.self_attn_layer_norm(x + self.dropout(self.self_attn(x, x, mask)))
        if source is not None:
            x = self.encoder_attn_layer_norm(x + self.dropout(self.encoder_attn(x, source, source_mask)))
        return self.final_layer_norm(x + self.dropout(self.fc2(F.relu(self.fc1(x)))))


class Stack(nn.Module):
    def __init__(self, config, decoder):
        super().__init__()
        self.layers = nn.ModuleList(Layer(config, decoder) for _ in range(config["decoder_layers" if decoder else "encoder_layers"]))


class Marian(nn.Module):
    def __init__(self, config):
        super().__init__()
        D, T = config["d_model"], config["max_position_embeddings"]
        self.shared, self.dropout = nn.Embedding(config["vocab_size"], D), nn.Dropout(config["dropout"])
        self.encoder, self.decoder = Stack(config, False), Stack(config, True)
        angles = torch.arange(T)[:, None] / 10000 ** (2 * torch.arange(D // 2) / D)
        self.register_buffer("places", torch.cat([angles.sin(), angles.cos()], 1), persistent=False)
        for name, weight in self.named_parameters():
            if weight.dim() == 2:
                nn.init.normal_(weight, std=config["init_std"])
            elif "norm" not in name:
                nn.init.zeros_(weight)

    def embedded(self, ids):
        return self.dropout(self.shared(ids) * self.places.shape[1] ** 0.5 + self.places[: ids.shape[1]])

    def forward(self, source, source_mask, target):
        x, y = self.embedded(source), self.embedded(target)
        read = source_mask[:, None, None, :]
        for layer in self.encoder.layers:
            x = layer(x, read)
        causal = torch.ones(target.shape[1], target.shape[1], dtype=torch.bool, device=target.device).tril()
        for layer in self.decoder.layers:
            y = layer(y, causal, x, read)
        return F.linear(y, self.shared.weight)


class Muon:
    """Of the layers' matrices, those of a shape at once (Jordan et al. 2024; the size of a step after Liu et al. 2025)."""

    def __init__(self, weights, momentum, decay):
        self.momentum, self.decay, self.groups = momentum, decay, {}
        for weight in weights:
            self.groups.setdefault(tuple(weight.shape), []).append(weight)
        self.moments = {shape: torch.zeros(len(group), *shape, device=group[0].device) for shape, group in self.groups.items()}

    @torch.no_grad()
    def step(self, rate):
        for shape, group in self.groups.items():
            gradient, moment = torch.stack([weight.grad for weight in group]), self.moments[shape]
            moment.mul_(self.momentum).add_(gradient)
            moved = self.orthogonal(gradient + self.momentum * moment) * (0.2 * max(shape) ** 0.5)
            torch._foreach_mul_(group, 1 - rate * self.decay)
            torch._foreach_add_(group, list(moved.unbind()), alpha=-rate)

    @staticmethod
    def orthogonal(u):
        tall = u.shape[1] > u.shape[2]
        x = u / (u.flatten(1).norm(dim=1)[:, None, None] + 1e-7)
        x = x.transpose(1, 2) if tall else x
        for _ in range(5):
            A = x @ x.transpose(1, 2)
            x = 3.4445 * x + (-4.7750 * A + 2.0315 * A @ A) @ x
        return x.transpose(1, 2) if tall else x


def read_pairs(path):
    ids = lambda text: [int(word) for word in text.split()]
    with open(path) as lines:
        return [tuple(map(ids, line.rstrip("\n").split("\t"))) for line in lines]


def batches(pairs, size, end, shuffle, device):
    """Padded; (source, mask, what is written so far, what comes next)."""
    order = list(range(len(pairs)))
    shuffle.shuffle(order)
    chosen = []
    for begin in range(0, len(order), POOL * size):
        pool = sorted(order[begin: begin + POOL * size], key=lambda n: len(pairs[n][0]) + len(pairs[n][1]))
        chosen += [pool[at: at + size] for at in range(0, len(pool), size)]
    shuffle.shuffle(chosen)
    for batch in chosen:
        source = padded([pairs[n][0] + [end] for n in batch], end).to(device, non_blocking=True)
        target = padded([pairs[n][1] + [end] for n in batch], -100).to(device, non_blocking=True)
        lengths = torch.tensor([len(pairs[n][0]) + 1 for n in batch]).to(device, non_blocking=True)
        before = torch.cat([target.new_full((len(batch), 1), end), target[:, :-1].clamp(min=0)], 1)
        yield source, torch.arange(source.shape[1], device=device)[None] < lengths[:, None], before, target


def padded(rows, value):
    longest = max(map(len, rows))
    made = torch.tensor([row + [value] * (longest - len(row)) for row in rows])
    return made.pin_memory() if torch.cuda.is_available() else made


def rate_at(step, rate, per_epoch, steps, schedule):
    warmup, fall = int(schedule["warmup_epochs"] * per_epoch), schedule["fall_epochs"] * per_epoch
    return rate * (step + 1) / warmup if step < warmup else rate * min(1, (steps - step) / fall)


def train(config, recipe, pairs, seed, device):
    torch.manual_seed(seed)
    shuffle, training = random.Random(seed), recipe["training"]
    optimizer, end = training["optimizer"], config["eos_token_id"]
    model = Marian(config).to(device).train()
    hidden = [weight for name, weight in model.named_parameters() if "layers" in name and weight.dim() == 2]
    vectors = [weight for weight in model.parameters() if weight.dim() == 1]
    muon = Muon(hidden, 0.95, optimizer["weight_decay"])
    adamw = torch.optim.AdamW([{"params": [model.shared.weight]}, {"params": vectors, "weight_decay": 0}],
                              betas=(0.9, optimizer["beta2"]), eps=optimizer["epsilon"], weight_decay=optimizer["weight_decay"])
    per_epoch = -(-len(pairs) // training["batch_size"])
    steps, step, begun = per_epoch * training["epochs"], 0, time.time()
    for epoch in range(training["epochs"]):
        sums = torch.zeros(2, device=device)  # of the tokens' losses, and tokens
        for source, mask, before, target in batches(pairs, training["batch_size"], end, shuffle, device):
            rate = rate_at(step, optimizer["rate"], per_epoch, steps, training["schedule"])
            with torch.autocast(torch.device(device).type, dtype=torch.bfloat16, enabled=training.get("precision") == "bf16"):
                logits = model(source, mask, before)
            loss = F.cross_entropy(logits.float().flatten(0, 1), target.flatten(), ignore_index=-100,
                                   label_smoothing=training["label_smoothing"])
            model.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), training["clip"])
            for group in adamw.param_groups:
                group["lr"] = rate
            adamw.step()
            muon.step(rate)
            tokens = (target >= 0).sum()
            sums += torch.stack([loss.detach() * tokens, tokens])
            step += 1
        print(f"epoch {epoch + 1}: loss {(sums[0] / sums[1]).item():.4f}, {step / (time.time() - begun):.1f} steps a second", flush=True)
    return model


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--model", "--pairs", "--recipe", "--out"):
        parser.add_argument(name, required=True)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--epochs", type=int, help="instead of the recipe's")
    options = parser.parse_args()
    with open(os.path.join(options.model, "config.json")) as file:
        config = json.load(file)
    with open(options.recipe) as file:
        recipe = json.load(file)
    recipe["training"]["epochs"] = options.epochs or recipe["training"]["epochs"]
    model = train(config, recipe, read_pairs(options.pairs), options.seed, options.device)
    shutil.copytree(options.model, options.out, dirs_exist_ok=True)
    weights = {f"model.{name}": weight.detach().float().cpu() for name, weight in model.named_parameters()}
    safetensors_file.write(os.path.join(options.out, "model.safetensors"), weights)


if __name__ == "__main__":
    main()
