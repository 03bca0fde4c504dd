// Curves of runs as lines of a plot.
import { t } from '../../text/t.ts';
import type { Moment, Run } from './run.svelte.ts';

export const kBox = { width: 600, height: 140 };
const kMostPoints = 600;

type Point = readonly [step: number, value: number];
export interface Line {
  readonly name: string;
  readonly what: 'train' | 'held' | 'other';
  readonly points: readonly Point[];
}
export interface Plot {
  readonly most: number;
  readonly steps: number;
  readonly lines: readonly Line[];
}

// Means of neighbours, where there are more than a plot has pixels.
export function thinned(points: readonly Point[]): readonly Point[] {
  const width = Math.ceil(points.length / kMostPoints);
  if (width <= 1) return points;
  return Array.from({ length: Math.ceil(points.length / width) }, (_, i): Point => {
    const some = points.slice(i * width, (i + 1) * width);
    return [some.at(-1)![0], some.reduce((sum, [, value]) => sum + value, 0) / some.length];
  });
}

type Figure = 'loss' | 'accuracy' | 'needed';
export const kKeys = { loss: 'loss', accuracy: 'accuracy', needed: 'attention_on_needed' } as const;

const heldOut = (run: Run, figure: Figure): Point[] =>
  run.points.flatMap(({ step, validation }): Point[] => {
    const value = validation?.[kKeys[figure]];
    return value === undefined ? [] : [[step, value]];
  });

// The share of the last word's attention, which asks, that falls on the words on which the answer hangs: the mean of the last
// layer's heads. Texts of which they are not known have none.
function shares(run: Run): Point[] {
  if (!run.data.rows[0]?.needed) return [];
  const needed = new Map(run.data.rows.map((row) => [row.text, row.needed ?? []]));
  const shareOf = ({ step, watched: { result } }: Moment): Point[] => {
    const words = needed.get(result.analysis.text) ?? [];
    const map = result.analysis.attention.at(-1);
    const weights = result.weights.at(-1);
    if (!words.length || !map || !weights) return [];
    const [heads, T, S] = map.shape;
    let sum = 0;
    for (let h = 0; h < heads; h++) for (const word of words) sum += weights[(h * T + T - 1) * S + word] ?? 0;
    return [[step, sum / heads]];
  };
  return run.moments.flatMap(shareOf);
}

// Runs on the same texts: what others make of other texts says nothing beside it.
export const comparable = (a: Run, b: Run): boolean =>
  a.data === b.data || JSON.stringify(textsOf(a)) === JSON.stringify(textsOf(b));
const textsOf = ({ data: { name, labels, counts, rows } }: Run) => [
  name,
  labels,
  counts,
  rows[0],
  rows.at(-1),
];

function plotOf(runs: readonly Run[], run: Run, figure: Figure): Plot {
  const others = runs.filter((other) => other !== run && comparable(other, run));
  const lines: Line[] = [
    ...others.map((other) => ({
      name: other.name,
      what: 'other' as const,
      points: heldOut(other, figure),
    })),
    {
      name: t('train.training-line'),
      what: 'train',
      points:
        figure === 'needed'
          ? shares(run)
          : thinned(run.points.map((point): Point => [point.step, point[figure]])),
    },
    { name: t('train.held-out'), what: 'held', points: heldOut(run, figure) },
  ];
  const all = lines.flatMap(({ points }) => points);
  const steps = Math.max(2, ...all.map(([step]) => step));
  return { most: figure !== 'loss' ? 1 : Math.max(0.1, ...all.map(([, value]) => value)), steps, lines };
}

export const curvesOf = (runs: readonly Run[], run: Run) => ({
  loss: plotOf(runs, run, 'loss'),
  accuracy: plotOf(runs, run, 'accuracy'),
  needed: plotOf(runs, run, 'needed'),
});

export const path = (points: readonly Point[], steps: number, most: number): string =>
  points
    .map(([step, value], i) => {
      const x = (step / steps) * kBox.width;
      const y = (1 - Math.min(value, most) / most) * (kBox.height - 4) + 2;
      return `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
