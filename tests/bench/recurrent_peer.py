"""The lessons' recurrent classifiers in PyTorch: padded as they are written there, or packed."""

import time

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence

EMBEDDING, PADDING = 100, 0


class Classifier(nn.Module):
    """Recurrent layer, attention over its states, hidden layer, classes: "Attention" of Made With ML."""

    def __init__(self, setup, packed):
        super().__init__()
        width = setup["hidden"] * (2 if setup["bidirectional"] else 1)
        kind = {"rnn": nn.RNN, "gru": nn.GRU, "lstm": nn.LSTM}[setup["cell"]]
        self.packed = packed
        self.embeddings = nn.Embedding(setup["vocabulary"], EMBEDDING, padding_idx=PADDING)
        self.recurrent = kind(EMBEDDING, setup["hidden"], batch_first=True, bidirectional=setup["bidirectional"])
        self.attn = nn.Linear(width, 1)
        self.dropout = nn.Dropout(0.1)
        self.fc1 = nn.Linear(width, setup["head_hidden"])
        self.fc2 = nn.Linear(setup["head_hidden"], setup["classes"])

    def forward(self, ids, lengths):
        x = self.embeddings(ids)
        if self.packed:
            x = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
        h, _ = self.recurrent(x)
        if self.packed:
            h, _ = pad_packed_sequence(h, batch_first=True)
        scores = self.attn(h).squeeze(2)
        if self.packed:
            scores = scores.masked_fill(ids == PADDING, float("-inf"))
        c = torch.bmm(scores.softmax(1).unsqueeze(1), h).squeeze(1)
        return self.fc2(self.dropout(self.fc1(c)))


def train(setup, packed):
    """Processor seconds of an epoch, after one to warm up; every epoch trains on the same batches in the same order."""
    torch.manual_seed(1)
    model = Classifier(setup, packed)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-4)
    criterion = nn.CrossEntropyLoss()
    batches = []
    for batch in setup["batches"]:
        sentences = [torch.tensor(row[1:]) for row in batch]
        lengths = torch.tensor([len(s) for s in sentences])
        labels = torch.tensor([row[0] for row in batch])
        batches.append((pad_sequence(sentences, batch_first=True, padding_value=PADDING), lengths, labels))

    def epoch():
        for ids, lengths, labels in batches:
            optimizer.zero_grad()
            loss = criterion(model(ids, lengths), labels)
            loss.backward()
            optimizer.step()

    return fastest(epoch, turns=2)


def fastest(run, turns=3):
    """Processor seconds of the fastest of some turns, after one to warm up."""
    run()
    seconds = []
    for _ in range(turns):
        begun = time.process_time()
        run()
        seconds.append(time.process_time() - begun)
    return min(seconds)


def product_seconds(setup):
    """OpenBLAS on all products of an epoch, in the order and at the sizes of recurrent_rate.cpp."""
    H, head, classes = setup["hidden"], setup["head_hidden"], setup["classes"]
    directions = 2 if setup["bidirectional"] else 1
    G = H * {"rnn": 1, "gru": 3, "lstm": 4}[setup["cell"]]
    W_ih, W_hh, W_head, W_out = (torch.rand(*s) for s in [(G, EMBEDDING), (G, H), (head, H * directions), (classes, head)])
    steps = []
    for batch in setup["batches"]:
        lengths = [len(row) - 1 for row in batch]
        alive = [sum(n > t for n in lengths) for t in range(max(lengths))]
        sizes = [(sum(lengths), EMBEDDING), (sum(lengths), G), (sum(lengths), H), (len(batch), G), (len(batch), H)]
        sizes += [(len(batch), H * directions), (len(batch), head), (len(batch), classes)]
        steps.append((alive, [torch.rand(*size) for size in sizes]))

    def epoch():
        for alive, (x, gates, states, u, h, c, z, y) in steps:
            for _ in range(directions):
                torch.mm(x, W_ih.t(), out=gates)
                for n in alive[1:]:
                    torch.mm(h[:n], W_hh.t(), out=u[:n])
            torch.mm(c, W_head.t(), out=z)
            torch.mm(z, W_out.t(), out=y)
            torch.mm(y, W_out, out=z)
            torch.mm(y.t(), z, out=W_out)
            torch.mm(z, W_head, out=c)
            torch.mm(z.t(), c, out=W_head)
            for _ in range(directions):
                for n in alive[:0:-1]:
                    torch.mm(u[:n], W_hh, out=h[:n])
                torch.mm(gates, W_ih, out=x)
                torch.mm(gates.t(), x, out=W_ih)
                torch.mm(gates.t(), states, out=W_hh)

    return fastest(epoch)
