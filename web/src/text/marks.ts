// Terms of the glossary as a text marks them: "the [[query]]"; "all [[queries|query]]" where the text has another form.

export interface Part {
  readonly text: string;
  // The id of the term, if the part is one.
  readonly term: string | null;
}

const kMark = /\[\[(.+?)(?:\|([a-z0-9-]+))?\]\]/g;
const idOf = (shown: string): string => shown.toLowerCase().replaceAll(' ', '-');

export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const { 0: all, 1: shown, 2: id, index } of text.matchAll(kMark)) {
    if (index > at) parts.push({ text: text.slice(at, index), term: null });
    parts.push({ text: shown!, term: id ?? idOf(shown!) });
    at = index + all.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), term: null });
  return parts;
}

export const withoutMarks = (text: string): string =>
  partsOf(text)
    .map((part) => part.text)
    .join('');
