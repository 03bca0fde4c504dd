// The settings of "Two sentences" and of the lab: what a link restores.
import { kScales, type Unread } from '../settings.ts';
import { kLabMechanisms, kMechanisms, type Mechanism } from './mechanisms.ts';
import {
  choice,
  decimal,
  flag,
  perhaps,
  readTable,
  type Table,
  text,
  usual,
  whole,
  writeTable,
} from './parameters.ts';

// Characters of one text: some hundred words, which is what fits on a screen.
export const kLongest = 400;
export const kExamples = ['one', 'pair', 'tensors'] as const;
export type Example = (typeof kExamples)[number];

// A pair in which the same people stand in both, and a pronoun has to find its owner.
export const kPair = {
  query: 'Maria lent Peter her lamp because his was broken',
  key: 'Peter thanked Maria and promised that he would bring her lamp back',
};

export interface TwoSettings {
  query: string;
  key: string;
  mechanism: Mechanism;
  causal: boolean;
  // The width of the query and key vectors, where a mechanism has layers of its own.
  width: number;
  heads: number;
  // The head that is shown; null: the first.
  head: number | null;
  // What mechanisms learn is trained, where it was for them; else drawn from the seed.
  trained: boolean;
  // The seed of the layers' first weights.
  seed: number;
  scale: (typeof kScales)[number];
  numbers: boolean;
}

export interface LabSettings {
  example: Example;
  query: string;
  key: string;
  causal: boolean;
  temperature: number;
  window: number;
  // The width of the layers under additive and concat.
  width: number;
  heads: number;
  trained: boolean;
  seed: number;
  // Full colour is 1 in every map, rather than the largest weight of each.
  absolute: boolean;
  // The seed of the sampling in hard attention.
  draw: number;
  // The mechanism of the steps.
  mechanism: Mechanism;
  row: number;
  // The cell of the row whose arithmetic is written out.
  column: number;
  head: number;
}

const seed = whole(0, 0, 4294967295);

export const kTwo: Table<TwoSettings> = {
  query: text(kPair.query, kLongest),
  key: text(kPair.key, kLongest),
  mechanism: choice(kMechanisms, 'scaled-dot'),
  causal: flag(false),
  width: whole(256, 1, 1024),
  heads: whole(2, 1, 16),
  head: perhaps(whole(0, 0, 15)),
  trained: flag(true),
  seed,
  scale: choice(kScales, 'even'),
  numbers: flag(true),
};

export const kLab: Table<LabSettings> = {
  example: choice(kExamples, 'one'),
  query: text('the king gave the queen a book because she likes it', kLongest),
  key: text('she reads the book that he gave her', kLongest),
  causal: flag(false),
  temperature: decimal(1, 0.05, 10),
  window: whole(2, 1, 20),
  width: whole(8, 1, 256),
  heads: whole(2, 1, 16),
  trained: flag(true),
  seed,
  absolute: flag(true),
  draw: whole(1, 0, 4294967295),
  mechanism: choice(kLabMechanisms, 'scaled-dot'),
  row: whole(0, 0, 9999),
  column: whole(0, 0, 9999),
  head: whole(0, 0, 15),
};

export interface LabReading extends Unread {
  readonly two: TwoSettings;
  readonly lab: LabSettings;
}

// Parameters of another size or seed are drawn, where nothing else is said.
const kSizes = ['width', 'heads', 'seed'] as const;
const sized = (settings: TwoSettings | LabSettings, table: typeof kTwo | typeof kLab) =>
  kSizes.some((name) => settings[name] !== table[name].usual);

export function readLab(more: string): LabReading {
  const parameters = new URLSearchParams(more);
  const two = readTable('two', kTwo, parameters);
  const lab = readTable('lab', kLab, parameters);
  if (sized(two.settings, kTwo) && !parameters.has('two.trained')) two.settings.trained = false;
  if (sized(lab.settings, kLab) && !parameters.has('lab.trained')) lab.settings.trained = false;
  const cut = [...(two.cut ?? []), ...(lab.cut ?? [])];
  const broken = [...two.broken, ...lab.broken];
  return { two: two.settings, lab: lab.settings, broken, ...(cut.length > 0 && { cut }) };
}

// Parameters of other sections, which `before` may carry, stay.
export function writeLab(two: TwoSettings, lab: LabSettings, before: string): string {
  const others = [...new URLSearchParams(before)].filter(([name]) => !/^(two|lab)\./.test(name));
  const own = [...writeTable('two', kTwo, two), ...writeTable('lab', kLab, lab)];
  const parameters = new URLSearchParams([...others, ...own]);
  if (two.trained && sized(two, kTwo)) parameters.set('two.trained', 'yes');
  if (lab.trained && sized(lab, kLab)) parameters.set('lab.trained', 'yes');
  return `${parameters}`;
}

export const usualTwo = (): TwoSettings => usual(kTwo);
export const usualLab = (): LabSettings => usual(kLab);
