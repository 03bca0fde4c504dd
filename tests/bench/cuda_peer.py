"""PyTorch's side of the benchmark on a GPU: the tutorial's model as it is and compiled, recurrent models, and an
encoder of BERT's size."""

import gc
import time

import torch
import torch._dynamo
from torch import nn

import pytorch_peer
import recurrent_peer
from enron import PADDING

# Every padded length is compiled for itself. After eight of them the compiler would go back to eager steps and only warn.
setattr(torch._dynamo.config, "recompile_limit" if hasattr(torch._dynamo.config, "recompile_limit") else "cache_size_limit", 64)


def on_gpu(rows):
    return [(torch.tensor(ids, device="cuda"), label) for ids, label in rows]


def step_of(model, optimizer, compiled, precision):
    """One training step (ids, padded, labels) → loss, which stays on the GPU. `compiled`: a mode of torch.compile."""
    criterion = nn.CrossEntropyLoss()
    forward = torch.compile(model, mode=compiled, dynamic=False) if compiled else model

    def step(ids, padded, labels):
        optimizer.zero_grad(set_to_none=True)
        with torch.autocast("cuda", dtype=torch.bfloat16, enabled=precision == "bf16"):
            loss = criterion(forward(ids, padded).float(), labels)
        loss.backward()
        optimizer.step()
        return loss.detach()

    return step


def padded_batches(rows, to):
    """The bucketed batches of an epoch on the GPU; every length rounded up to a multiple of `to`."""
    made = []
    for batch in pytorch_peer.batches(rows, bucketed=True):
        longest = -(-max(len(ids) for ids, _ in batch) // to) * to
        ids = torch.full((len(batch), longest), PADDING, device="cuda")
        for b, (words, _) in enumerate(batch):
            ids[b, : len(words)] = words
        made.append((ids, ids == PADDING, torch.tensor([label for _, label in batch], device="cuda")))
    return made


def steps_per_second(step, batches, epochs):
    shapes = {batch[0].shape: batch for batch in batches}
    for _ in range(3):  # each is compiled, then recorded, then repeated
        for batch in shapes.values():
            step(*batch)
    torch.cuda.synchronize()
    begun = time.perf_counter()
    for _ in range(epochs):
        for batch in batches:
            step(*batch)
    torch.cuda.synchronize()
    return epochs * len(batches) / (time.perf_counter() - begun)


def tutorial(rows, vocabulary, epochs, compiled):
    model = pytorch_peer.RequestClassifier(vocabulary).cuda()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, fused=True)
    batches = padded_batches(on_gpu(rows), 16 if compiled else 1)
    return steps_per_second(step_of(model, optimizer, compiled, "float32"), batches, epochs)


class Encoder(nn.Module):
    """Twelve layers of BERT's width over the tutorial's embedding and mean; attention is PyTorch's fused one."""

    def __init__(self, vocabulary, width=768, heads=12, layers=12, feed_forward=3072):
        super().__init__()
        self.embed = nn.Embedding(vocabulary, width)
        layer = nn.TransformerEncoderLayer(width, heads, feed_forward, dropout=0.0, activation="relu", batch_first=True)
        self.layers = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
        self.classifier = nn.Linear(width, 2)

    def forward(self, ids, padded):
        return self.classifier(self.layers(self.embed(ids)).mean(1))


def encoder(B, T, vocabulary, steps, compiled):
    model = Encoder(vocabulary).cuda()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True)
    ids = torch.randint(1, vocabulary, (B, T), device="cuda")
    labels = torch.randint(0, 2, (B,), device="cuda")
    step = step_of(model, optimizer, compiled, "bf16")
    return steps_per_second(step, [(ids, ids == PADDING, labels)] * steps, 1)


def recurrent(setup):
    """Steps per second of the faster of padded and packed sentences; cuDNN does the recurrence."""
    lengths = [setup["lengths"][at : at + setup["batch"]] for at in range(0, len(setup["lengths"]), setup["batch"])]
    batches = []
    for batch in lengths:
        ids = torch.full((len(batch), max(batch)), recurrent_peer.PADDING, device="cuda")
        for b, length in enumerate(batch):
            ids[b, :length] = torch.randint(1, setup["vocabulary"], (length,), device="cuda")
        labels = torch.randint(0, setup["classes"], (len(batch),), device="cuda")
        batches.append((ids, torch.tensor(batch), labels))  # lengths stay with the host: packing reads them there
    return max(recurrent_steps(setup, batches, packed) for packed in (False, True))


def recurrent_steps(setup, batches, packed):
    model = recurrent_peer.Classifier(setup, packed).cuda()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-4, fused=True)
    return steps_per_second(step_of(model, optimizer, None, "float32"), batches, 3)


def product_rate(N=8192):
    """TFLOP/s of one large bf16 product: what the GPU's arithmetic is worth."""
    a = torch.randn(N, N, device="cuda", dtype=torch.bfloat16)
    for _ in range(3):
        a @ a
    torch.cuda.synchronize()
    begun = time.perf_counter()
    for _ in range(20):
        a @ a
    torch.cuda.synchronize()
    return 20 * 2 * N**3 / (time.perf_counter() - begun) * 1e-12


def release():
    """Gives memory of the GPU back: heed's runs are programs of their own."""
    torch._dynamo.reset()
    gc.collect()
    torch.cuda.empty_cache()
