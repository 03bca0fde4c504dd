// Terms of the glossary as a text marks them: "the [[query]]"; "all [[queries|query]]" where the text has another form.

export interface Part {
  readonly text: string;
  // The id of the term, if the part is one.
  readonly term: string | null;
  // Signs that touch a term, such as a full stop: a line may not break there. Chinese breaks between any two characters.
  readonly before: string;
  readonly after: string;
}

const idOf = (shown: string): string => shown.toLowerCase().replaceAll(' ', '-');
const plain = (text: string): Part[] => (text ? [{ text, term: null, before: '', after: '' }] : []);
const touches = (sign: string | undefined): boolean =>
  sign !== undefined && sign !== '[' && !/[\s\p{Script=Han}]/u.test(sign);

export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  for (let at = 0; ;) {
    const open = text.indexOf('[[', at);
    const close = open < 0 ? -1 : text.indexOf(']]', open);
    if (close < 0) return [...parts, ...plain(text.slice(at))];
    let start = open;
    while (start > at && touches(text[start - 1])) --start;
    let end = close + 2;
    while (touches(text[end])) ++end;
    const [shown = '', id = idOf(shown)] = text.slice(open + 2, close).split('|');
    const [before, after] = [text.slice(start, open), text.slice(close + 2, end)];
    parts.push(...plain(text.slice(at, start)), { text: shown, term: id, before, after });
    at = end;
  }
}

export const withoutMarks = (text: string): string =>
  partsOf(text)
    .map(({ before, text, after }) => before + text + after)
    .join('');
