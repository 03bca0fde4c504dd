// The engine's messages in another language (web/languages/engine/): by patterns of what the engine says, in which {0} is
// anything and {0#} a number.

// Null where there are no words for it.
export type OwnWords = (message: string) => string | null;

interface Pattern {
  // What stands around what is filled in.
  readonly fixed: readonly string[];
  readonly letters: number;
  // The kind of each that is filled in: "{0}", which people wrote, {0#} or {0}.
  readonly kinds: readonly ('quoted' | 'number' | 'any')[];
  readonly said: string;
}

const kFilled = /\{\d+#?\}/g;
// Patterns of fewer letters fit sentences that they are not of.
const kFew = 30;
// Messages within what is filled in, and within theirs.
const kDepth = 3;
const isWord = (text: string | undefined): boolean => text !== undefined && /^[a-z]{2,}$/.test(text);
const isProse = (text: string): boolean =>
  text
    .replaceAll(/"[^"]*"/g, '')
    .split(/[ ,:;]/)
    .some((one, i, all) => isWord(one) && isWord(all[i + 1]));
const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);

function patternOf([message, said]: [string, string]): Pattern {
  const fixed = message.split(kFilled);
  const kinds = (message.match(kFilled) ?? []).map((name) =>
    name.endsWith('#}') ? 'number' : message.includes(`"${name}"`) ? 'quoted' : 'any',
  );
  return { fixed, letters: fixed.join('').length, kinds, said };
}

// The parts that fill the gaps, each as short as possible; only the first may be empty. Null if the text does not match.
// Searched by hand: an expression of so many gaps could be made to take long.
function filledIn({ fixed, kinds }: Pattern, text: string): string[] | null {
  const last = fixed.at(-1)!;
  if (!text.startsWith(fixed[0]!) || !text.endsWith(last)) return null;
  if (!kinds.length) return text === last ? [] : null;
  const found: string[] = [];
  let from = fixed[0]!.length;
  for (const [i, kind] of kinds.entries()) {
    const least = from + (i === 0 && !fixed[0] ? 0 : 1);
    const isLast = i === kinds.length - 1;
    const to = isLast ? text.length - last.length : text.indexOf(fixed[i + 1]!, least);
    if (to < least) return null;
    found.push(text.slice(from, to));
    if (kind === 'number' && !isNumber(found[i]!)) return null;
    from = to + fixed[i + 1]!.length;
  }
  return found;
}

export function ownWords(table: Readonly<Record<string, string>>): OwnWords {
  const patterns = Object.entries(table)
    .map(patternOf)
    .sort((a, b) => b.letters - a.letters);
  const say = (text: string, depth: number): string | null => {
    if (depth === 0) return null;
    for (const pattern of patterns) {
      const found = filledIn(pattern, text);
      if (!found) continue;
      const isQuoted = (i: number) => pattern.kinds[i] === 'quoted';
      const own = found.map((part, i) => (isQuoted(i) ? null : say(part, depth - 1)));
      const isLeft = (part: string, i: number) => !isQuoted(i) && own[i] === null && isProse(part);
      if (pattern.letters < kFew && found.some(isLeft)) continue;
      return pattern.said.replaceAll(/\{(\d+)\}/g, (_, i: string) => own[Number(i)] ?? found[Number(i)]!);
    }
    return null;
  };
  return (message) => {
    const [where] = /^(?:\[[^\]]*\] )*/.exec(message)!;
    const own = say(message.slice(where.length), kDepth);
    return own === null ? null : where + own;
  };
}
