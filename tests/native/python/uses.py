"""What a program in Python sees of Heed, installed from the wheel: uses.py MODELS RECIPE FOLDER."""

import sys
import threading
from pathlib import Path

import heed
import numpy as np

models, recipe, folder = (Path(given) for given in sys.argv[1:4])

model = heed.open(models / "enron-request", threads=1)
assert heed.__version__.count(".") == 2 and model.classes == ["no_request", "request"], model
text = "Please send me the naïve report 🙂."
found = model.analyse(text)
assert found.prediction[0] == "request" and found.prediction[1] == found.classes["request"]
T = len(found.tokens)
weights = found.attention[0]
assert weights.shape == (1, T, T) and weights.dtype == np.float32 and not weights.flags.owndata
assert np.allclose(weights.sum(axis=2), 1, atol=1e-5)
for token in found.tokens:
    assert text.encode()[token.start : token.end].decode().lower() == token.text, token

# An array stands as long as it is used, whatever goes before it.
kept = weights.copy()
del found, model
assert (weights == kept).all()

model = heed.open(models / "enron-request", threads=1)
explained = model.explain("Please call me", methods=["gradient-input"])
sums = {one["class"]: sum(term["value"] for term in one["terms"]) + one["bias"] for one in explained["contributions"]}
for one in explained["contributions"]:
    assert abs(sums[one["class"]] - one["sum"]) < 1e-4
assert [len(one["values"]) for one in explained["attributions"]] == [3]

texts = ["Please call me.", "We had lunch.", "", "Could you look at this?"] * 50
many = model.batch(texts)
assert many.probabilities.shape == (200, 2) and many.predicted[:2] == ["request", "no_request"]
for i in (0, 1, 3):
    one = model.analyse(texts[i]).classes
    assert np.allclose(many.probabilities[i], [one[label] for label in many.labels], atol=1e-4), (i, one)

for wrong in (lambda: heed.open("/nowhere"), lambda: model.explain("a", methods=["magic"]), lambda: model.ask("dance")):
    try:
        wrong()
    except heed.Error as error:
        assert str(error).startswith("["), error
    else:
        raise AssertionError("an error was expected")

# What is no text is refused by the name of its argument.
for wrong, kind, named in (
    (lambda: model.analyse(None), TypeError, "text is of type NoneType"),
    (lambda: model.analyse(b"a"), TypeError, "text is of type bytes"),
    (lambda: model.analyse("a\ud800b"), ValueError, "text has half a surrogate pair at character 1"),
    (lambda: model.analyse("a", question=3), TypeError, "question is of type int"),
    (lambda: model.explain(None), TypeError, "text is of type NoneType"),
    (lambda: model.explain("a", methods="rollout"), TypeError, "methods is of type str"),
    (lambda: model.explain("a", label=1), TypeError, "label is of type int"),
    (lambda: model.batch("one text"), TypeError, "texts is of type str"),
    (lambda: model.batch(["a", None]), TypeError, "texts[1] is of type NoneType"),
    (lambda: model.batch(["\udc00"]), ValueError, "texts[0] has half a surrogate pair"),
    (lambda: model.fill_mask(None), TypeError, "text is of type NoneType"),
    (lambda: model.page(None), TypeError, "texts[0] is of type NoneType"),
    (lambda: model.ask(None), TypeError, "command is of type NoneType"),
    (lambda: model.ask("analyse", text="\ud800"), ValueError, "text has half a surrogate pair"),
    (lambda: model.ask("analyse", text=None), heed.Error, '[analyse] "text" is null: expected text'),
    (lambda: model.ask("analyse"), heed.Error, '[analyse] "text" is missing: expected text'),
    (lambda: heed.open(None), TypeError, "folder is of type NoneType"),
    (lambda: heed.train(None, out=folder), TypeError, "recipe is of type NoneType"),
    (lambda: heed.train(recipe, data=[None], out=folder), TypeError, "data[0] is of type NoneType"),
):
    try:
        wrong()
    except kind as error:
        assert str(error).startswith(named), (named, error)
    else:
        raise AssertionError(f"an error was expected: {named}")

# Shared among threads, which are answered one after the other; the interpreter goes on meanwhile.
answers = []
threads = [threading.Thread(target=lambda: answers.extend(model.analyse("Call me").prediction[0] for _ in range(50))) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert len(answers) == 200 and len(set(answers)) == 1

page = model.page("Please <b>call</b> me</script>", "We had lunch.")
page.save(folder / "page.html")
assert (folder / "page.html").read_text(encoding="utf-8") == page.html and "<b>call" not in page.html
shown = page._repr_html_()
assert shown.startswith("<iframe") and "<script" not in shown

rows = [f"\"{'please ' if i % 2 else ''}look at number {i}\",{'yes' if i % 2 else 'no'}\n" for i in range(200)]
(folder / "rows.csv").write_text("text,label\n" + "".join(rows))
seen = []
figures = heed.train(recipe, folder / "rows.csv", out=folder / "own", epochs=2, set=["data.format=csv"], progress=lambda now: seen.append(now["step"]))
assert seen and figures["validation"]["accuracy"] > 0.9, figures
assert heed.open(folder / "own").batch(["please look at number 7"]).predicted == ["yes"]


def enough(now):
    raise ValueError("enough")


try:
    heed.train(recipe, folder / "rows.csv", out=folder / "other", set=["data.format=csv"], progress=enough)
except ValueError as error:
    assert str(error) == "enough"
else:
    raise AssertionError("what a callback raises comes back")
print("all so")
