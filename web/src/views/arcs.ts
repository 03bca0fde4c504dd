// Geometry of the arcs: the queries stand in a line above, the keys in a line below, and an arc falls from each query
// to what it attends to. Drawn by Arcs.svelte and by the SVG export.
import type { Ramp } from '../colour/ramp.ts';
import { keyOf, type Link, queryOf } from '../state/link.ts';
import { lengthAt, levelAt, type Matrix, weightAt } from '../state/matrix.ts';
import type { Scale } from '../state/settings.ts';
import { fontOf, type Room, widths } from './layout.ts';

export const kArcFont = fontOf(15);
// Between words: less where the line would not fit.
const kGap = { least: 9, most: 56 };
const kTopLine = 28;
const kLeast = 240;
const kSide = 16;
// Fainter arcs than this share of the full scale are left out: hundreds of them would only make a haze.
const kFaintest = 0.08;
const kMost = 400;

export interface Word {
  readonly text: string;
  readonly known: boolean;
  readonly x: number;
}

export interface Arc {
  readonly query: number;
  readonly key: number;
  readonly path: string;
  readonly width: number;
  readonly colour: string;
  readonly weight: number;
}

export interface Arcs {
  readonly queries: readonly Word[];
  readonly keys: readonly Word[];
  readonly arcs: readonly Arc[];
  readonly width: number;
  readonly height: number;
  readonly top: number;
  readonly bottom: number;
}

function line(labels: Matrix['rows'], room: number): { words: Word[]; width: number } {
  let x = kSide;
  const measured = widths(
    labels.map(({ text }) => text),
    kArcFont,
  );
  const taken = measured.reduce((sum, width) => sum + Math.max(width, 12), 2 * kSide);
  const spare = (room - taken) / Math.max(labels.length - 1, 1);
  const gap = Math.min(Math.max(spare, kGap.least), kGap.most);
  const words = labels.map(({ text, known }, i) => {
    const width = Math.max(measured[i]!, 12);
    const word = { text, known, x: x + width / 2 };
    x += width + gap;
    return word;
  });
  return { words, width: x - gap + kSide };
}

const centred = (words: readonly Word[], own: number, width: number): Word[] =>
  words.map((word) => ({ ...word, x: word.x + (width - own) / 2 }));

// The keys of a query whose arcs are drawn: those that belong to what is linked, or all when nothing is.
function shownKeys(query: number, link: Link | null, matrix: Matrix): Iterable<number> {
  if (!link || query === queryOf(link, matrix)) return matrix.columns.keys();
  const key = keyOf(link);
  return key === null ? [] : [key];
}

export function arcsOf(matrix: Matrix, scale: Scale, ramp: Ramp, link: Link | null, room: Room): Arcs {
  const above = line(matrix.rows, room.width);
  const below = line(matrix.columns, room.width);
  const width = Math.max(above.width, below.width, room.width);
  const queries = centred(above.words, above.width, width);
  const keys = centred(below.words, below.width, width);
  const top = kTopLine;
  const bottom = Math.max(room.height, kLeast) - kTopLine;
  const list: Arc[] = [];
  for (let query = 0; query < queries.length; query++) {
    for (const key of shownKeys(query, link, matrix)) {
      const length = lengthAt(matrix, query, key, scale);
      if (length < kFaintest) continue;
      list.push(arc(query, key, length));
    }
  }
  // Strong arcs over faint ones, and not more than can be told apart.
  list.sort((a, b) => a.width - b.width);
  return { queries, keys, arcs: list.slice(-kMost), width, height: bottom + kTopLine, top, bottom };

  function arc(query: number, key: number, length: number): Arc {
    const from = queries[query]!.x;
    const to = keys[key]!.x;
    const y0 = top + 9;
    const y1 = bottom - 14;
    const bend = (y1 - y0) * 0.55;
    return {
      query,
      key,
      path: `M${from} ${y0}C${from} ${y0 + bend} ${to} ${y1 - bend} ${to} ${y1}`,
      width: 0.75 + 5.25 * length,
      colour: ramp.at(0.12 + 0.88 * levelAt(matrix, query, key, scale)).css,
      weight: weightAt(matrix, query, key),
    };
  }
}
