// The order in which the classes stand. Two keep their places; more are sorted by probability, but not under the eyes
// of someone who reads while typing: between keystrokes the order stays, and is put right at the first pause.
import type { ClassProbability } from '../engine/analysis.ts';
import { common } from '../text/offsets.ts';

export interface Ranked extends ClassProbability {
  // In the model's own order, which gives the class its colour.
  readonly index: number;
}

// How many of many classes are shown, until one asks for more.
export const kShown = 50;

// The first `most`, and those that are `named`.
export const foremost = <C extends ClassProbability>(
  classes: readonly C[],
  named: readonly (string | null)[] = [],
  most = kShown,
): readonly C[] => classes.filter(({ label }, i) => i < most || named.includes(label));

// `before`: the labels as they stand; they stay while `hold`.
export function rankedClasses(
  classes: readonly ClassProbability[],
  before: readonly string[],
  hold: boolean,
): Ranked[] {
  const list = classes.map((one, index) => ({ ...one, index }));
  if (list.length <= 2) return list;
  const place = new Map(before.map((label, i) => [label, i]));
  if (hold && place.size === list.length && list.every(({ label }) => place.has(label)))
    return list.sort((a, b) => place.get(a.label)! - place.get(b.label)!);
  return list.sort((a, b) => b.probability - a.probability || a.index - b.index);
}

// True where a model answers for each class by itself, as those of several labels do, and those of one: then the values need
// not sum to 1. A softmax sums to 1 within rounding. Before the first answer (all 0) only the number of classes tells.
export function answersEach(classes: readonly ClassProbability[]): boolean {
  const sum = classes.reduce((all, { probability }) => all + probability, 0);
  return classes.length === 1 || (sum > 0 && Math.abs(sum - 1) > 1e-5);
}

// True where two texts differ as they do by a keystroke, rather than by a paste or another example.
export function byKeystroke(before: string, after: string): boolean {
  const { head, tail } = common(before, after);
  return Math.max(before.length, after.length) - head - tail <= 2;
}
