"""The same request classifier in PyTorch, as the 2025 ErUM transformers tutorial builds and trains it."""

import math
import random

import torch
from torch import nn
from torch.nn.utils.rnn import pad_sequence

from enron import PADDING

EMBEDDING, ATTENTION, FEED_FORWARD, CLASSES = 128, 64, 512, 2
BATCH, BATCHES_PER_BUCKET = 32, 50


class SelfAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(EMBEDDING, ATTENTION) for _ in range(3))
        self.out = nn.Linear(ATTENTION, EMBEDDING)

    def forward(self, x, padded):  # x [B, T, D], padded [B, T]
        scores = self.q(x) @ self.k(x).transpose(-2, -1) / math.sqrt(ATTENTION)
        weights = scores.masked_fill(padded[:, None, :], float("-inf")).softmax(-1)
        return self.out(weights @ self.v(x))


class EncoderLayer(nn.Module):
    def __init__(self):
        super().__init__()
        self.self_attn = SelfAttention()
        self.norm1, self.norm2 = nn.LayerNorm(EMBEDDING), nn.LayerNorm(EMBEDDING)
        self.ff = nn.Sequential(nn.Linear(EMBEDDING, FEED_FORWARD), nn.ReLU(), nn.Linear(FEED_FORWARD, EMBEDDING))

    def forward(self, x, padded):
        x = self.norm1(x + self.self_attn(x, padded))
        return self.norm2(x + self.ff(x))


class RequestClassifier(nn.Module):
    """One encoder layer; without its dropout, which the tutorial's loop has switched off."""

    def __init__(self, vocabulary):
        super().__init__()
        self.embed = nn.Embedding(vocabulary, EMBEDDING)
        self.layers = nn.ModuleList([EncoderLayer()])
        self.classifier = nn.Linear(EMBEDDING, CLASSES)

    def forward(self, ids, padded):
        x = self.embed(ids)
        for layer in self.layers:
            x = layer(x, padded)
        kept = (~padded)[:, :, None]
        return self.classifier((x * kept).sum(1) / kept.sum(1))


def batches(rows, bucketed):
    """Random batches; bucketed: sorted by length within runs of 50 batches, then the batches shuffled."""
    rows = random.sample(rows, len(rows))
    if bucketed:
        run = BATCH * BATCHES_PER_BUCKET
        rows = [row for at in range(0, len(rows), run) for row in sorted(rows[at : at + run], key=lambda r: len(r[0]))]
    cut = [rows[at : at + BATCH] for at in range(0, len(rows), BATCH)]
    return random.sample(cut, len(cut)) if bucketed else cut


def train(model, rows, epochs, bucketed):
    """rows: [(tensor of ids, label)]. Returns the tokens of the last epoch, padding included."""
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    criterion = nn.CrossEntropyLoss()
    for _ in range(epochs):
        loss_sum = tokens = 0
        for batch in batches(rows, bucketed):
            ids = pad_sequence([ids for ids, _ in batch], batch_first=True, padding_value=PADDING)
            labels = torch.tensor([label for _, label in batch])
            optimizer.zero_grad()
            loss = criterion(model(ids, ids == PADDING), labels)
            loss.backward()
            optimizer.step()
            loss_sum += loss.item() * len(batch)
            tokens += ids.numel()
    return tokens
