"""Heed: what a neural network attends to.

    import heed

    model = heed.open("assets/models/enron-request")
    found = model.analyse("Please send me the report.")
    found.prediction            # ("request", 0.98)
    found.attention[0].shape    # (heads, queries, keys)
    model.show("Please send me the report.")   # in a notebook

Heed fetches nothing and sends nothing: models are folders on this machine.
"""

from __future__ import annotations

import builtins
import html as _html
import json
from dataclasses import dataclass, field
from os import PathLike, fsdecode
from typing import Any, Callable, Iterable, Sequence

import numpy as np

from . import _heed

__version__: str = _heed.version
__all__ = ["Analysis", "Batch", "Error", "Model", "Page", "Token", "open", "train"]

_ALL = 1 << 40  # weights: no limit on the maps that are sent along


class Error(RuntimeError):
    """An error of the engine: where it happened, what was wrong, and what to do."""


def _text(value: Any, name: str) -> str:
    """Check that the engine can read a text; messages call it `name`."""
    if not isinstance(value, str):
        raise TypeError(f"{name} is of type {type(value).__name__}: expected str")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise ValueError(
            f"{name} has half a surrogate pair at character {error.start}, which is no text: replace it, for instance "
            f"by {name}.encode(errors='replace').decode()"
        ) from None
    return value


def _texts(values: Any, name: str) -> list[str]:
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise TypeError(f"{name} is of type {type(values).__name__}: expected a list of str")
    return [_text(value, f"{name}[{i}]") for i, value in enumerate(values)]


def _path(value: Any, name: str) -> str:
    if not isinstance(value, (str, bytes, PathLike)):
        raise TypeError(f"{name} is of type {type(value).__name__}: expected a path")
    return _text(fsdecode(value), name)


def _json(given: dict[str, Any]) -> str:
    for key, value in given.items():
        if isinstance(value, str):
            _text(value, key)
    return json.dumps(given)


def _asked(call: Callable[..., tuple[str, list[np.ndarray]]], *given: Any) -> tuple[Any, list[np.ndarray]]:
    try:
        text, arrays = call(*given)
    except RuntimeError as error:
        raise Error(str(error)) from None
    return json.loads(text), arrays


@dataclass(frozen=True)
class Token:
    """A token of the text. `start` and `end` count bytes of the UTF-8 text."""

    text: str
    start: int
    end: int
    known: bool
    special: bool


@dataclass(frozen=True)
class Analysis:
    """The answer of a model to one text. `attention` holds one float32 array [heads, queries, keys] for each map, in the
    order of the layers. The arrays are views of the engine's memory, not copies."""

    text: str
    tokens: list[Token]
    classes: dict[str, float]
    prediction: tuple[str, float] | None
    attention: list[np.ndarray]
    layers: list[int]
    json: dict[str, Any] = field(repr=False)


@dataclass(frozen=True)
class Batch:
    """The answers of a classifier to many texts: probabilities [texts, labels], NaN if no token of a text was read."""

    labels: list[str]
    probabilities: np.ndarray
    tokens: np.ndarray
    unknown: np.ndarray

    @property
    def predicted(self) -> list[str | None]:
        """The most likely label of each text; None if no token was read."""
        best = self.probabilities.argmax(axis=1)
        return [self.labels[i] if read else None for i, read in zip(best, self.tokens)]


@dataclass(frozen=True)
class Page:
    """An HTML page with maps. A notebook shows it as output; `save` writes it to a file."""

    html: str = field(repr=False)
    height: int = 720

    def save(self, path: str | PathLike[str]) -> None:
        with builtins.open(path, "w", encoding="utf-8") as file:
            file.write(self.html)

    def _repr_html_(self) -> str:
        return (
            f'<iframe title="Heed" srcdoc="{_html.escape(self.html)}" sandbox="allow-scripts" '
            f'style="width: 100%; height: {self.height}px; border: 0"></iframe>'
        )


class Model:
    """An opened model: a folder of Heed, or one in the layout of the Hugging Face library. Threads may share a model, which
    answers them one after the other."""

    def __init__(
        self, folder: str | PathLike[str], *, threads: int = 0, int8: bool = False, device: str = "cpu"
    ) -> None:
        self.folder = _path(folder, "folder")
        options = _json({"threads": threads, "int8": int8, "device": device})
        try:
            self._model = _heed.Model(self.folder, options)
        except RuntimeError as error:
            raise Error(str(error)) from None
        self.info: dict[str, Any] = _asked(self._model.info)[0]

    def __repr__(self) -> str:
        return f"heed.Model({self.folder!r}, {self.info['architecture']})"

    @property
    def classes(self) -> list[str]:
        return self.info["classes"]

    def ask(self, command: str, **given: Any) -> tuple[dict[str, Any], list[np.ndarray]]:
        """Send any command of the engine about this model; returns its JSON and arrays. `heed describe --json` lists all
        commands."""
        return _asked(self._model.ask, _json({"command": _text(command, "command"), **given}))

    def analyse(self, text: str, *, top: int = 8, max_tokens: int = 512, question: str = "") -> Analysis:
        """Predict a text, with its attention. Question-answering models take a `question`. `top` is the number of strongest
        pairs."""
        given = {"text": _text(text, "text"), "top": top, "max_tokens": max_tokens, "most_weights": _ALL}
        if question:
            given["question"] = _text(question, "question")
        said, arrays = self.ask("analyse", **given)
        maps = said["attention"]
        prediction = said["prediction"]
        return Analysis(
            text=said["text"],
            tokens=[
                Token(one["text"], one["start"], one["end"], one["known"], one["special"]) for one in said["tokens"]
            ],
            classes={one["label"]: one["probability"] for one in said["classes"]},
            prediction=prediction and (prediction["label"], prediction["probability"]),
            attention=[array.reshape(one["shape"]) for one, array in zip(maps, arrays)],
            layers=[one["layer"] for one in maps],
            json=said,
        )

    def explain(
        self,
        text: str,
        *,
        methods: Sequence[str] = (),
        label: str | None = None,
        against: str | None = None,
        edits: Sequence[str] = (),
    ) -> dict[str, Any]:
        """Split the score of each class into one number per word ("contributions"), and compute the attributions of
        `methods` ("attributions"). `edits`, as `heed explain --edit` writes them, change the run that is explained; its
        answer is under "edited"."""
        given: dict[str, Any] = {"text": _text(text, "text"), "attributions": bool(methods)}
        for key, values in (("methods", methods), ("edits", edits)):
            if listed := _texts(values, key):
                given[key] = listed
        for key, name, value in (("class", "label", label), ("against", "against", against)):
            if value is not None:
                given[key] = _text(value, name)
        return self.ask("explain", **given)[0]

    def batch(self, texts: Iterable[str]) -> Batch:
        """Predict many texts at once, without attention."""
        texts = _texts(texts, "texts")
        said, (probabilities, tokens, unknown, _) = _asked(self._model.predict, texts)
        labels = said["labels"]
        return Batch(labels, probabilities.reshape(len(texts), len(labels)), tokens, unknown)

    def fill_mask(self, text: str, top: int = 5) -> list[list[tuple[str, float]]]:
        """Predict each [MASK] of a text: its most likely tokens and their probabilities."""
        said, _ = self.ask("fill-mask", text=_text(text, "text"), top=top)
        return [[(one["token"], one["probability"]) for one in mask["candidates"]] for mask in said["masks"]]

    def page(self, *texts: str) -> Page:
        """Make one HTML page of the texts, with all maps and the contribution of each word."""
        try:
            return Page(self._model.html(_texts(texts, "texts"))[0])
        except RuntimeError as error:
            raise Error(str(error)) from None

    show = page


def open(  # noqa: A001: it is what one does with a model
    folder: str | PathLike[str], *, threads: int = 0, int8: bool = False, device: str = "cpu"
) -> Model:
    """Open a model folder. `threads`: number of threads, 0 for all processors; `int8`: use 8-bit weights, a quarter of the
    memory; `device`: "cpu" or "cuda"."""
    return Model(folder, threads=threads, int8=int8, device=device)


def train(
    recipe: str | PathLike[str],
    data: str | PathLike[str] | Sequence[str | PathLike[str]] = (),
    *,
    out: str | PathLike[str],
    progress: Callable[[dict[str, Any]], Any] | None = None,
    **options: Any,
) -> dict[str, Any]:
    """Train a recipe (a file or a name) on data, write the model to `out`, and return its figures. `progress` is called
    with {"epoch", "epochs", "step", "steps", "loss", "accuracy", …}; if it returns a true value, the run stops and its
    model is written. `options`: epochs, seed, set=["training.optimizer.rate=1e-3"], threads, device."""
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is of type {type(progress).__name__}: expected a function")
    if not isinstance(data, (str, bytes, PathLike, Iterable)):
        raise TypeError(f"data is of type {type(data).__name__}: expected a path, or a list of them")
    paths = [data] if isinstance(data, (str, bytes, PathLike)) else list(data)
    given = {
        "recipe": _path(recipe, "recipe"),
        "out": _path(out, "out"),
        "data": [_path(path, f"data[{i}]") for i, path in enumerate(paths)],
        **options,
    }
    watch = None if progress is None else lambda text: bool(progress(json.loads(text)))
    try:
        text, _ = _heed.train(_json(given), watch)
    except RuntimeError as error:
        raise Error(str(error)) from None
    return json.loads(text)
