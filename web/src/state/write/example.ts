// The text that a model is opened with.

interface Shows {
  readonly examples: readonly string[];
}

// An example of its own; the text stays where it is one that models of the kind read, or where no model was chosen and
// somebody wrote it.
export function textFor(model: Shows, before: Shows | undefined, text: string, usual: string): string {
  const alike = before
    ? model.examples.some((example) => before.examples.includes(example))
    : text !== usual || model.examples.includes(text);
  return alike ? text : (model.examples[0] ?? text);
}
