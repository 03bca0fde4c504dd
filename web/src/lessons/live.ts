// What the page shows now, read where it stands: a lesson types no number in. All throw where there is no such thing yet.
import { words } from '../text/format.ts';

const found = <T>(one: T | null | undefined): T => {
  if (one === null || one === undefined) throw new Error('[lesson] it is not on the screen yet');
  return one;
};
const seen = <E extends Element>(selector: string): E[] =>
  [...document.querySelectorAll<E>(`main ${selector}`)].filter((element) => element.checkVisibility());
// With a decimal point, or with a comma.
export const numberOf = (text: string): number => Number(text.replace('−', '-').replace(',', '.'));
const numberIn = (text: string | null | undefined): number =>
  numberOf(found(text?.split(/[^\d.,−-]/).at(-1) || null));

// The parts of the page that were read, in their order.
const parts = new Set<Element>();
function part<E extends Element>(one: E | undefined): E {
  parts.add(found(one));
  return one!;
}

export interface Live {
  // The probability of a class, as its meter says.
  probability(label: string): number;
  // With the changes of "What if".
  after(label: string): number;
  // What a word adds to the score.
  adds(word: number): number;
  // The weight in map `grid` of those on the screen; a sentence that is weighed as a whole is its only row.
  weight(query: number, key: number, grid?: number): number;
  // The column that a row gives most to.
  strongest(query: number, grid?: number): number;
  // What all rows together give to each column.
  received(grid?: number): number[];
  // Heads of columns.
  columns(grid?: number): string[];
  // How many of something there are: `selector` within the section that is open.
  count(selector: string): number;
  // The text of the first such thing.
  text(selector: string): string;
}

const meter = (label: string) =>
  part(seen<HTMLElement>('[role=meter]').find((one) => one.ariaLabel === words(label, true)));
const grid = (index: number) => part(seen('[role=grid]')[index]);
const columnsOf = (index: number) =>
  [...grid(index).querySelectorAll('[role=columnheader]')].map((head) => head.textContent?.trim() ?? '');

function weight(query: number, key: number, index = 0): number {
  const row = found(grid(index).querySelector(`[role=row][aria-rowindex="${query + 2}"]`));
  const cell = row.querySelector<HTMLElement>(`[role=gridcell][aria-colindex="${key + 2}"]`);
  return numberIn(found(cell).ariaLabel);
}

const rowOf = (query: number, index: number): number[] =>
  columnsOf(index).map((_, key) => weight(query, key, index));
const largest = (values: readonly number[]) => values.indexOf(Math.max(...values));

export const live: Live = {
  probability: (label) => Number(found(meter(label).ariaValueNow)),
  after: (label) => numberOf(found(/\d[.,]\d+(?=, [+−])/.exec(meter(label).ariaValueText ?? ''))[0]),
  adds: (word) => numberIn(part(seen('.contribution-value')[word]).textContent),
  weight,
  strongest: (query, index = 0) => largest(rowOf(query, index)),
  received: (index = 0) => {
    const rows = grid(index).querySelectorAll('[role=rowheader]').length;
    return columnsOf(index).map((_, key) =>
      Array.from({ length: rows }, (_, query) => weight(query, key, index)).reduce((a, b) => a + b, 0),
    );
  },
  columns: (index = 0) => columnsOf(index),
  count: (selector) => {
    const all = seen(selector);
    if (all.length) [all[0], all.at(-1)].forEach(part);
    return all.length;
  },
  text: (selector) => part(seen(selector)[0]).textContent?.trim() ?? '',
};

// Brings into view what `read` reads, as far as it is there; where there is no room for all of it, what it reads first.
export function show(read: (of: Live) => unknown): void {
  parts.clear();
  try {
    read(live);
  } catch {
    // The rest is not on the screen yet.
  }
  for (const one of [...parts].reverse()) one.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}

const kPatience = 30_000; // ms
const kStill = 160; // ms without a change of what is read

// What `read` says once it says the same twice, `still` apart. Rejected where the lesson was left, or it is never there.
export async function once<T>(read: (of: Live) => T, signal: AbortSignal, still = kStill): Promise<T> {
  let before: string | undefined;
  for (const end = performance.now() + kPatience; ;) {
    signal.throwIfAborted();
    try {
      const now = read(live);
      if (JSON.stringify(now) === before) return now;
      before = JSON.stringify(now);
    } catch (error) {
      before = undefined;
      if (performance.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, still));
  }
}

// Which choice was right, and what was found, once the page shows it.
export const answerTo = (
  { right, found: said }: { right: (of: Live) => number; found: (of: Live) => string },
  signal: AbortSignal,
): Promise<readonly [number, string]> =>
  once((of) => {
    const choice = right(of);
    return [found(choice < 0 ? null : choice), said(of)] as const;
  }, signal);
