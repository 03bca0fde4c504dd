"""A random model of GPT-2's size, as a folder that heed opens and as ONNX with keys and values of what was read.

    python3 tests/bench/make_writer.py OUT

OUT/config.json, tokenizer.json (its words are w0, w1, …), model.safetensors; OUT/model.onnx as `optimum` exports it: inputs
"input_ids" [1, T] and "past_key_values.<l>.key", ".value" [1, 12, P, 64], outputs "logits" [1, T, V] and "present.<l>.key",
".value". 1.2 GB in all.
"""

import json
import math
import os
import sys

import torch
import torch.nn.functional as F

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "fixtures", "encoders"))
import safetensors_file  # noqa: E402

V, D, L, H, P = 50257, 768, 12, 12, 1024
CONFIG = {"architectures": ["GPT2LMHeadModel"], "model_type": "gpt2", "vocab_size": V, "n_embd": D, "n_layer": L, "n_head": H,
          "n_positions": P, "activation_function": "gelu_new", "layer_norm_epsilon": 1e-5, "bos_token_id": V - 1,
          "eos_token_id": V - 1}


def weights():
    """As the library stores them: matrices of layers are [in, out]."""
    generator = torch.Generator().manual_seed(1)
    draw = lambda *shape, by=0.02: torch.randn(shape, generator=generator) * by
    made = {"wte.weight": draw(V, D, by=0.1), "wpe.weight": draw(P, D)}
    for l in range(L):
        for name, i, o in (("attn.c_attn", D, 3 * D), ("attn.c_proj", D, D), ("mlp.c_fc", D, 4 * D), ("mlp.c_proj", 4 * D, D)):
            made[f"h.{l}.{name}.weight"], made[f"h.{l}.{name}.bias"] = draw(i, o, by=0.05), draw(o)
        for name in ("ln_1", "ln_2"):
            made[f"h.{l}.{name}.weight"], made[f"h.{l}.{name}.bias"] = 1 + draw(D), draw(D)
    made["ln_f.weight"], made["ln_f.bias"] = 1 + draw(D), draw(D)
    return made


class Writer(torch.nn.Module):
    def __init__(self, w):
        super().__init__()
        self.w = w
        self.head = w["wte.weight"].t().contiguous()  # a product with a constant matrix, as exporters leave it

    def norm(self, x, name):
        return F.layer_norm(x, (D,), self.w[name + ".weight"], self.w[name + ".bias"])

    def linear(self, x, name):
        return torch.matmul(x, self.w[name + ".weight"]) + self.w[name + ".bias"]

    def forward(self, ids, *past):
        before = past[0].shape[2]
        places = torch.arange(before, before + ids.shape[1])
        x = self.w["wte.weight"][ids] + self.w["wpe.weight"][places][None]
        hidden = (torch.arange(before + ids.shape[1])[None, :] > places[:, None]).float() * -1e9
        present = []
        for l in range(L):
            made = self.linear(self.norm(x, f"h.{l}.ln_1"), f"h.{l}.attn.c_attn").split(D, -1)
            q, k, v = (part.view(1, ids.shape[1], H, D // H).permute(0, 2, 1, 3) for part in made)
            k, v = torch.cat((past[2 * l], k), 2), torch.cat((past[2 * l + 1], v), 2)
            present += [k, v]
            a = torch.softmax(torch.matmul(q, k.transpose(-1, -2)) / math.sqrt(D // H) + hidden, -1)
            seen = torch.matmul(a, v).permute(0, 2, 1, 3).reshape(1, ids.shape[1], D)
            x = x + self.linear(seen, f"h.{l}.attn.c_proj")
            inner = self.linear(self.norm(x, f"h.{l}.ln_2"), f"h.{l}.mlp.c_fc")
            inner = 0.5 * inner * (1 + torch.tanh(math.sqrt(2 / math.pi) * (inner + 0.044715 * inner**3)))
            x = x + self.linear(inner, f"h.{l}.mlp.c_proj")
        return (torch.matmul(self.norm(x, "ln_f"), self.head), *present)


def write_folder(out, w):
    with open(os.path.join(out, "config.json"), "w", encoding="utf-8") as file:
        json.dump(CONFIG, file)
    vocab = {f"w{id}": id for id in range(V - 1)} | {"<|endoftext|>": V - 1}
    end = {"id": V - 1, "content": "<|endoftext|>", "special": True, "single_word": False, "lstrip": False, "rstrip": False,
           "normalized": False}
    with open(os.path.join(out, "tokenizer.json"), "w", encoding="utf-8") as file:
        json.dump({"version": "1.0", "added_tokens": [end], "pre_tokenizer": {"type": "Whitespace"},
                   "model": {"type": "WordLevel", "unk_token": "w0", "vocab": vocab}}, file)
    safetensors_file.write(os.path.join(out, "model.safetensors"), w)


def write_onnx(out, w):
    names = [f"past_key_values.{l}.{kind}" for l in range(L) for kind in ("key", "value")]
    after = [name.replace("past_key_values", "present") for name in names]
    past = [torch.zeros(1, H, 3, D // H) for _ in names]
    axes = {"input_ids": {1: "tokens"}, "logits": {1: "tokens"}}
    axes |= {name: {2: "before"} for name in names} | {name: {2: "all"} for name in after}
    with torch.no_grad():
        torch.onnx.export(Writer(w), (torch.tensor([[1, 2, 3]]), *past), os.path.join(out, "model.onnx"), opset_version=14,
                          do_constant_folding=True, input_names=["input_ids", *names], output_names=["logits", *after],
                          dynamic_axes=axes)


def main():
    out = sys.argv[1]
    os.makedirs(out, exist_ok=True)
    made = weights()
    write_folder(out, made)
    write_onnx(out, made)


if __name__ == "__main__":
    main()
