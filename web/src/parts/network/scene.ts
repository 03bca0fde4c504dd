// The computation for a sentence: stages of nodes, and lines with weights between them. layout.ts places them.
import type { Head } from '../../engine/look.ts';

// How the last states become one vector: engine/models/anatomy.h. `map`: as attention pooling weighs them; `each`: every state has
// an answer of its own.
export type Readout = 'first' | 'last' | 'mean' | 'map' | 'each';

// A token, or several neighbours that are folded into one.
export interface Row {
  readonly text: string;
  readonly known: boolean;
  // Indices of its tokens as they are shown, and how many tokens of the model those are.
  readonly members: readonly number[];
  readonly own: number;
  // The token goes on with the word before.
  readonly goesOn: boolean;
  // What it adds to the class that is asked about; null where that is not known.
  readonly adds: number | null;
  // The same as -1 to 1 of the largest.
  readonly level: number;
}

// One layer, or several that are folded into one.
export interface Column {
  // Indices of its maps.
  readonly maps: readonly number[];
  // The first and the last layer.
  readonly layers: readonly [number, number];
  // How many heads its layers have, and which one its weights are of.
  readonly heads: number;
  readonly head: Head;
  // The map on the page shows the same weights.
  readonly shown: boolean;
  // [R, R] of the rows; null where they have not been asked for.
  readonly weights: Float32Array | null;
}

export interface Answer {
  readonly label: string;
  // As the model calls it; null of several classes together.
  readonly name: string | null;
  // A probability; null of a value.
  readonly weight: number | null;
  readonly number: string;
  readonly predicted: boolean;
}

export interface Given {
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  // A recurrent network reads the vectors before anything is weighed.
  readonly recurrent: boolean;
  // Layers add to what they read.
  readonly residual: boolean;
  readonly readout: Readout;
  // [R]: shares of the rows, of the readout `map`.
  readonly pooled: Float32Array | null;
  // Tokens of the model, and which ones are shown: the state that is read may be a hidden one.
  readonly tokens: { readonly all: number; readonly first: boolean; readonly last: boolean };
  readonly answers: readonly Answer[];
  // The class that words add to; null where that is not known.
  readonly about: string | null;
}

// From a node of the stage before to one of this stage.
export interface Line {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}

export interface Stage {
  readonly kind: 'vectors' | 'recurrent' | 'layer' | 'sentence' | 'answer';
  readonly size: number;
  // Sorted by the node that they lead into, then by the one that they come from.
  readonly lines: readonly Line[];
  // The weight of the folded lines of each node, and how many lines are folded in all.
  readonly rest: readonly number[];
  readonly folded: number;
  // True for a node that the answer is made of.
  readonly read: readonly boolean[];
  // Each node goes on from the one beside it, without a weight.
  readonly carries: boolean;
  readonly column: Column | null;
}

export interface Scene extends Given {
  readonly stages: readonly Stage[];
  // Lines into layers that are lighter are folded.
  readonly least: number;
}

// More of them between two stages could not be told apart.
const kMostLines = 160;

const twoDigits = (value: number) => Number(value.toPrecision(2));

// Half of an even weight; more where that would leave too many lines.
function leastOf({ rows, columns }: Given): number {
  const half = 0.5 / Math.max(rows.length, 1);
  const crowded = columns.map(({ weights }) => {
    if (!weights || weights.length <= kMostLines) return 0;
    return [...weights].sort((a, b) => b - a)[kMostLines]!;
  });
  return twoDigits(Math.max(half, ...crowded));
}

type Lines = Pick<Stage, 'lines' | 'rest' | 'folded'>;

const none = (size: number): Lines => ({ lines: [], rest: Array<number>(size).fill(0), folded: 0 });

// `weights`: [to, from] of so many nodes.
function linesOf(weights: Float32Array, from: number, least: number): Lines {
  const size = weights.length / from;
  const lines: Line[] = [];
  const rest = Array<number>(size).fill(0);
  let folded = 0;
  weights.forEach((weight, i) => {
    const to = Math.floor(i / from);
    if (weight >= least) lines.push({ from: i % from, to, weight });
    else if (weight > 0) {
      rest[to]! += weight;
      folded++;
    }
  });
  return { lines, rest, folded };
}

// What of the rows the sentence is made of: [R]. It sums to 1 where no token is hidden.
export function sharesOf({ rows, readout, pooled, tokens }: Given): Float32Array {
  if (readout === 'map') return pooled ?? new Float32Array(rows.length);
  const read = readout === 'first' ? 0 : rows.length - 1;
  const there = readout === 'first' ? tokens.first : tokens.last;
  return Float32Array.from(rows, ({ own }, i) =>
    readout === 'mean' ? own / tokens.all : there && i === read ? 1 : 0,
  );
}

// What hidden tokens have of it counts as the rest.
function sentenceLines(given: Given, shares: Float32Array): Lines {
  const { lines, folded } = linesOf(shares, shares.length, Number.MIN_VALUE);
  const sum = shares.reduce((all, share) => all + share, 0);
  const rest = given.readout === 'map' ? 0 : 1 - sum;
  return { lines, folded, rest: [rest > 1e-5 ? rest : 0] };
}

function answerLines({ readout, answers }: Given): Lines {
  const lines = answers.flatMap(({ weight }, to) =>
    weight === null ? [] : [{ from: readout === 'each' ? to : 0, to, weight }],
  );
  return { ...none(answers.length), lines };
}

export function sceneOf(given: Given): Scene {
  const { rows, columns, recurrent, residual, readout, answers } = given;
  const R = rows.length;
  const least = leastOf(given);
  const all = Array<boolean>(R).fill(true);
  const plain = { ...none(R), size: R, read: all, carries: false, column: null };
  const stages: Stage[] = [{ ...plain, kind: 'vectors' }];
  if (recurrent) stages.push({ ...plain, kind: 'recurrent', carries: true });
  const shares = readout === 'each' ? null : sharesOf(given);
  columns.forEach((column, i) => {
    const lines = column.weights ? linesOf(column.weights, R, least) : none(R);
    const last = i === columns.length - 1;
    const read = last && shares ? [...shares].map((share) => share > 0) : all;
    stages.push({ ...plain, ...lines, kind: 'layer', read, carries: residual, column });
  });
  if (shares && R > 0) {
    const lines = sentenceLines(given, shares);
    stages.push({ ...plain, ...lines, kind: 'sentence', size: 1, read: [true] });
  }
  if (answers.length) {
    const read = answers.map(() => true);
    stages.push({ ...plain, ...answerLines(given), kind: 'answer', size: answers.length, read });
  }
  return { ...given, stages, least };
}
