// Whether a regular expression may take more than linear time. A backtracking matcher tries every way through a text before
// it gives up, so there must not be many: not two ways around one loop (exponential), nor two loops in a row that take
// the same words (a power). A search begins at every character, which is a loop before the first.
import { parse, type Pattern } from './pattern.ts';

interface Place {
  readonly from: string;
  readonly kind: 'character' | 'end' | 'begin';
  // Places that may come next, one for each way there.
  readonly next: number[];
}

// Places that it may begin and end at, and whether it may take nothing.
interface Piece {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly empty: boolean;
}

const kEmpty: Piece = { first: [], last: [], empty: true };
// The search for a beginning.
const kStart = 0;

class Automaton {
  readonly places: Place[] = [{ from: 'search', kind: 'begin', next: [] }];
  readonly won: ReadonlySet<number>;

  constructor(pattern: Pattern, fails: boolean) {
    const { first, last } = this.piece(pattern);
    this.places[kStart]!.next.push(...first);
    this.won = new Set(fails ? [] : last);
  }

  private piece(pattern: Pattern): Piece {
    switch (pattern.kind) {
      case 'all':
        return pattern.parts.reduce<Piece>((before, part) => this.then(before, this.piece(part)), kEmpty);
      case 'one of': {
        const all = pattern.parts.map((part) => this.piece(part));
        return {
          first: all.flatMap(({ first }) => first),
          last: all.flatMap(({ last }) => last),
          empty: all.some(({ empty }) => empty),
        };
      }
      case 'repeat':
        return this.repeat(pattern);
      default: {
        const { kind, from } = pattern;
        const place = this.places.push({ from, kind, next: [] }) - 1;
        return { first: [place], last: [place], empty: false };
      }
    }
  }

  private then(a: Piece, b: Piece): Piece {
    for (const from of a.last) this.places[from]!.next.push(...b.first);
    return {
      first: a.empty ? [...a.first, ...b.first] : a.first,
      last: b.empty ? [...a.last, ...b.last] : b.last,
      empty: a.empty && b.empty,
    };
  }

  private repeat({ part, least, most }: Extract<Pattern, { kind: 'repeat' }>): Piece {
    let all = kEmpty;
    if (most === Infinity) {
      const copy = this.piece(part);
      for (const from of copy.last) this.places[from]!.next.push(...copy.first);
      all = { ...copy, empty: copy.empty || least === 0 };
    } else for (let i = least; i < most; i++) all = { ...this.then(this.piece(part), all), empty: true };
    for (let i = most === Infinity ? 1 : 0; i < least; i++) all = this.then(this.piece(part), all);
    return all;
  }
}

// Characters that the places of an expression may tell apart, one of each kind.
const kUsual = 'aZ0_ \t\n\r\u2028é漢\u0301Ġ▁.-,:;=|*#`~!?()[]{}<>/\\"\'&%+@^$\u0000א\u200d\ufeff';

// [place] takes [kind of character].
function kindsOf({ places }: Automaton, { source, flags }: RegExp): boolean[][] {
  const own = flags.replace(/[gy]/g, '');
  const takes = places.map(({ kind, from }) =>
    kind === 'character' ? new RegExp(`^(?:${from})$`, own) : /(?!)/,
  );
  const seen = new Map<string, boolean[]>();
  for (const sign of new Set([...kUsual, ...source])) {
    const column = takes.map((one, i) => i === kStart || one.test(sign));
    seen.set(column.join(), column);
  }
  return [...seen.values()];
}

// All that can be reached from `start` in steps of `step`, without `start` itself unless it comes back.
function reached(start: readonly number[], step: (at: readonly number[]) => number[][]): Set<string> {
  const found = new Set<string>();
  const left = [start];
  for (let at = left.pop(); at; at = left.pop())
    for (const next of step(at)) {
      const key = next.join();
      if (found.has(key)) continue;
      found.add(key);
      left.push(next);
    }
  return found;
}

function slowIn(automaton: Automaton, expression: RegExp): string | null {
  const { places, won } = automaton;
  const kinds = kindsOf(automaton, expression);
  const ways = places.map(({ next }, from) => (from === kStart ? [kStart, ...next] : next));
  // Steps of several places with one character. Whoever has won gives nothing back, but a search begins again behind it.
  const step =
    (mayWin = -1) =>
    (at: readonly number[]): number[][] =>
      kinds.flatMap((takes) =>
        at
          .map((from, i) => ways[from]!.filter((to) => takes[to] && (i === mayWin || !won.has(to))))
          .reduce<number[][]>((all, next) => all.flatMap((some) => next.map((to) => [...some, to])), [[]]),
      );
  const named = (place: number) => places[place]!.from;
  const inside = places.map((_, i) => i).filter((i) => i !== kStart && !won.has(i));
  const loops = inside.filter((i) => reached([i], step()).has(`${i}`));
  for (const place of loops)
    for (const pair of reached([place, place], step())) {
      const [a, b] = pair.split(',').map(Number) as [number, number];
      const twice = new Set(ways[a]).size < ways[a]!.length;
      if ((a !== b || twice) && reached([a, b], step()).has(`${place},${place}`))
        return `${named(a)} and ${named(b)} take the same words in one loop: exponential`;
    }
  for (const p of [kStart, ...loops])
    for (const q of loops)
      if (p !== q && reached([p, p, q], step(p === kStart ? 1 : -1)).has([p, q, q].join()))
        return `${named(p)} and then ${named(q)} take the same words: a power`;
  return null;
}

// Null where it is linear; else why it is not.
export function slow(expression: RegExp): string | null {
  const { pattern, looks } = parse(expression.source);
  // A look-ahead may hold and the rest fail, so nothing is won before the end.
  const whole = slowIn(new Automaton(pattern, looks.length > 0), expression);
  return looks.reduce<string | null>(
    (found, look) => found ?? slowIn(new Automaton(look, true), expression),
    whole,
  );
}
