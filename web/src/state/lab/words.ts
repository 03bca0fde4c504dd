// Which words a file of vectors has been searched for. Words are cut at white space, as the engine cuts them here.

const wordsOf = (texts: readonly string[]) => new Set(texts.flatMap((text) => text.match(/\S+/g) ?? []));

// Words of `texts` that were not in the texts whose words were looked for.
export function unread(texts: readonly string[], looked: readonly string[]): string[] {
  const before = wordsOf(looked);
  return [...wordsOf(texts)].filter((word) => !before.has(word));
}
