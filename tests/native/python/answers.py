"""What the Python module answers, for tests that lay it beside other doors: answers.py MODEL COMMAND, where standard input holds a list
of texts as JSON. COMMAND is classes, batch or masks."""

import json
import sys

import heed

model = heed.open(sys.argv[1], threads=1)
texts = json.load(sys.stdin)
if sys.argv[2] == "classes":
    said = [model.analyse(text).json for text in texts]
elif sys.argv[2] == "batch":
    batch = model.batch(texts)
    rows = zip(batch.probabilities, batch.tokens)
    said = [[list(map(float, row)) if read else None, int(read)] for row, read in rows]
else:
    said = [model.fill_mask(text) for text in texts]
json.dump(said, sys.stdout)
