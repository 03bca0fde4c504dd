// A regular expression as a tree, as far as the page's are written.

export type Pattern =
  // `from`: how it is written. One character; or what takes none: an end ($), a beginning (^).
  | { readonly kind: 'character' | 'end' | 'begin'; readonly from: string }
  | { readonly kind: 'all'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'one of'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly part: Pattern; readonly least: number; readonly most: number };

export interface Parsed {
  readonly pattern: Pattern;
  // What it looks at and does not take, (?=x), as patterns of their own.
  readonly looks: readonly Pattern[];
}

// More copies than this are as good as any number.
const kUnrolled = 8;

const kEscape = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[^])/y;
const kClass = /\[(?:\\[^]|[^\]\\])*\]/y;
const kGroup = /\((\?<?[=!]|\?:|\?<\w+>)?/y;
const kTimes = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y;

export function parse(source: string): Parsed {
  const looks: Pattern[] = [];
  let at = 0;
  const take = (what: RegExp): RegExpExecArray | null => {
    what.lastIndex = at;
    const found = what.exec(source);
    if (found) at += found[0].length;
    return found;
  };
  const nothing: Pattern = { kind: 'all', parts: [] };

  function alternatives(): Pattern {
    const parts = [sequence()];
    while (source[at] === '|') {
      at++;
      parts.push(sequence());
    }
    return parts.length === 1 ? parts[0]! : { kind: 'one of', parts };
  }

  function sequence(): Pattern {
    const parts: Pattern[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(repeated(one()));
    return { kind: 'all', parts };
  }

  function one(): Pattern {
    const group = take(kGroup);
    if (group) {
      const inner = alternatives();
      if (source[at++] !== ')') throw new Error(`[${source}] a group without an end at ${at}`);
      if (!/[=!]$/.test(group[1] ?? '')) return inner;
      looks.push(inner);
      return nothing;
    }
    const escape = take(kEscape)?.[0];
    if (escape && /^\\[bB]$/.test(escape)) return nothing;
    if (escape && /^\\[1-9k]/.test(escape)) throw new Error(`[${source}] repeats what a group has taken`);
    const from = escape ?? take(kClass)?.[0] ?? source[at++]!;
    return { kind: from === '^' ? 'begin' : from === '$' ? 'end' : 'character', from };
  }

  function repeated(part: Pattern): Pattern {
    const times = take(kTimes);
    if (!times) return part;
    const [all, low, comma, high] = times;
    const least = low ? Number(low) : all.startsWith('+') ? 1 : 0;
    const most = low ? (high ? Number(high) : comma ? Infinity : least) : all.startsWith('?') ? 1 : Infinity;
    return {
      kind: 'repeat',
      part,
      least: Math.min(least, kUnrolled),
      most: most > kUnrolled ? Infinity : most,
    };
  }

  const pattern = alternatives();
  if (at < source.length) throw new Error(`[${source}] could not be read from ${at} on`);
  return { pattern, looks };
}
