// Terms of the glossary as a text marks them: "the [[query]]"; "all [[queries|query]]" where the text has another form.

export interface Part {
  readonly text: string;
  // The id of the term, if the part is one.
  readonly term: string | null;
  // Signs that touch a term, such as a full stop: a line may not break there.
  readonly before: string;
  readonly after: string;
}

const kMark = /([^\s[]*)\[\[(.+?)(?:\|([a-z0-9-]+))?\]\]([^\s[]*)/g;
const idOf = (shown: string): string => shown.toLowerCase().replaceAll(' ', '-');
const plain = (text: string): Part[] => (text ? [{ text, term: null, before: '', after: '' }] : []);

export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const match of text.matchAll(kMark)) {
    const [all, before = '', shown = '', id = idOf(shown), after = ''] = match;
    parts.push(...plain(text.slice(at, match.index)), { text: shown, term: id, before, after });
    at = match.index + all.length;
  }
  return [...parts, ...plain(text.slice(at))];
}

export const withoutMarks = (text: string): string =>
  partsOf(text)
    .map(({ before, text, after }) => before + text + after)
    .join('');
